/// A file that cannot be read or written, and why.
public struct FileError: Error, CustomStringConvertible, Sendable {
  /// Longest path in a sentence, in characters.
  public static let longestPath = 500
  /// The file, exactly as it is called.
  public let path: String
  /// What is wrong with it and what to do, in words.
  public let reason: String
  /// The system's error number; nil without one.
  public let code: Int32?

  /// - Parameters: the file, what is wrong with it, and the system's error number.
  public init(path: String, reason: String, code: Int32? = nil) {
    self.path = path
    self.reason = reason
    self.code = code
  }

  /// Path and reason; the path as it is shown, because a stranger may have named the file.
  public var description: String { "\(cleaned(path, limit: Self.longestPath)): \(reason)" }
}
