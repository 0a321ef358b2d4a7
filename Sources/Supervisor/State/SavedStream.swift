extension SavedState {
  /// How someone else's music was played.
  public struct Stream: Codable, Sendable, Equatable {
    /// Name of the source that a person chose; nil if nobody had.
    public var source: String?
    /// Pitch of a pipe in cents, -2400...2400.
    public var pitchCents = 0.0

    /// Nothing was chosen.
    public init() {}

    /// Reads what is there, as of the state around it.
    public init(from decoder: any Decoder) throws {
      let file = try decoder.container(keyedBy: CodingKeys.self)
      source = try? file.decodeIfPresent(String.self, forKey: .source)
      pitchCents = (try? file.decodeIfPresent(Double.self, forKey: .pitchCents)) ?? 0
    }

    /// Without what cannot be.
    var inRange: Stream {
      var s = self
      s.source = source.flatMap { $0.isEmpty || $0.utf8.count > 4096 ? nil : $0 }
      s.pitchCents = pitchCents.isFinite ? min(max(pitchCents, -2400), 2400) : 0
      return s
    }
  }
}
