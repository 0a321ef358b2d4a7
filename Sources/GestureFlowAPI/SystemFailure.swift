import Glibc

/// A system call that failed.
public struct SystemFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// An errno value.
  public let code: Int32
  /// The call or step that failed: `open`, `describe`, `set format`, `read`, ...
  public let step: String

  /// - Parameters:
  ///   - code: an errno value.
  ///   - step: the call or step that failed.
  public init(_ code: Int32, _ step: String) { (self.code, self.step) = (code, step) }

  /// The system's words for the code.
  public var description: String { String(cString: strerror(code)) }
}
