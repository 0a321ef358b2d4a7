/// A file that was skipped, and why.
public struct LibraryIssue: Sendable, Equatable {
  /// Path from the stick's root.
  public var relative: String
  /// The reason, as a sentence without a full stop.
  public var reason: String

  /// - Parameters:
  ///   - relative: path from the stick's root.
  ///   - reason: why it was skipped.
  public init(relative: String, reason: String) {
    self.relative = relative
    self.reason = reason
  }
}
