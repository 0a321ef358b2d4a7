/// Lets a value through only after it has lasted. Poses met on the way to another do not fire, and single misread frames do not interrupt one that lasts.
struct Dwell<Value: Equatable & Sendable>: Sendable {
  enum Change: Sendable {
    case began(Value)
    case ended(Value)
  }

  /// Seconds that a value must last to begin, and its absence to end it.
  let into: Double
  let outOf: Double
  /// Other values for less than this, in seconds, are misread frames.
  let dropout: Double
  /// What has lasted.
  private(set) var current: Value?
  private var candidate: Value?
  private var since = 0.0
  private var lastMatch = -Double.infinity
  private var stranger: Value?
  private var strangerSince: Double?

  init(into: Double, outOf: Double, dropout: Double = 0.1) {
    self.into = into
    self.outOf = outOf
    self.dropout = dropout
  }

  /// The value that has begun is also the one of now, misread frames aside.
  var isSteady: Bool { current != nil && candidate == current }

  /// - Parameter value: the reading of this frame; nil for none.
  /// - Returns: what ended and what began at this time, in that order.
  mutating func update(_ value: Value?, at time: Double) -> [Change] {
    if value == candidate {
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
      }
    }
    var changes: [Change] = []
    let lasted = time - since
    if let now = current, candidate != now, lasted >= outOf - 1e-6 {
      current = nil
      changes.append(.ended(now))
    }
    if current == nil, let candidate, lasted >= into - 1e-6 {
      current = candidate
      changes.append(.began(candidate))
    }
    return changes
  }

  /// 0...1: how much of `seconds` the present value has lasted, counted from `notBefore` at the earliest.
  func progress(of seconds: Double, at time: Double, notBefore: Double = -.infinity) -> Float {
    guard candidate != nil else { return 0 }
    return Float(min(max((time - max(since, notBefore)) / seconds, 0), 1))
  }
}
