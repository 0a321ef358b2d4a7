import Foundation

extension FileHandle {
  /// A file for writing that is made, or emptied where it is; nil when it cannot be.
  ///
  /// What is there keeps its kind and its rights. `FileManager.createFile` puts a new file in its place: for root also in that of `/dev/null`, which every program reads and writes from then on.
  package convenience init?(emptying path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return nil }
    self.init(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
