/// Parameters of the box that external MIDI controls can move.
public enum MIDIParameter: WordList {
  /// Names in display order. First are those that are turned, then those that are pressed. A number after a name is a
  /// stem's channel.
  public static let words: [String] =
    ["volume", "speed", "pitch", "tempo"] + channels("volume") + channels("pitch") + ["tone", "fuzz", "delay", "reverb", "waveform"]
    + ["play", "next", "prev", "panic"] + channels("mute") + channels("solo")

  private static func channels(_ name: String) -> [String] { StemNumber.range.map { "\(name) \($0)" } }
}
