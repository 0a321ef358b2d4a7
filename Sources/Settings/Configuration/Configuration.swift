import Gestures
import Panel
import ExternalSources

/// All settings of an owner, with their defaults. Each field has its key in `ConfigKeys`, and each key its line in
/// the annotated example.
package struct Configuration: Sendable, Equatable {
  // [camera]
  package var cameraSource = "auto"
  package var cameraWidth = 640.0
  package var cameraHeight = 480.0
  /// Frames per second; nil uses the board's default.
  package var cameraRate: Double?
  package var cameraExposure = 10.0
  package var cameraMirror = true
  /// Horizontal field of view in degrees. Most webcams have 55 to 70.
  package var cameraFieldOfView = 60.0
  // [tracker]
  package var trackerModel = "auto"
  package var trackerHands = 2.0
  // [gestures]
  package var filter = "oneEuro"
  package var hands = "both"
  package var reach = "auto"
  package var thereminSnap = false
  package var pinch = "both"
  package var pinchDistance = 0.25
  package var detentLeave = 1.5
  package var speedDetent = 0.02
  package var pitchDetent = 20.0
  package var volumePerSize = 0.5
  package var centsPerDegree = 5.0
  package var selectSeconds = 1.0
  package var holdSeconds = 0.8
  package var onPeace = "nextTrack"
  package var onThumbsUp = "none"
  package var onFist = "none"
  package var onOk = "none"
  package var onPointing = "none"
  // [player]
  package var autoPause = true
  package var startVolume = 0.8
  package var loudness = "track"
  package var crossFade = 0.0
  package var remember = true
  // [sound]
  package var soundCard = "auto"
  package var tick = "soft"
  package var bootTones = true
  package var toneVolume = 0.25
  // [voice]
  package var voice = true
  package var voiceVolume = 0.7
  package var voiceLanguage = "en"
  // [instrument]
  package var instrumentScale = "pentatonicMajor"
  package var instrumentKey = "C"
  package var instrumentRange = "C3 C5"
  package var instrumentArticulation = "legato"
  package var instrumentBend = false
  package var instrumentOutput = "audio"
  package var instrumentSound = "Hollow Flute"
  // [midi]
  package var midiChannel = 1.0
  package var midiPerSource = false
  package var midiMPE = false
  package var midiConnect = "*"
  package var midiClockOut = false
  // [osc]
  package var oscTarget = ""
  // [page]
  package var pageNetwork = false
  package var pagePort = 8080.0
  // [stream]
  package var streamBus = "unix:path=/run/gestureflow/bus"
  package var streamPipes: [PipeSettings] = []
  // [tempo]
  package var tempoSource = "set"
  // [touch]
  package var touchDevice = "auto"
  // [panel]
  package var panelEnabled = true
  package var debounce = 8.0
  package var buttonMode = "GPIO4"
  package var buttonTier = "GPIO22"
  package var buttonPrev = "GPIO23"
  package var buttonNext = "GPIO27"
  package var buttonPlay = "GPIO17"
  package var ledPlayer = "GPIO5"
  package var ledStems = "GPIO6"
  package var ledInstrument = "GPIO12"
  package var ledStream = "GPIO13"
  package var ledTier = "GPIO16"
  package var ledHands = "GPIO24"
  package var ledStatus = "GPIO25"
  package var ledTrack = "GPIO26"
  package var doubleClickMode = "toggleHands"
  package var doubleClickTier = "none"
  package var doubleClickPrev = "none"
  package var doubleClickNext = "none"
  package var doubleClickPlay = "home"
  // [library]
  package var mountRoot = "/run/media/gestureflow"
  package var folders: [String] = []
  package var imports = false

  package init() {}

  /// Gesture settings of the keys in [gestures] and of the start volume.
  package var gestures: GestureSettings {
    var settings = GestureSettings()
    settings.filter = FilterKind(rawValue: filter) ?? .oneEuro
    settings.hands = HandsLaw(rawValue: hands) ?? .both
    settings.reach = ReachLaw(rawValue: reach) ?? .auto
    settings.thereminSnaps = thereminSnap
    settings.pinch = PinchLaw(rawValue: pinch) ?? .both
    settings.pinchDistance = Float(pinchDistance)
    settings.stemVolumePerSize = Float(volumePerSize)
    settings.stemCentsPerDegree = Float(centsPerDegree)
    settings.selectSeconds = selectSeconds
    settings.detentLeave = Float(detentLeave)
    settings.speedDetent = Float(speedDetent)
    settings.pitchDetentCents = Float(pitchDetent)
    settings.startVolume = Float(startVolume)
    settings.holdSeconds = holdSeconds
    var bindings: [StaticGesture: GestureCommand] = [:]
    for (gesture, name) in [
      (StaticGesture.peace, onPeace), (.thumbsUp, onThumbsUp), (.fist, onFist), (.ok, onOk), (.pointing, onPointing),
    ] {
      bindings[gesture] = GestureCommand(rawValue: name)
    }
    settings.bind(bindings)
    return settings
  }

  /// Name of the sound at the very first start. Nil for the first in the list.
  package var firstSound: String? { instrumentSound.isEmpty ? nil : instrumentSound }

  package var panelLines: PanelLoop.Lines {
    PanelLoop.Lines(
      buttons: [.mode: buttonMode, .tier: buttonTier, .prev: buttonPrev, .next: buttonNext, .play: buttonPlay],
      leds: [
        .player: ledPlayer, .stems: ledStems, .instrument: ledInstrument, .stream: ledStream, .tier: ledTier, .hands: ledHands,
        .status: ledStatus, .track: ledTrack,
      ], debounce: debounce)
  }

  package func doubleClick(_ button: Button) -> String {
    switch button {
    case .mode: doubleClickMode
    case .tier: doubleClickTier
    case .prev: doubleClickPrev
    case .next: doubleClickNext
    case .play: doubleClickPlay
    }
  }
}
