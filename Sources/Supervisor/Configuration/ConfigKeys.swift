import GestureFlowAPI
import Gestures
import OSC

/// All keys, in the order of the annotated example.
package enum ConfigKeys {
  static let actions = ["none"] + GestureCommand.everywhere.map(\.rawValue)
  static let clicks = ["none", "toggle", "next", "prev", "nextFolder", "prevFolder", "rescan", "toggleHands", "home"]

  /// Each section with one sentence for its head.
  package static let sections: [(name: String, about: String)] = [
    ("camera", "The camera that sees the hands."),
    ("tracker", "How hands are found in the picture."),
    ("gestures", "What hands mean."),
    ("player", "How music is played."),
    ("sound", "Where sound goes."),
    ("instrument", "How mode instrument begins at the very first start, and at each start without player.remember."),
    ("midi", "How the instrument plays other people's gear."),
    ("osc", "Hands, controls and notes for other programs on the network, as Open Sound Control (docs/reference/osc.md)."),
    ("stream", "Someone else's music: other programs' players, and pipes that sound comes through (docs/design/streams.md)."),
    ("tempo", "Who says the tempo."),
    ("touch", "A touch device on which fingers play the instrument."),
    ("panel", "Buttons and LEDs, by the names of their GPIO lines (gpioinfo shows them). An empty name leaves a line out."),
    ("library", "Where music comes from."),
  ]

  package static let all: [ConfigKey] = camera + gestures + playing + instrument + panel + library

  private static let camera: [ConfigKey] = [
    .text(
      "camera.source", \.cameraSource, SourceCheck.cameras, live: false,
      "auto takes the first camera, USB before ribbon cable; libcamera is a camera on the ribbon cable (docs/pi.md); performer is a computed pair of hands.",
      check: { SourceCheck.camera($0, files: $1) }),
    .number("camera.width", \.cameraWidth, 160...1920, "pixels", whole: true, live: false, "The driver grants what is nearest."),
    .number("camera.height", \.cameraHeight, 120...1080, "pixels", whole: true, live: false, "The driver grants what is nearest."),
    .numberOrAuto(
      "camera.rate", \.cameraRate, 5...120, "frames a second", live: false,
      "More frames make hands feel more direct and cost more; auto takes what suits the board: 15 or 20 on a Pi 4, elsewhere 30."),
    .number(
      "camera.exposure", \.cameraExposure, 1...100, "milliseconds", live: false,
      "Longest exposure where there is light enough for it: a longer one blurs moving hands."),
    .flag(
      "camera.mirror", \.cameraMirror, live: false,
      "The picture is mirrored, so that it moves like a mirror. False for a camera that mirrors its pictures itself."),
    .choice(
      "tracker.model", \.trackerModel, ModelChoice.Wish.allCases.map(\.rawValue), live: false,
      "auto takes exact or its 8-bit form full, as suits the processor; when it is too slow, fewer pictures or searches."),
    .number(
      "tracker.hands", \.trackerHands, 1...4, "hands", whole: true, live: false,
      "How many hands are followed at most in modes player, stems and stream; in mode instrument as many are as may play."),
  ]

  private static let gestures: [ConfigKey] = [
    .choice(
      "gestures.filter", \.filter, FilterKind.allCases.map(\.rawValue), live: true,
      "How landmarks are smoothed; docs/benchmarks.md compares them."),
    .choice(
      "gestures.hands", \.hands, HandsLaw.allCases.map(\.rawValue), live: true,
      "Which hand does what: swapped gives each hand the other's role; with one a single hand, left or right, reaches everything (docs/owner)."
    ),
    .choice(
      "gestures.reach", \.reach, ReachLaw.allCases.map(\.rawValue), live: true,
      "Where the notes of mode instrument lie in the picture: auto fits them to the heights that your hands have used in the last minute, full takes the whole field."
    ),
    .flag(
      "gestures.theremin-snap", \.thereminSnap, live: true,
      "Mode theremin: the pitch rests on the notes of the scale and glides between them. False: it rises evenly with the hand."),
    .choice(
      "gestures.pinch", \.pinch, PinchLaw.allCases.map(\.rawValue), live: true,
      "What an engaged pinch does: spread is the distance of thumb and index finger, fader the height of the hand, both whichever moves first."
    ),
    .number(
      "gestures.pinch-distance", \.pinchDistance, 0.15...0.4, "hand sizes", live: true,
      "A pinch takes hold when thumb and index finger are nearer to each other than this; a hand size is from the wrist to the knuckle of the middle finger."
    ),
    .number(
      "gestures.speed-detent", \.speedDetent, 0...0.2, "share of the speed", live: true,
      "Speed snaps to the original within this share; 0 turns it off."),
    .number(
      "gestures.pitch-detent", \.pitchDetent, 0...100, "cents", live: true, "Pitch snaps to the original within this much; 0 turns it off."),
    .number(
      "gestures.detent-leave", \.detentLeave, 1...5, "times the width", live: true,
      "How far from the original a value that has snapped to it must be moved until it leaves."),
    .number(
      "gestures.volume-per-size", \.volumePerSize, 0.1...1.5, "share of full volume", live: true,
      "How much an open hand changes the volume when it is lifted by its own size."),
    .number(
      "gestures.cents-per-degree", \.centsPerDegree, 1...10, "cents", live: true,
      "How much an open hand changes the pitch of a stem when it turns by a degree."),
    .number(
      "gestures.select-seconds", \.selectSeconds, 0.4...2, "seconds", live: true,
      "How long fingers are held up in mode stems until they select a channel."),
    .number("gestures.hold", \.holdSeconds, 0.3...5, "seconds", live: true, "How long a gesture is held until it counts as a command."),
    .choice("gestures.peace", \.onPeace, actions, live: true, "What a held peace sign does."),
    .choice("gestures.thumbs-up", \.onThumbsUp, actions, live: true, "What a held thumbs-up does."),
    .choice("gestures.fist", \.onFist, actions, live: true, "What a held fist does."),
    .choice("gestures.ok", \.onOk, actions, live: true, "What a held ok sign does."),
    .choice("gestures.pointing", \.onPointing, actions, live: true, "What a held pointing finger does."),
  ]

  private static let playing: [ConfigKey] = [
    .flag(
      "player.auto-pause", \.autoPause, live: true,
      "Pause when hands that have played are gone for a second, or others for twenty; go on when one comes back."),
    .number(
      "player.start-volume", \.startVolume, 0...1, "share of full volume", live: false,
      "Volume at the very first start, and at each start without remember."),
    .choice(
      "player.loudness", \.loudness, LoudnessMode.allCases.map(\.rawValue), live: false,
      "Tracks play equally loud, at -16 LUFS: each by itself, album by album, or not at all. Tags say the loudness, or the box measures it; a quiet track is raised as far as its peak allows."
    ),
    .flag(
      "player.remember", \.remember, live: true,
      "Go on after a start where the music was, in the mode and with the values of then. Tier, learned knobs, auto-pause and the chosen source stay either way."
    ),
    .text(
      "sound.card", \.soundCard, SourceCheck.cards, live: false,
      "auto takes the first card that plays, a monitor's only without any other; a pipe is for other programs, such as snapserver (docs/design/many-boxes.md).",
      check: { text, _ in SourceCheck.card(text) }),
    .choice(
      "sound.tick", \.tick, HandFeedback.Tick.allCases.map(\.rawValue), live: true,
      "Sounds of the hands: soft is a tick when they take hold of a value, when it snaps in at the original and when a stem is selected, and a tone each for mute, solo and another track; off is silent."
    ),
    .flag("sound.boot-tones", \.bootTones, live: false, "A short tone when the box is ready, another when it needs help."),
    .number("sound.tone-volume", \.toneVolume, 0...1, "share of full volume", live: false, "How loud these tones are."),
  ]

  private static let instrument: [ConfigKey] = [
    .choice("instrument.scale", \.instrumentScale, InstrumentRange.scales, live: false, "Which notes there are."),
    .choice("instrument.key", \.instrumentKey, InstrumentRange.keys, live: false, "The note that the scale begins with."),
    .text(
      "instrument.range", \.instrumentRange, "the lowest and the highest note, an octave apart at least, such as \"C3 C5\" or \"48 72\"",
      live: false, "Between which notes the hands play.", check: { text, _ in SourceCheck.range(text) }),
    .choice(
      "instrument.articulation", \.instrumentArticulation, InstrumentArticulation.allCases.map(\.rawValue), live: false,
      "What another zone is to a hand that plays: the note goes over to the other one, or the other one is struck."),
    .flag("instrument.bend", \.instrumentBend, live: false, "The roll of a hand bends its note; in the chromatic scale it does so anyway."),
    .choice("instrument.output", \.instrumentOutput, Output.allCases.map(\.rawValue), live: false, "Where the notes go."),
    .text(
      "instrument.sound", \.instrumentSound, "the name of a sound, or \"\" for the first one", live: false, "What the notes sound like."),
    .number("midi.channel", \.midiChannel, 1...16, "", whole: true, live: true, "The channel on which all hands play."),
    .flag(
      "midi.per-source", \.midiPerSource, live: true, "Each hand and each finger plays on a channel of its own, from midi.channel on."),
    .flag(
      "midi.mpe", \.midiMPE, live: true,
      "MIDI polyphonic expression: the channels are a zone, and each note has its own bend and controllers."),
    .text(
      "midi.connect", \.midiConnect, "a part of the names of ports, \"*\" for all devices, or \"\" for none", live: true,
      "To which ports of devices the box connects by itself, now and whenever one is plugged in."),
    .flag(
      "midi.clock-out", \.midiClockOut, live: true,
      "In mode stems the box gives the clock to every port that it is connected with, unless tempo.source is midi."),
    .text(
      "osc.target", \.oscTarget, OSCTarget.words, live: true,
      "Where they go, by UDP. The service has no network until its owner opens it: sudo gfctl network on.",
      check: { text, _ in SourceCheck.osc(text) }),
    .text(
      "stream.bus", \.streamBus, SourceCheck.buses, live: false,
      "The bus of D-Bus on which players that speak MPRIS are found. The box has one of its own, which the package brings.",
      check: { text, _ in SourceCheck.bus(text) }),
    .choice(
      "tempo.source", \.tempoSource, ["set", "midi", "link"], live: true,
      "set: the stem set's own tempo, or the one that was set; midi: the clock that comes in by MIDI, while it runs; link: the one that Ableton Link shares (docs/design/many-boxes.md)."
    ),
    PipeTables.key,
    .text(
      "touch.device", \.touchDevice, "\"auto\", \"off\" or a device's path below /dev/input", live: false,
      "auto takes the first device that follows several fingers.", check: { text, _ in SourceCheck.touch(text) }),
  ]

  private static let panel: [ConfigKey] = [
    .flag("panel.enabled", \.panelEnabled, live: false, "False for a box without buttons and LEDs."),
    .number(
      "panel.debounce", \.debounce, 5...10, "milliseconds", live: false, "How long a button must be quiet until its release is believed."),
    line("button-mode", \.buttonMode, "Next mode; held for 1 s: auto-pause on or off."),
    line("button-tier", \.buttonTier, "Free or pro; held for 1 s: audio, MIDI or both."),
    line("button-prev", \.buttonPrev, "Previous track; held for 1 s: previous folder."),
    line("button-next", \.buttonNext, "Next track; held for 1 s: next folder."),
    line("button-play", \.buttonPlay, "Play or pause; held for 3 s: safe shutdown."),
    line("led-player", \.ledPlayer, "Mode player."),
    line("led-stems", \.ledStems, "Mode stems."),
    line("led-instrument", \.ledInstrument, "Mode instrument."),
    line("led-stream", \.ledStream, "Mode stream."),
    line("led-tier", \.ledTier, "Lit in tier pro."),
    line("led-hands", \.ledHands, "Hands: searching, seen, a hold that fills."),
    line("led-status", \.ledStatus, "How the box is."),
    line("led-track", \.ledTrack, "Playing or paused."),
    .choice(
      "panel.double-mode", \.doubleClickMode, clicks, live: true,
      "A second click on MODE within 0.4 s, besides the two clicks. toggleHands takes all meaning from the hands, or gives it back; home is speed 1 and pitch 0. Both take back the first click of MODE, TIER and PLAY."
    ),
    .choice("panel.double-tier", \.doubleClickTier, clicks, live: true, "The same for TIER."),
    .choice("panel.double-prev", \.doubleClickPrev, clicks, live: true, "The same for PREV."),
    .choice("panel.double-next", \.doubleClickNext, clicks, live: true, "The same for NEXT."),
    .choice("panel.double-play", \.doubleClickPlay, clicks, live: true, "The same for PLAY; presses that set the stems' tempo are none."),
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
      "Folders on the box's own disk that are played like sticks, such as /srv/music; the service does not see /home, /root and /tmp.",
      check: { text, _ in SourceCheck.folder(text) }),
    .flag("library.import", \.imports, live: false, "Import the sound of films and M4A files on sticks without being asked."),
  ]
}
