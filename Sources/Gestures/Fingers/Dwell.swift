/// A type that accepts a value only after it has lasted.
/// Poses on the way to another have no effect, and single misread frames do not interrupt a lasting one.
package struct Dwell<Value: Equatable & Sendable>: Sendable {
  /// Time of a value to begin, and of its absence to end.
  /// Both are in seconds.
  package let into: Double
  package let outOf: Double
  /// Longest misreading that does not interrupt a value, in seconds.
  package let dropout: Double
  /// The value that has lasted.
  package private(set) var current: Value?
  /// The value that has not lasted long enough yet.
  package private(set) var candidate: Value?
  private var since = 0.0
  private var lastMatch = -Double.infinity
  /// Numbers of readings since then, and of matches with the candidate.
  private var readings = 0
  private var matches = 0
  private var stranger: Value?
  private var strangerSince: Double?

  package enum Change: Sendable {
    case began(Value)
    case ended(Value)
  }

  package init(into: Double, outOf: Double, dropout: Double = 0.1) {
    self.into = into
    self.outOf = outOf
    self.dropout = dropout
  }

  /// Whether the value that has begun is the current one.
  /// Misread frames do not count.
  package var isSteady: Bool { current != nil && candidate == current }

  /// Processes the reading of one frame.
  /// - Parameter value: the reading of this frame; nil for none.
  /// - Returns: the changes at this time: first the end, then the start.
  package mutating func update(_ value: Value?, at time: Double) -> [Change] {
    readings += 1
    if value == candidate {
      matches += 1
      lastMatch = time
      strangerSince = nil
    } else {
      if strangerSince == nil || stranger != value {
        stranger = value
        strangerSince = time
      }
      if time - lastMatch >= dropout - 1e-6, let began = strangerSince {
        candidate = value
        since = began
        lastMatch = time
        strangerSince = nil
        readings = 0
        matches = 0
      }
    }
    var changes: [Change] = []
    let lasted = time - since
    if let now = current, candidate != now, lasted >= outOf - 1e-6 {
      current = nil
      changes.append(.ended(now))
    }
    // The duration ends at the last match, without the later dropout. At least half of the
    // readings must match.
    if current == nil, let candidate, lastMatch - since >= into - 1e-6, matches * 2 >= readings {
      current = candidate
      changes.append(.began(candidate))
    }
    return changes
  }

  /// Returns the elapsed fraction of `seconds` of the current value, 0...1.
  /// It counts from `notBefore` at the earliest.
  package func progress(of seconds: Double, at time: Double, notBefore: Double = -.infinity) -> Float {
    guard candidate != nil else { return 0 }
    return Float(min(max((time - max(since, notBefore)) / seconds, 0), 1))
  }
}
