/// A file that cannot be read or written, and the reason.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Longest path in a message, in characters.
  public static let longestPath = 500
  /// The exact path of the file.
  public let path: String
  /// The problem, without a full stop.
  public let reason: String
  /// Advice for the reader; empty without any.
  public let remedy: String
  /// The system's error number. Nil without one, as for a file that was read and cannot be used.
  public let code: Int32?

  /// - Parameters: the path, the problem, and the error number of the system.
  public init(path: String, reason: String, remedy: String = "", code: Int32? = nil) {
    self.path = path
    self.reason = reason
    self.remedy = remedy
    self.code = code
  }

  /// Path and reason. The path is cleaned, because a stranger may have named the file.
  public var failure: Failure { Failure("\(cleaned(path, limit: Self.longestPath)): \(reason)", remedy: remedy) }

  /// Path, reason and remedy in one line.
  public var description: String { failure.description }
}
