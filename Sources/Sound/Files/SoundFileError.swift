import GestureFlowAPI

/// Why a piece of music cannot be played.
public struct SoundFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, exactly as it is called; or what else is meant, such as a whole list.
  public let path: String
  /// What is wrong with it.
  public let reason: String
  /// The system's error number when the file could not be read at all, so that nothing is known of it; nil when it was read and cannot be played.
  package let trouble: Int32?
  /// Both in one line; the path as it is shown, because a stranger may have named the file.
  public var description: String { "\(cleaned(path, limit: FileError.longestPath)): \(reason)" }

  package init(path: String, reason: String, trouble: Int32? = nil) {
    self.path = path
    self.reason = reason
    self.trouble = trouble
  }
}
