/// An error for a program that could not be started.
public struct ChildProgramError: Error, CustomStringConvertible, Equatable, Sendable {
  /// Its path, as it was given.
  public let program: String
  /// The kernel's reason, in words.
  public let reason: String

  /// Path and reason.
  public var description: String { "\(program) cannot be started (\(reason))" }
}
