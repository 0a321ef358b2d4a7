import Foundation

extension FileHandle {
  /// Opens a file for writing: makes it, or empties it in place.
  ///
  /// Returns nil on failure. An existing file keeps its kind and its access rights. `FileManager.createFile` would
  /// put a new file in its place: for root also in place of `/dev/null`, which every program would then read and
  /// write.
  package convenience init?(emptying path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return nil }
    self.init(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
