/// A program that could not be started, and why.
public struct ChildProgramError: Error, CustomStringConvertible, Equatable, Sendable {
  /// Its path, as it was given.
  public let program: String
  /// The kernel's reason, in words.
  public let reason: String

  /// Path and reason.
  public var description: String { "\(program) cannot be started (\(reason))" }
}
