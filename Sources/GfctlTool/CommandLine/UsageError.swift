/// A mistake in the command line, for the person who typed it.
package struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Exit code of a wrong command line (EX_USAGE).
  package static let exitCode: Int32 = 64
  /// The mistake and its remedy.
  package let description: String

  /// - Parameter text: the mistake and its remedy, without a full stop.
  package init(_ text: String) { description = text }
}
