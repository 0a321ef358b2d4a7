/// A mode of the box, in the order of the MODE button.
public enum Mode: String, Codable, Sendable, CaseIterable {
  /// One track with speed, pitch and volume.
  case player
  /// Up to four tracks of one song.
  case stems
  /// Notes played by the hands.
  case instrument
  /// One continuous tone: one hand sets its pitch, the other its volume.
  case theremin
  /// The player of another program.
  case stream

  /// All modes as a help text: "a, b or c".
  public static var words: String {
    let all = allCases.map(\.rawValue)
    return all.dropLast().joined(separator: ", ") + " or " + all[all.count - 1]
  }
}

/// A tier: the set of features that are unlocked.
public enum Tier: String, Codable, Sendable, CaseIterable {
  /// Features that work without a licence.
  case free
  /// All features.
  case pro
}

/// Output of mode instrument.
public enum Output: String, Codable, Sendable, CaseIterable {
  /// The built-in synthesizer.
  case audio
  /// A MIDI port.
  case midi
  /// Both.
  case both
}
