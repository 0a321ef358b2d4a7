import ChildPrograms
import Foundation
import GestureFlowAPI
import Synchronization

/// Extracts the sound of films and M4A files to FLAC copies. It imports one file after the other. Originals are not
/// changed. Films sent by a client are removed after the import, or if they cannot be imported. A film whose try was
/// disturbed is kept, and tried again at the next start.
public final class Importer: Sendable {
  /// Minimum free space on the disk, in bytes.
  public static let keepFree: Int64 = 200 << 20
  /// Maximum size of a film, in bytes. The next field is the extra room for its copy.
  public static let maxFilm: Int64 = 8 << 30
  static let roomForCopy: Int64 = 64 << 20
  /// Maximum number of simultaneous uploads, and of waiting files.
  static let maxUploads = 2
  static let maxWaiting = 10_000
  /// Message about a client's film whose try was disturbed.
  private static let isKept = "the film stays on the box"
  private static let isTriedAgain = isKept + ", and its next start tries it again"
  /// Maximum number of stored results.
  static let keptResults = 50

  private struct Order: Equatable {
    var path: String
    /// Whether a client sent it. The importer must then remove it.
    var isOurs: Bool
    /// Whether a person requests it now, in spite of earlier failures.
    var isAsked: Bool
  }

  private struct Inner {
    var queue: [Order] = []
    var child: ChildProgram?
    var isStopped = false
    var isWorking = false
    var now = State()
    var finished = 0
    /// Reserved bytes for uploads, and the number of uploads.
    var reserved: Int64 = 0
    var uploads = 0
    var onDone: (@Sendable () -> Void)?
    var onResult: (@Sendable (String, Result) -> Void)?

    mutating func record(_ file: String, _ result: Result) {
      finished += 1
      now.results.append(ImportResult(number: finished, file: file, result))
      if now.results.count > Importer.keptResults { now.results.removeFirst() }
    }
  }

  /// Folder of the copies.
  public let folder: String
  private let inner = Mutex(Inner())
  private let work = DispatchQueue(label: "gf-import", qos: .background)
  private let launcher: String
  private let freeBytes: @Sendable (String) -> Int64
  private let names: @Sendable (String) throws -> [String]
  let calls: AtomicFile.Calls

  /// - Parameter folder: folder of the copies; it is created when needed.
  public convenience init(_ folder: String) { self.init(folder, freeBytes: Importer.free) }

  /// - Parameters:
  ///   - launcher: path of `env`, which finds the programs.
  ///   - freeBytes: returns the free bytes of a folder's disk.
  ///   - names: returns the names in a folder; throws if they cannot be read.
  ///   - calls: write copies and films to the disk.
  package init(
    _ folder: String, launcher: String = "/usr/bin/env", freeBytes: @escaping @Sendable (String) -> Int64 = Importer.free,
    names: @escaping @Sendable (String) throws -> [String] = { try FileManager.default.contentsOfDirectory(atPath: $0) },
    calls: AtomicFile.Calls = .system
  ) {
    self.folder = folder
    self.launcher = launcher
    self.freeBytes = freeBytes
    self.names = names
    self.calls = calls
  }

  /// Returns the free bytes of a folder's disk; 0 if unknown.
  public static func free(_ folder: String) -> Int64 { FreeSpace.bytes(folder) ?? 0 }

  /// Called after each finished copy.
  var onDone: (@Sendable () -> Void)? {
    get { inner.withLock { $0.onDone } }
    set { inner.withLock { $0.onDone = newValue } }
  }

  /// Receives each file's result, with the name that a person knows.
  var onResult: (@Sendable (String, Result) -> Void)? {
    get { inner.withLock { $0.onResult } }
    set { inner.withLock { $0.onResult = newValue } }
  }

  /// The current work and the last results.
  public var state: State {
    inner.withLock { inner in
      var state = inner.now
      state.waiting = inner.queue.count
      return state
    }
  }

  // MARK: - Files

