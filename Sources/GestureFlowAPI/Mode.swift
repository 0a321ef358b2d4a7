/// What the hands play, in the order of the MODE button.
public enum Mode: String, Codable, Sendable, CaseIterable {
  /// One track with speed, pitch and volume.
  case player
  /// Up to four tracks of one song.
  case stems
  /// The hands are the notes.
  case instrument
  /// One continuous tone: one hand is its pitch, the other its volume.
  case theremin
  /// Another program's player.
  case stream

  /// All of them for a help text: "a, b or c".
  public static var words: String {
    let all = allCases.map(\.rawValue)
    return all.dropLast().joined(separator: ", ") + " or " + all[all.count - 1]
  }
}

/// Which features are unlocked.
public enum Tier: String, Codable, Sendable, CaseIterable {
  /// What works without a licence.
  case free
  /// Everything.
  case pro
}

/// Where mode instrument plays.
public enum Output: String, Codable, Sendable, CaseIterable {
  /// On the built-in synthesizer.
  case audio
  /// On a MIDI port.
  case midi
  /// On both.
  case both
}
