/// Identifies a stem set. It finds the set again when its stick comes back, or after a start.
package struct StemSetKey: Sendable, Equatable, Codable {
  /// The stick's identity; none for a built-in set.
  package var stick: String
  /// Path of its folder from the stick's root. For a built-in set it is the song.
  package var folder: String

  package init(stick: String, folder: String) {
    self.stick = stick
    self.folder = folder
  }
}