  /// Adds a file to the queue. An unchanged file that was imported before is not imported again.
  /// - Parameter isAsked: whether a person requests it. A file that was given up is then tried again.
  /// - Returns: false if the queue is full or the box is shutting down. A file that waits already counts as added.
  @discardableResult public func add(_ path: String, isAsked: Bool = false) -> Bool { add(path, isOurs: false, isAsked: isAsked) }

  @discardableResult func add(_ path: String, isOurs: Bool, isAsked: Bool) -> Bool {
    let (isTaken, begins) = inner.withLock { inner in
      guard !inner.isStopped else { return (false, false) }
      if let at = inner.queue.firstIndex(where: { $0.path == path }) {
        if isAsked { inner.queue[at].isAsked = true }
        return (true, false)
      }
      if inner.now.file == path { return (true, false) }
      guard inner.queue.count < Self.maxWaiting else { return (false, false) }
      inner.queue.append(Order(path: path, isOurs: isOurs, isAsked: isAsked))
      defer { inner.isWorking = true }
      return (true, !inner.isWorking)
    }
    if begins { work.async { [self] in run() } }
    return isTaken
  }

  /// Returns the copy of a file that was imported and is unchanged. It records this as a result, because the client
  /// waits for one.
  /// - Returns: the copy's path; nil if there is not one, and the file must be added.
  public func recall(_ path: String) -> String? {
    guard let copy = copy(of: path) else { return nil }
    inner.withLock { $0.record(path, .known(copy)) }
    onResult?(path, .known(copy))
    return copy
  }

  /// Stops the running import. Films of clients stay, and `resume` continues with them.
  public func stop() {
    let child = inner.withLock { inner in
      inner.isStopped = true
      inner.queue = []
      return inner.child
    }
    child?.kill()
  }

  private func run() {
    while let order = inner.withLock({ inner -> Order? in
      guard !inner.isStopped, !inner.queue.isEmpty else {
        inner.isWorking = false
        return nil
      }
      let order = inner.queue.removeFirst()
      inner.now.file = order.path
      inner.now.progress = nil
      return order
    }) {
      let (trial, wasStopped) = finish(order)
      if order.isOurs, trial.isFinal, !wasStopped { _ = try? FileManager.default.removeItem(atPath: order.path.folderOfPath) }
      // An import interrupted by the shutdown is not the file's fault. The index does not store it.
      if case .failed = trial.result, wasStopped { continue }
      onResult?(order.isOurs ? (order.path as NSString).lastPathComponent : order.path, trial.result)
      if case .done = trial.result { onDone?() }
    }
  }

  /// Imports a file and stores the result.
  private func finish(_ order: Order) -> (trial: Trial, wasStopped: Bool) {
    if order.isAsked, let target = target(for: order.path) { ImportAttempts(target: target, calls: calls).end() }
    var trial = attempt(order.path)
    if order.isOurs, !trial.isFinal, case .failed(let why) = trial.result {
      trial = .postponed(why + "; " + (whyGivenUp(order.path) == nil ? Self.isTriedAgain : Self.isKept))
    }
    let wasStopped = inner.withLock { inner in
      inner.now.file = nil
      inner.now.progress = nil
      inner.record(order.path, trial.result)
      return inner.isStopped
    }
    return (trial, wasStopped)
  }

  /// Imports one file that was not given up, on the caller's thread.
  public func convert(_ path: String) -> Result { attempt(path).result }

  private func attempt(_ path: String) -> Trial {
    let files = FileManager.default
    guard let target = target(for: path) else { return .settled(.failed("there is no file \(MusicList.shown(path))")) }
    // Replace a copy damaged by a power cut or a bad card.
    if files.fileExists(atPath: target), Self.isWhole(target) { return .settled(.known(target)) }
    let attempts = ImportAttempts(target: target, calls: calls)
    if attempts.areUsedUp { return .postponed(ImportAttempts.reason) }
    do throws(FileError) { try AtomicFile.makeFolder(folder, calls: calls) } catch { return .postponed("\(error)") }
    let free = freeBytes(folder)
    if free <= Self.keepFree {
      return .postponed(
        "only \(free >> 20) MB are free on the disk of \(folder), and \(Self.keepFree >> 20) MB are kept free: remove something")
    }
    defer { attempts.end() }
    do throws(FileError) { try attempts.begin() } catch { return .postponed("\(error)") }
    let extraction = Extraction(of: path, to: target, room: free - Self.keepFree, launcher: launcher, calls: calls)
    let trial = extraction.run { [self] share in
      inner.withLock { $0.now.progress = share }
    } child: { child in
      let isTooLate = inner.withLock { inner in
        inner.child = child
        return inner.isStopped
      }
      // `stop` came before this program was started.
      if isTooLate { child?.kill() }
    }
    if case .failed = trial.result, inner.withLock({ $0.isStopped }) { return .postponed("the box was switched off during it") }
    return trial
  }

