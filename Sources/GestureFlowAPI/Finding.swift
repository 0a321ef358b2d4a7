/// One thing that was looked at, by `gfctl doctor` on a running box or by `gflab rehearse` on a machine.
public struct Finding: Encodable, Sendable, Equatable {
  /// How it is.
  public enum Result: String, Encodable, Sendable {
    case good, warn, fail

    /// Six characters, as in the boot sequence.
    public var mark: String {
      switch self {
      case .good: "[ OK ]"
      case .warn: "[WARN]"
      case .fail: "[FAIL]"
      }
    }
  }
  /// What was looked at.
  public var part: String
  /// How it is.
  public var result: Result
  /// What was found, and what to do if it is not good.
  public var text: String

  /// - Parameters:
  ///   - part: what was looked at. - result: how it is. - text: what was found, and what to do.
  public init(_ part: String, _ result: Result, _ text: String) {
    self.part = part
    self.result = result
    self.text = text
  }
}
