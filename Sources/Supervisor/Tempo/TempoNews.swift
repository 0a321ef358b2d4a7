/// Tells a state that has begun, and not again while it lasts, or when it comes back soon: a clock at the edge of what can be followed is no flood of notices.
struct TempoNews<Kind: Hashable & Sendable>: Sendable {
  /// Seconds before the same is told again.
  private static var patience: Double { 30 }

  private var present: Kind?
  private var told: [Kind: Double] = [:]

  /// Nothing was told.
  init() {}

  /// - Parameters:
  ///   - kind: how it is; nil for nothing to be told.
  ///   - now: in seconds.
  /// - Returns: whether it is to be told.
  mutating func begins(_ kind: Kind?, at now: Double) -> Bool {
    guard kind != present else { return false }
    present = kind
    guard let kind, now - told[kind, default: -.infinity] >= Self.patience else { return false }
    told[kind] = now
    return true
  }
}
