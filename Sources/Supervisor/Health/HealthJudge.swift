import GestureFlowAPI

/// Derives the box's health from the states of its parts.
public enum HealthJudge {
  /// Returns the box's health.
  /// - Parameters:
  ///   - parts: states of the parts.
  ///   - isReady: whether READY was reached once.
  ///   - isStopping: whether the box is shutting down.
  ///   - other: problems besides the parts, such as an error in the configuration.
  public static func judge(_ parts: [PartStatus], isReady: Bool, isStopping: Bool, other: [PartStatus] = []) -> Health {
    let problems = parts.filter { $0.state == .failed || $0.state == .degraded } + other
    if isStopping { return Health(state: .stopping, problems: problems) }
    // The box needs sound. Everything else may be missing.
    if parts.contains(where: { $0.name == "sound" && $0.state == .failed }) { return Health(state: .failed, problems: problems) }
    if parts.contains(where: { $0.state == .starting }) || !isReady && problems.isEmpty {
      return Health(state: .starting, problems: problems)
    }
    return Health(state: problems.isEmpty ? .healthy : .degraded, problems: problems)
  }

  /// Whether the box is READY. The sound card is open, and at least one of camera and library works.
  public static func isReady(_ parts: [PartStatus]) -> Bool {
    func works(_ name: String) -> Bool { parts.contains { $0.name == name && ($0.state == .running || $0.state == .degraded) } }
    return works("sound") && (works("camera") || works("library"))
  }
}
