/// A file that was skipped, and why.
public struct LibraryIssue: Sendable, Equatable {
  /// Path from the stick's root.
  public var relative: String
  /// Why, in a sentence without a full stop.
  public var reason: String

  /// - Parameters:
  ///   - relative: path from the stick's root.
  ///   - reason: why it was skipped.
  public init(relative: String, reason: String) {
    self.relative = relative
    self.reason = reason
  }
}

/// What went wrong with the library, and what to do.
public struct LibraryError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong and what to do, in a sentence.
  public let description: String

  /// - Parameter description: what went wrong and what to do.
  public init(_ description: String) { self.description = description }
}
