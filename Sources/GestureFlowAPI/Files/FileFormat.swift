/// Formats of the box's JSON files, as their key `format` names them.
package enum FileFormat {
  /// The box's state.
  package static let state = "gestureflow-state"
  /// The stored scenes.
  package static let scenes = "gestureflow-scenes"
}
