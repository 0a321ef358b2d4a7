/// What a knob, a fader, a button or a key of other people's gear can play on the box.
public enum MIDIParameter {
  /// The names, in the order in which they are shown: those that are turned, then those that are pressed. A number behind a name is a stem's channel.
  public static let names: [String] =
    ["volume", "speed", "pitch", "tempo"] + channels("volume") + channels("pitch") + ["tone", "fuzz", "delay", "reverb", "waveform"]
    + ["play", "next", "prev", "panic"] + channels("mute") + channels("solo")

  private static func channels(_ name: String) -> [String] { StemRange.channels.map { "\(name) \($0)" } }
}
