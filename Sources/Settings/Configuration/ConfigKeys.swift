import GestureFlowAPI
import Gestures
import HandTracking
import OSC

/// All keys, in the order of the annotated example.
package enum ConfigKeys {
  static let clicks = [
    "none", "toggle", "next", "prev", "nextFolder", "prevFolder", "rescan", "toggleHands", "swapHands", "home", "pairingCode",
  ]

  /// Each section with one sentence for its head.
  package static let sections: [(name: String, about: String)] = [
    ("camera", "The camera that sees the hands."),
    ("tracker", "How the box finds hands in the frame."),
    ("gestures", "How gestures act."),
    ("player", "Playback of music."),
    ("sound", "Output of sound."),
    ("voice", "Spoken words, if espeak-ng is installed."),
    ("instrument", "Values of mode instrument at the first start, and at each start without player.remember."),
    ("midi", "MIDI output of the instrument."),
    ("osc", "Hands, controls and notes as Open Sound Control on the network (docs/reference/osc.md)."),
    ("page", "The page for browsers on the local network (docs/owner/page.md)."),
    ("stream", "Music of other programs: their players, and pipes (docs/design/streams.md)."),
    ("tempo", "Source of the tempo."),
    ("touch", "A touch device that plays the instrument."),
    ("panel", "Buttons and LEDs, by the names of their GPIO lines (gpioinfo lists them). An empty name omits a line."),
    ("library", "Sources of music."),
  ]

  package static let all: [ConfigKey] = camera + gestures + playing + instrument + panel + library

  private static let camera: [ConfigKey] = [
    .text(
      "camera.source", \.cameraSource, SourceCheck.cameras, live: false,
      "auto: the first camera, USB before ribbon cable. libcamera: a camera on the ribbon cable (docs/pi.md). performer: synthetic hands.",
      check: { SourceCheck.camera($0, files: $1) }),
    .number("camera.width", \.cameraWidth, 160...1920, "pixels", whole: true, live: false, "The driver takes the nearest size."),
    .number("camera.height", \.cameraHeight, 120...1080, "pixels", whole: true, live: false, "The driver takes the nearest size."),
    .numberOrAuto(
      "camera.rate", \.cameraRate, 5...120, "frames a second", live: false,
      "A higher rate shortens the delay and costs more. auto: 15 or 20 on a Pi 4, else 30."),
    .number(
      "camera.exposure", \.cameraExposure, 1...100, "milliseconds", live: false,
      "Longest exposure in good light. A longer one blurs moving hands."),
    .flag(
      "camera.mirror", \.cameraMirror, live: false,
      "Mirrors frames. False for a camera that mirrors them itself."),
    .number(
      "camera.field-of-view", \.cameraFieldOfView, 20...170, "degrees", live: true,
      "Horizontal field of view, for the distance that gfctl aim estimates. Pi Camera 3: 66; Wide: 102."),
    .choice(
      "tracker.model", \.trackerModel, ModelChoice.Request.allCases.map(\.rawValue), old: ModelSize.oldWords, live: false,
      "auto: float, or its 8-bit form int8, to suit the processor. A slow box processes fewer frames and searches."),
    .number(
      "tracker.hands", \.trackerHands, 1...4, "hands", whole: true, live: false,
      "Largest number of hands in modes player, stems and stream. Mode instrument follows all that may play."),
  ]

  private static let gestures: [ConfigKey] = [
    .choice(
      "gestures.filter", \.filter, FilterKind.allCases.map(\.rawValue), live: true,
      "Smoothing of landmarks (docs/benchmarks.md compares the filters)."),
    .choice(
      "gestures.hands", \.hands, HandsLaw.allCases.map(\.rawValue), live: true,
      "Roles of the hands. swapped exchanges them. one: a single hand, left or right, reaches everything (docs/owner)."),
    .choice(
      "gestures.reach", \.reach, ReachLaw.allCases.map(\.rawValue), live: true,
      "Place of the notes of mode instrument. auto fits them to the heights of your hands in the last minute. full: the whole field."),
    .flag(
      "gestures.theremin-snap", \.thereminSnap, live: true,
      "Mode theremin: the pitch rests on notes of the scale and glides between them. False: it follows the hand evenly."),
    .choice(
      "gestures.pinch", \.pinch, PinchLaw.allCases.map(\.rawValue), live: true,
      "Value of a pinch. spread: distance of thumb and index finger. fader: height of the hand. both: the first that moves."),
    .number(
      "gestures.pinch-distance", \.pinchDistance, 0.15...0.4, "hand sizes", live: true,
      "Distance of thumb and index finger below which a pinch takes hold. A hand size: wrist to knuckle of the middle finger."),
    .number(
      "gestures.speed-detent", \.speedDetent, 0...0.2, "share of the speed", live: true,
      "Speed snaps to the original within this share; 0 turns it off."),
    .number(
      "gestures.pitch-detent", \.pitchDetent, 0...100, "cents", live: true, "Pitch snaps to the original within this much; 0 turns it off."),
    .number(
      "gestures.detent-leave", \.detentLeave, 1...5, "times the width", live: true,
      "A snapped value leaves the original beyond this much."),
    .number(
      "gestures.volume-per-size", \.volumePerSize, 0.1...1.5, "share of full volume", live: true,
      "Volume change when an open hand rises by its own size."),
    .number(
      "gestures.cents-per-degree", \.centsPerDegree, 1...10, "cents", live: true,
      "Pitch change of a stem when an open hand turns by a degree."),
    .number(
      "gestures.select-seconds", \.selectSeconds, 0.4...2, "seconds", live: true,
      "How long raised fingers must hold to select a channel in mode stems, or a scene."),
    .number("gestures.hold", \.holdSeconds, 0.3...5, "seconds", live: true, "How long a gesture must hold to count as a command."),
    pose("peace", .peace, \.onPeace, "peace sign", " songFilter, in mode player: its height moves the filter of the song."),
    pose("thumbs-up", .thumbsUp, \.onThumbsUp, "thumbs-up"),
    pose("fist", .fist, \.onFist, "fist"),
    pose("ok", .ok, \.onOk, "ok sign"),
    pose("pointing", .pointing, \.onPointing, "pointing finger"),
  ]

  /// Returns the key of a pose's command. It names the modes in which the pose is free.
  private static func pose(
    _ name: String, _ pose: StaticGesture, _ path: WritableKeyPath<Configuration, String> & Sendable, _ words: String, _ more: String = ""
  ) -> ConfigKey {
    let modes = Mode.allCases.filter { $0.freePoses.contains(pose) }.map(\.rawValue)
    let listed = modes.dropLast().joined(separator: ", ") + " and " + modes[modes.count - 1]
    return .choice(
      "gestures." + name, path, ["none"] + GestureCommand.bindable.map(\.rawValue), live: true,
      "Command of a held \(words), in modes \(listed).\(more)")
  }

  private static let playing: [ConfigKey] = [
    .flag(
      "player.auto-pause", \.autoPause, live: true,
      "Pause when hands that have played are gone for 1 s, or others for 20 s. Resume when one returns."),
    .number(
      "player.start-volume", \.startVolume, 0...1, "share of full volume", live: false,
      "Volume at the first start, and at each start without remember."),
    .choice(
      "player.loudness", \.loudness, LoudnessMode.allCases.map(\.rawValue), live: false,
      "Plays tracks at -16 LUFS: each track, each album, or off. Tags give the loudness, or the box measures it. The peak limits how far a quiet track is raised."
    ),
    .number(
      "player.cross-fade", \.crossFade, 0...12, "seconds", live: true,
      "Time in which the end of a track and the start of the next one sound together. 0: one follows the other without a gap."),
    .flag(
      "player.remember", \.remember, live: true,
      "Resume mode, place and values after a start. Tier, learned knobs, auto-pause and source are always kept."),
    .text(
      "sound.card", \.soundCard, SourceCheck.cards, live: false,
      "auto: the first card that plays, a monitor's last. A pipe is for other programs such as snapserver (docs/design/many-boxes.md).",
      check: { text, _ in SourceCheck.card(text) }),
    .choice(
      "sound.tick", \.tick, TickSound.allCases.map(\.rawValue), live: true,
      "soft: a tick when a hand takes hold of a value, a value snaps or a stem is selected; tones for mute, solo and another track."),
    .flag("sound.boot-tones", \.bootTones, live: false, "Short tones: the box is ready, or needs help."),
    .number(
      "sound.tone-volume", \.toneVolume, 0...1, "share of full volume", live: false,
      "Volume of all tones (docs/owner/signals.md); 0 turns them off."),
    .flag("voice.enabled", \.voice, live: true, "Speaks a problem when it begins, and all problems when PLAY is clicked twice."),
    .number(
      "voice.volume", \.voiceVolume, 0...1, "share of full volume", live: true,
      "Volume of the voice. It lowers the music by 12 dB; 0 turns it off."),
    .choice("voice.language", \.voiceLanguage, VoiceLanguage.allCases.map(\.rawValue), live: true, "Language of the voice."),
  ]

  private static let instrument: [ConfigKey] = [
    .choice("instrument.scale", \.instrumentScale, InstrumentRange.scales, live: false, "Scale of the notes."),
    .choice("instrument.key", \.instrumentKey, InstrumentRange.keys, live: false, "First note of the scale."),
    .text(
      "instrument.range", \.instrumentRange, "the lowest and the highest note, an octave apart at least, such as \"C3 C5\" or \"48 72\"",
      live: false, "Lowest and highest note of the hands.", check: { text, _ in SourceCheck.range(text) }),
    .choice(
      "instrument.articulation", \.instrumentArticulation, InstrumentArticulation.allCases.map(\.rawValue), live: false,
      "A playing hand enters another zone: the note glides there, or a new note begins."),
    .flag("instrument.bend", \.instrumentBend, live: false, "Roll of a hand bends its note (always in the chromatic scale)."),
    .choice("instrument.output", \.instrumentOutput, Output.allCases.map(\.rawValue), live: false, "Destination of the notes."),
    .text(
      "instrument.sound", \.instrumentSound, "the name of a sound, or \"\" for the first one", live: false, "Sound of the notes."),
    .number("midi.channel", \.midiChannel, 1...16, "", whole: true, live: true, "Channel of all hands."),
    .flag(
      "midi.per-source", \.midiPerSource, live: true, "One channel for each hand and finger, from midi.channel on."),
    .flag(
      "midi.mpe", \.midiMPE, live: true,
      "MIDI polyphonic expression: the channels are a zone, each note has its own bend and controllers."),
    .text(
      "midi.connect", \.midiConnect, "a part of the names of ports, \"*\" for all devices, or \"\" for none", live: true,
      "Device ports that the box connects to, also when one is plugged in."),
    .flag(
      "midi.clock-out", \.midiClockOut, live: true,
      "In mode stems, send the clock to all connected ports, unless tempo.source is midi."),
    .text(
      "osc.target", \.oscTarget, OSCTarget.words, live: true,
      "Destination, by UDP. Open the network first: gfctl network on.",
      check: { text, _ in SourceCheck.osc(text) }),
    .flag(
      "page.network", \.pageNetwork, live: true,
      "Opens the page there, behind a code (gfctl network page code). Open the network first: gfctl network on."),
    .number("page.port", \.pagePort, 1024...65_535, "", whole: true, live: true, "TCP port of the page."),
    .text(
      "stream.bus", \.streamBus, SourceCheck.buses, live: false,
      "D-Bus of the MPRIS players. The package brings one for the box.",
      check: { text, _ in SourceCheck.bus(text) }),
    .choice(
      "tempo.source", \.tempoSource, ["set", "midi", "link"], live: true,
      "set: the stem set's tempo, or your own. midi: the incoming MIDI clock. link: Ableton Link (docs/design/many-boxes.md)."),
    PipeTables.key,
    .text(
      "touch.device", \.touchDevice, "\"auto\", \"off\" or a device's path below /dev/input", live: false,
      "auto: the first multi-touch device.", check: { text, _ in SourceCheck.touch(text) }),
  ]

  private static let panel: [ConfigKey] = [
    .flag("panel.enabled", \.panelEnabled, live: false, "False for a box without buttons and LEDs."),
    .number(
      "panel.debounce", \.debounce, 5...10, "milliseconds", live: false, "A release counts after this time without a change."),
    line("button-mode", \.buttonMode, "Next mode; held for 1 s: auto-pause on or off; for 3 s: the spoken tour."),
    line("button-tier", \.buttonTier, "Free or pro; held for 1 s: audio, MIDI or both; for 3 s: swaps the hands."),
    line("button-prev", \.buttonPrev, "Previous track; held for 1 s: previous folder."),
    line("button-next", \.buttonNext, "Next track; held for 1 s: next folder."),
    line("button-play", \.buttonPlay, "Play or pause; held for 3 s: safe shutdown."),
    line("led-player", \.ledPlayer, "Mode player."),
    line("led-stems", \.ledStems, "Mode stems."),
    line("led-instrument", \.ledInstrument, "Mode instrument."),
    line("led-stream", \.ledStream, "Mode stream."),
    line("led-tier", \.ledTier, "Lit in tier pro."),
    line("led-hands", \.ledHands, "Hands: searching, seen, a hold that fills."),
    line("led-status", \.ledStatus, "State of the box."),
    line("led-track", \.ledTrack, "Playing or paused."),
    .choice(
      "panel.double-mode", \.doubleClickMode, clicks, live: true,
      "Second click on MODE within 0.4 s, besides the two clicks. toggleHands: hands off or on. home: speed 1, pitch 0. Both undo the first click of MODE, TIER and PLAY. pairingCode: makes a code for the page."
    ),
    .choice("panel.double-tier", \.doubleClickTier, clicks, live: true, "The same for TIER."),
    .choice("panel.double-prev", \.doubleClickPrev, clicks, live: true, "The same for PREV."),
    .choice("panel.double-next", \.doubleClickNext, clicks, live: true, "The same for NEXT."),
    .choice("panel.double-play", \.doubleClickPlay, clicks, live: true, "The same for PLAY; not for presses that set the stems' tempo."),
  ]

  private static func line(_ name: String, _ path: WritableKeyPath<Configuration, String> & Sendable, _ about: String) -> ConfigKey {
    .text("panel." + name, path, "the name of a GPIO line, or \"\"", live: false, about)
  }

  private static let library: [ConfigKey] = [
    .text(
      "library.mount-root", \.mountRoot, "an absolute path", live: false, "Sticks are mounted below this folder.",
      check: { text, _ in SourceCheck.folder(text) }),
    .texts(
      "library.folders", \.folders, "absolute paths", live: false,
      "Folders on the disk that play like sticks, such as /srv/music. The service cannot read /home, /root and /tmp.",
      check: { text, _ in SourceCheck.folder(text) }),
    .flag("library.import", \.imports, live: false, "Import the sound of films and M4A files on sticks automatically."),
  ]
}
