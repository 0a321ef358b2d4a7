/// Lets a value through only after it has lasted. Poses met on the way to another do not fire, and single misread frames do not interrupt one that lasts.
package struct Dwell<Value: Equatable & Sendable>: Sendable {
  /// Seconds that a value must last to begin, and its absence to end it.
  package let into: Double
  package let outOf: Double
  /// Other values for less than this, in seconds, are misread frames.
  package let dropout: Double
  /// What has lasted.
  package private(set) var current: Value?
  /// What is on its way to last.
  package private(set) var candidate: Value?
  private var since = 0.0
  private var lastMatch = -Double.infinity
  /// Readings since then, and how many of them were the candidate.
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

  /// The value that has begun is also the one of now, misread frames aside.
  package var isSteady: Bool { current != nil && candidate == current }

  /// - Parameter value: the reading of this frame; nil for none.
  /// - Returns: what ended and what began at this time, in that order.
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
    // It has lasted up to its last reading, not through the dropout after it; and more readings than not must have been it.
    if current == nil, let candidate, lastMatch - since >= into - 1e-6, matches * 2 >= readings {
      current = candidate
      changes.append(.began(candidate))
    }
    return changes
  }

  /// 0...1: how much of `seconds` the present value has lasted, counted from `notBefore` at the earliest.
  package func progress(of seconds: Double, at time: Double, notBefore: Double = -.infinity) -> Float {
    guard candidate != nil else { return 0 }
    return Float(min(max((time - max(since, notBefore)) / seconds, 0), 1))
  }
}
