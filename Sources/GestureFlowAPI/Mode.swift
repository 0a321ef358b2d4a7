/// What the hands play.
public enum Mode: String, Codable, Sendable, CaseIterable {
  /// One track with speed, pitch and volume.
  case player
  /// Up to four tracks of one song.
  case stems
  /// The hands are the notes.
  case instrument
  /// Another program's player.
  case stream
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
