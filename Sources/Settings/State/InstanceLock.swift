import Foundation
import GestureFlowAPI

/// Lock that allows one daemon for a state folder. It is held during the lifetime of this object.
///
/// Only a lock of another process prevents the start of the box. Any other problem of folder, file or disk is a
/// notice, and nothing is kept.
public final class InstanceLock {
  /// Why nothing is kept; nil if it is.
  public let trouble: Failure?
  /// Descriptor of the locked file or folder. It is negative, without a lock, if neither can be opened.
  private let descriptor: Int32

  /// The system calls; replaced in tests.
  package struct Calls {
    /// `open(2)` with path and flags.
    package var open: (_ path: String, _ flags: Int32) -> Int32 = { Glibc.open($0, $1, 0o640) }
    /// `flock(2)`.
    package var lock: (_ descriptor: Int32, _ operation: Int32) -> Int32 = { flock($0, $1) }

    /// Makes the calls of the system.
    package init() {}
  }

  /// Locks the folder.
  /// - Throws: `FileError` that names the process that has the lock.
  public convenience init(in folder: String) throws(FileError) { try self.init(in: folder, calls: Calls()) }

  /// Locks the folder.
  /// - Parameter open: `open(2)`; replaced in tests.
  package convenience init(in folder: String, open: @escaping (_ path: String, _ flags: Int32) -> Int32) throws(FileError) {
    var calls = Calls()
    calls.open = open
    try self.init(in: folder, calls: calls)
  }

  package init(in folder: String, calls: Calls) throws(FileError) {
    let path = folder + "/gestureflowd.lock"
    var trouble: Failure?
    func complain(_ what: String, _ code: Int32) {
      guard trouble == nil else { return }
      trouble = Failure(
        "\(what)\(WriteTrouble(code).cause) (\(ReadTrouble.text(code))), so the box saves nothing", remedy: Self.remedy(code))
    }
    do throws(FileError) { try AtomicFile.makeFolder(folder) } catch { complain("the folder \(folder) cannot be made", error.code ?? EIO) }
    var file = calls.open(path, O_RDWR | O_CREAT | O_CLOEXEC)
    let isWritable = file >= 0
    if !isWritable {
      complain("nothing can be written to \(folder)", errno)
      // A lock needs no right to write. Lock the file if it exists, because another daemon may have locked it;
      // otherwise lock the folder.
      file = calls.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if file < 0 { file = calls.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }
    if file >= 0, calls.lock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EWOULDBLOCK {
        close(file)
        let other = FileManager.default.contents(atPath: path).map { String(decoding: $0.prefix(32), as: UTF8.self) } ?? ""
        throw FileError(
          path: path,
          reason:
            "another gestureflowd (process \(cleaned(other, limit: 32).trimmingCharacters(in: .whitespaces))) runs with this state",
          remedy: "stop it first",
          code: code)
      }
      complain("\(path) cannot be locked", code)
    }
    descriptor = file
    self.trouble = trouble
    guard isWritable, trouble == nil else { return }
    ftruncate(file, 0)
    let text = "\(getpid())\n"
    _ = text.withCString { write(file, $0, strlen($0)) }
  }

  private static func remedy(_ code: Int32) -> String {
    let isPlace = WriteTrouble(code) == .refused || [ENOTDIR, EISDIR, ENOENT, EEXIST].contains(code)
    return (isPlace ? "check its access rights, or " : WriteTrouble(code).remedy + ", or ") + "name another folder with --state-dir"
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
