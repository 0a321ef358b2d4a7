/// A file that cannot be read or written, and the reason.
public struct FileError: Error, CustomStringConvertible, Sendable {
  /// Longest path in a message, in characters.
  public static let longestPath = 500
  /// The exact path of the file.
  public let path: String
  /// The problem and its remedy, in words.
  public let reason: String
  /// Error number of the system; nil without one.
  public let code: Int32?

  /// - Parameters: the path, the problem, and the error number of the system.
  public init(path: String, reason: String, code: Int32? = nil) {
    self.path = path
    self.reason = reason
    self.code = code
  }

  /// Path and reason. The path is cleaned, because a stranger may have named the file.
  public var description: String { "\(cleaned(path, limit: Self.longestPath)): \(reason)" }
}
