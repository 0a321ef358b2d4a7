import Foundation
import GestureFlowAPI

/// One daemon a state folder: a lock file, held for as long as this lives.
public final class OnlyOne {
  private let descriptor: Int32

  /// - Throws: `FileError` that names the process that has the lock.
  public init(in folder: String) throws(FileError) {
    let path = folder + "/gestureflowd.lock"
    do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
      throw FileError(
        path: folder,
        reason: "the folder cannot be made (\(error.localizedDescription)): check its access rights, or name another with --state-dir")
    }
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else {
      throw FileError(
        path: path,
        reason:
          "it cannot be written (\(String(cString: strerror(errno)))): check its access rights, or name another folder with --state-dir")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let other = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
      close(descriptor)
      throw FileError(
        path: path,
        reason:
          "another gestureflowd (process \(other.trimmingCharacters(in: .whitespacesAndNewlines))) runs with this state: stop it first")
    }
    ftruncate(descriptor, 0)
    let text = "\(getpid())\n"
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
  }

  deinit { close(descriptor) }
}
