/// An error with its cause and its remedy in words.
///
/// Errors that a caller distinguishes have an enum of their own. All others are a `Failure`. Their texts are static
/// members beside the code that throws them.
public struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The cause, without a full stop.
  public var reason: String
  /// Advice for the person who reads it; empty without any.
  public var remedy: String

  /// - Parameters:
  ///   - reason: the cause, without a full stop.
  ///   - remedy: advice for the person who reads it; empty without any.
  public init(_ reason: String, remedy: String = "") { (self.reason, self.remedy) = (reason, remedy) }

  /// `reason: remedy`, or the reason alone.
  public var description: String { remedy.isEmpty ? reason : "\(reason): \(remedy)" }
}