  /// Returns the path of the copy. Its name is the original's, with a mark of size and time, so that a changed
  /// original is imported again.
  func target(for path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let name = ImportName.short(ImportName.title(path), bytes: 180)
    return "\(folder)/\(name) \(String(UInt64(status.st_size) &* 31 &+ UInt64(bitPattern: Int64(status.st_mtim.tv_sec)), radix: 36)).flac"
  }

  // MARK: - Films from clients

  /// Folder of films that arrive or wait. The library skips folders whose names begin with a dot.
  private var incoming: String { folder + "/.incoming" }

  /// Opens a file for a film that a client will send.
  /// - Parameters:
  ///   - name: the client's name for it; it is cleaned here.
  ///   - bytes: length of the film.
  ///   - modified: time of the original in seconds since 1970, if known.
  /// - Throws: the reason for a rejection.
  public func receive(_ name: String, bytes: Int64, modified: Int?) throws(Problem) -> IncomingFilm {
    guard bytes > 0 else { throw .failed("the film is empty (0 bytes)") }
    guard bytes <= Self.maxFilm else { throw .tooLarge("the film has \(bytes >> 20) MB; \(Self.maxFilm >> 20) MB are accepted") }
    let place = "\(incoming)/\(String(UInt64.random(in: .min ... .max), radix: 36))"
    do throws(FileError) { try AtomicFile.makeFolder(place, calls: calls) } catch { throw .failed("\(error)") }
    do throws(Problem) { try reserve(bytes) } catch {
      _ = try? FileManager.default.removeItem(atPath: place)
      throw error
    }
    return try IncomingFilm(self, folder: place, name: ImportName.clean(name), bytes: bytes, modified: modified)
  }

  private func reserve(_ bytes: Int64) throws(Problem) {
    let free = freeBytes(folder)
    let refusal: Problem? = inner.withLock { inner in
      if inner.uploads >= Self.maxUploads { return .busy("\(inner.uploads) films are being sent, which is the most: try again later") }
      let needed = bytes + Self.roomForCopy + Self.keepFree + inner.reserved
      if free < needed {
        return .noRoom(
          "\(free >> 20) MB are free on the disk of \(folder), and \(needed >> 20) MB are needed for the film, its copy and what is kept free: remove something"
        )
      }
      inner.uploads += 1
      inner.reserved += bytes
      return nil
    }
    if let refusal { throw refusal }
  }

  func release(_ bytes: Int64) {
    inner.withLock { inner in
      inner.uploads -= 1
      inner.reserved -= bytes
    }
  }

  /// Continues with films that were completely received before the shutdown. Removes incomplete ones. A folder that
  /// cannot be read now waits for the next start, because its contents are unknown.
  public func resume() {
    // Remove incomplete copies from a power cut. No import would continue with them, and they would stay unseen.
    for name in (try? names(folder)) ?? [] where name.hasSuffix(".flac" + Extraction.part) { unlink("\(folder)/\(name)") }
    for place in ((try? names(incoming)) ?? []).sorted() {
      let folder = "\(incoming)/\(place)"
      guard let found = try? names(folder) else { continue }
      if let film = found.first(where: { !$0.hasSuffix(IncomingFilm.part) }) {
        add("\(folder)/\(film)", isOurs: true, isAsked: false)
      } else {
        // Remove only the files seen here. A folder that holds more stays.
        for part in found { unlink("\(folder)/\(part)") }
        rmdir(folder)
      }
    }
  }
}
