/// A command that was understood and cannot be carried out: `gfctl` ends with 1.
package struct RunFailure: Error, CustomStringConvertible {
  /// What is wrong, and what to do.
  package let description: String

  /// - Parameter description: what is wrong, and what to do.
  package init(_ description: String) { self.description = description }
}
