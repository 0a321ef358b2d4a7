/// A file that cannot be read or written, and why.
public struct FileError: Error, CustomStringConvertible, Sendable {
  /// The file.
  public let path: String
  /// What is wrong with it and what to do, in words.
  public let reason: String

  /// - Parameters: the file, and what is wrong with it.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Path and reason.
  public var description: String { "\(path): \(reason)" }
}
