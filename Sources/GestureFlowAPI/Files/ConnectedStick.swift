/// A stick that is connected and mounted.
package struct ConnectedStick: Sendable, Equatable {
  /// UUID of the file system, or path of a folder.
  package var id: String
  /// Label of the stick.
  package var label: String
  /// Its mount point.
  package var root: String

  package init(id: String, label: String, root: String) {
    self.id = id
    self.label = label
    self.root = root
  }
}
