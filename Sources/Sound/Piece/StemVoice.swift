/// The four channels of the built-in set.
public enum StemVoice: String, Sendable, CaseIterable {
  /// Kick, snare and hats.
  case drums
  /// The chords' roots, 52 to 78 Hz.
  case bass
  /// A melody that is sung without words.
  case lead
  /// Held and plucked.
  case chords

  /// Length in bars.
  public var bars: Int {
    switch self {
    case .drums: 2
    case .bass, .chords: 8
    case .lead: 16
    }
  }

  /// What the channel is called.
  public var name: String {
    switch self {
    case .drums: "Drums"
    case .bass: "Sub bass"
    case .lead: "Voice"
    case .chords: "Chords"
    }
  }
}
