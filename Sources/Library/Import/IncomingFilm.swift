import Foundation
import GestureFlowAPI
import Synchronization

/// A film that a client sends to the box. Its bytes go to a file beside the imports. When it is complete, it waits
/// for its import and is removed afterwards. A film that is released before does not leave any file.
///
/// Only one thread at a time may write.
public final class IncomingFilm: Sendable {
  private struct State {
    var descriptor: Int32
    var written: Int64 = 0
    var failure: String?
    var isFinished = false
  }

  private let importer: Importer
  private let folder: String
  private let path: String
  private let bytes: Int64
  private let modified: Int?
  private let state: Mutex<State>

  /// Ending of the file while bytes are missing.
  static let part = ".part"

  /// - Parameters:
  ///   - folder: this film's own folder, which exists.
  ///   - name: cleaned name.
  ///   - bytes: already reserved with the importer, and released here.
  ///   - modified: time of the original, so that the same film is not imported twice.
  init(_ importer: Importer, folder: String, name: String, bytes: Int64, modified: Int?) throws(Problem) {
    self.importer = importer
    self.folder = folder
    path = "\(folder)/\(name)"
    self.bytes = bytes
    self.modified = modified
    let descriptor = open(path + Self.part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
    let code = errno
    state = Mutex(State(descriptor: descriptor))
    // From here on, `deinit` cleans up.
    if descriptor < 0 { throw .failed("\(folder) cannot be written (\(ReadTrouble.text(code))): \(WriteTrouble(code).remedy)") }
  }

  deinit {
    state.withLock { state in
      if state.descriptor >= 0 { close(state.descriptor) }
      if !state.isFinished { _ = try? FileManager.default.removeItem(atPath: folder) }
    }
    importer.release(bytes)
  }

  /// Appends bytes. After an error, further bytes are dropped and `finish` reports the error.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      guard state.failure == nil, let start = bytes.baseAddress else { return }
      var at = 0
      while at < bytes.count {
        let count = Glibc.write(state.descriptor, start + at, bytes.count - at)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          state.failure = String(cString: strerror(errno))
          return
        }
        at += count
      }
      state.written += Int64(at)
    }
  }

  /// Passes the film to the importer.
  /// - Returns: the file, as the importer's results name it.
  public func finish() throws(Problem) -> String {
    let failure: String? = state.withLock { state in
      if let failure = state.failure { return "the film cannot be kept (\(failure)): remove something" }
      guard state.written == bytes else { return "\(state.written) of \(bytes) bytes arrived: send it again" }
      if let modified {
        let time = timespec(tv_sec: modified, tv_nsec: 0)
        _ = withUnsafePointer(to: (time, time)) { pair in
          pair.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(state.descriptor, $0) }
        }
      }
      close(state.descriptor)
      state.descriptor = -1
      // The client deletes its film after the answer. So the film must survive a power cut.
      do throws(FileError) { try AtomicFile.place(path + Self.part, as: path, calls: importer.calls) } catch {
        return "the film cannot be kept (\(Failure(error.reason, remedy: error.remedy)))"
      }
      state.isFinished = true
      return nil
    }
    if let failure { throw .failed(failure) }
    guard importer.add(path, isOurs: true, isAsked: true) else {
      state.withLock { $0.isFinished = false }
      throw .busy("too many files wait to be imported, or the box is shutting down: try again later")
    }
    return path
  }
}
