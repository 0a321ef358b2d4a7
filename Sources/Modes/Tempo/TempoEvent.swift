/// Reports a state once when it begins. It does not repeat it while it lasts, or when it soon returns. So a clock at
/// the limit does not cause a flood of notices.
struct TempoEvent<Kind: Hashable & Sendable>: Sendable {
  /// Seconds before the same state is reported again.
  private static var patience: Double { 30 }

  private var present: Kind?
  private var reported: [Kind: Double] = [:]

  /// Makes a memory without reports.
  init() {}

  /// Takes the current state.
  /// - Parameters:
  ///   - kind: the state; nil for nothing to report.
  ///   - now: in seconds.
  /// - Returns: whether to report it.
  mutating func begins(_ kind: Kind?, at now: Double) -> Bool {
    guard kind != present else { return false }
    present = kind
    guard let kind, now - reported[kind, default: -.infinity] >= Self.patience else { return false }
    reported[kind] = now
    return true
  }
}
