/// The result of one check. The checks are those of `gfctl doctor` on a running box and of `gflab rehearse` on a
/// machine.
public struct Finding: Encodable, Sendable, Equatable {
  /// Result of the check.
  public enum Result: String, Encodable, Sendable {
    case good, warn, fail

    /// Mark of six characters, as in the boot sequence.
    public var mark: String {
      switch self {
      case .good: "[ OK ]"
      case .warn: "[WARN]"
      case .fail: "[FAIL]"
      }
    }
  }
  /// The part that was checked.
  public var part: String
  /// Result of the check.
  public var result: Result
  /// The finding, and the remedy if it is not good.
  public var text: String

  /// - Parameters:
  ///   - part: the part that was checked.
  ///   - result: of the check.
  ///   - text: the finding and the remedy.
  public init(_ part: String, _ result: Result, _ text: String) {
    self.part = part
    self.result = result
    self.text = text
  }
}
