import Gestures
import Library
import Panel

/// Everything an owner can set, with the defaults. Each field has its key in `ConfigKeys`, and each key its line in the annotated example.
public struct Configuration: Sendable, Equatable {
  // [camera]
  public var cameraSource = "auto"
  public var cameraWidth = 640.0
  public var cameraHeight = 480.0
  public var cameraRate = 30.0
  public var cameraExposure = 10.0
  public var cameraMirror = true
  // [tracker]
  public var trackerModel = "auto"
  public var trackerHands = 2.0
  // [gestures]
  public var filter = "oneEuro"
  public var pinch = "both"
  public var detentLeave = 1.5
  public var speedDetent = 0.02
  public var pitchDetent = 20.0
  public var holdSeconds = 0.8
  public var onPeace = "nextTrack"
  public var onThumbsUp = "none"
  public var onFist = "none"
  public var onOk = "none"
  public var onPointing = "none"
  // [player]
  public var autoPause = true
  public var startVolume = 0.8
  public var remember = true
  // [sound]
  public var soundCard = "auto"
  public var bootTones = true
  public var toneVolume = 0.25
  // [panel]
  public var panelEnabled = true
  public var debounce = 8.0
  public var buttonMode = "GPIO4"
  public var buttonTier = "GPIO22"
  public var buttonPrev = "GPIO23"
  public var buttonNext = "GPIO27"
  public var buttonPlay = "GPIO17"
  public var ledPlayer = "GPIO5"
  public var ledStems = "GPIO6"
  public var ledInstrument = "GPIO12"
  public var ledStream = "GPIO13"
  public var ledTier = "GPIO16"
  public var ledHands = "GPIO24"
  public var ledStatus = "GPIO25"
  public var ledTrack = "GPIO26"
  public var doubleClickMode = "none"
  public var doubleClickTier = "none"
  public var doubleClickPrev = "none"
  public var doubleClickNext = "none"
  public var doubleClickPlay = "none"
  // [library]
  public var mountRoot = "/run/media/gestureflow"
  public var folders: [String] = []
  public var imports = false

  public init() {}

  var gestures: GestureSettings {
    var settings = GestureSettings()
    settings.filter = FilterKind(rawValue: filter) ?? .oneEuro
    settings.pinch = PinchLaw(rawValue: pinch) ?? .both
    settings.detentLeave = Float(detentLeave)
    settings.speedDetent = Float(speedDetent)
    settings.pitchDetentCents = Float(pitchDetent)
    settings.startVolume = Float(startVolume)
    settings.holdSeconds = holdSeconds
    settings.bindings = [:]
    for (gesture, name) in [
      (StaticGesture.peace, onPeace), (.thumbsUp, onThumbsUp), (.fist, onFist), (.ok, onOk), (.pointing, onPointing),
    ] {
      settings.bindings[gesture] = GestureCommand(rawValue: name)
    }
    return settings
  }

  var panelLines: PanelLoop.Lines {
    PanelLoop.Lines(
      buttons: [.mode: buttonMode, .tier: buttonTier, .prev: buttonPrev, .next: buttonNext, .play: buttonPlay],
      leds: [
        .player: ledPlayer, .stems: ledStems, .instrument: ledInstrument, .stream: ledStream, .tier: ledTier, .hands: ledHands,
        .status: ledStatus, .track: ledTrack,
      ], debounce: debounce)
  }

  func doubleClick(_ button: Button) -> String {
    switch button {
    case .mode: doubleClickMode
    case .tier: doubleClickTier
    case .prev: doubleClickPrev
    case .next: doubleClickNext
    case .play: doubleClickPlay
    }
  }
}
