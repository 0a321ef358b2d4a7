import Foundation
import GestureFlowAPI

/// One daemon a state folder: a lock, held for as long as this lives.
public final class OnlyOne {
  /// Where nothing can be written, the box plays all the same: then this says that nothing is kept.
  public let notice: String?
  private let descriptor: Int32

  /// - Throws: `FileError` that names the process that has the lock.
  public convenience init(in folder: String) throws(FileError) { try self.init(in: folder) { path, flags in open(path, flags, 0o640) } }

  /// - Parameter open: `open(2)`; replaced in tests.
  package init(in folder: String, open: (_ path: String, _ flags: Int32) -> Int32) throws(FileError) {
    let path = folder + "/gestureflowd.lock"
    do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
      throw FileError(
        path: folder,
        reason: "the folder cannot be made (\(error.localizedDescription)): check its access rights, or name another with --state-dir")
    }
    var file = open(path, O_RDWR | O_CREAT | O_CLOEXEC)
    var code = errno
    var notice: String?
    if file < 0, code == EROFS || code == EACCES || code == ENOSPC {
      notice =
        "nothing can be written to \(folder) (\(String(cString: strerror(code)))), so nothing is kept: check the disk, its space and access rights"
      // A lock needs no right to write: it is on the file if there is one, for another daemon may have that, and on the folder otherwise.
      file = open(path, O_RDONLY | O_CLOEXEC)
      if file < 0 { file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      code = errno
    }
    guard file >= 0 else {
      throw FileError(
        path: path,
        reason:
          "it cannot be written (\(String(cString: strerror(code)))): check its access rights, or name another folder with --state-dir")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      let other = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
      throw FileError(
        path: path,
        reason:
          "another gestureflowd (process \(other.trimmingCharacters(in: .whitespacesAndNewlines))) runs with this state: stop it first")
    }
    descriptor = file
    self.notice = notice
    guard notice == nil else { return }
    ftruncate(file, 0)
    let text = "\(getpid())\n"
    _ = text.withCString { write(file, $0, strlen($0)) }
  }

  deinit { close(descriptor) }
}
