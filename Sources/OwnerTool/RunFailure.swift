/// A valid command that failed: `gfctl` exits with 1.
package struct RunFailure: Error, CustomStringConvertible {
  /// The problem and its remedy.
  package let description: String

  /// - Parameter description: the problem and its remedy.
  package init(_ description: String) { self.description = description }
}
