import GestureFlowAPI

extension SavedState {
  /// Saved values of mode stream.
  public struct Stream: Codable, Sendable, Equatable {
    /// Name of the source that a person chose; nil without a choice.
    public var source: String?
    /// Pitch of a pipe in cents, -2400...2400.
    public var pitchCents = 0.0

    /// Makes empty values.
    public init() {}

    /// Reads the existing keys, like the state around it.
    public init(from decoder: any Decoder) throws {
      let file = try decoder.container(keyedBy: CodingKeys.self)
      source = try? file.decodeIfPresent(String.self, forKey: .source)
      pitchCents = (try? file.decodeIfPresent(Double.self, forKey: .pitchCents)) ?? 0
    }

    /// The values without impossible ones.
    var inRange: Stream {
      var s = self
      s.source = source.flatMap { $0.isEmpty || $0.utf8.count > 4096 ? nil : $0 }
      s.pitchCents = SavedState.clamp(pitchCents, Cents.range, 0)
      return s
    }
  }
}
