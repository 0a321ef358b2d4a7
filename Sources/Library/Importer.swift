import ChildPrograms
import Foundation
import GestureFlowAPI
import Synchronization

/// Extracts the sound of films and M4A files to FLAC copies, one after the other. Originals are not touched; films that a client sent are removed when they
/// have been imported, or cannot be. One that could not be tried in peace is kept, and tried again at the next start.
public final class Importer: Sendable {
  /// The disk keeps at least this much free, in bytes.
  public static let keepFree: Int64 = 200 << 20
  /// Largest film that a client may send, in bytes, and room that its copy needs besides.
  public static let maxFilm: Int64 = 8 << 30
  static let roomForCopy: Int64 = 64 << 20
  /// Films that may be sent at a time, and files that may wait.
  static let maxUploads = 2
  static let maxWaiting = 10_000
  /// What is said of a film of a client that could not be tried in peace.
  private static let isKept = "the film stays on the box"
  private static let isTriedAgain = isKept + ", and its next start tries it again"
  /// Results that are remembered.
  static let keptResults = 50

  private struct Order: Equatable {
    var path: String
    /// A client sent it: it is the importer's to remove.
    var isOurs: Bool
    /// A person wants it now, whatever came of earlier tries.
    var isAsked: Bool
  }

  private struct Inner {
    var queue: [Order] = []
    var child: ChildProgram?
    var isStopped = false
    var isWorking = false
    var now = State()
    var finished = 0
    /// Bytes that clients are about to send, and how many do.
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

  /// Where the copies lie.
  public let folder: String
  private let inner = Mutex(Inner())
  private let work = DispatchQueue(label: "gf-import", qos: .background)
  private let launcher: String
  private let freeBytes: @Sendable (String) -> Int64
  private let names: @Sendable (String) throws -> [String]
  let calls: AtomicFile.Calls

  /// - Parameter folder: where the copies go; it is made when it is needed.
  public convenience init(_ folder: String) { self.init(folder, freeBytes: Importer.free) }

  /// - Parameters:
  ///   - launcher: path of `env`, which finds the programs.
  ///   - freeBytes: that a folder's disk has.
  ///   - names: what lies in a folder; it throws where that cannot be told.
  ///   - calls: bring copies and films to the disk.
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

  /// Bytes that are free on a folder's disk.
  public static func free(_ folder: String) -> Int64 {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return 0 }
    return Int64(status.f_bavail) * Int64(status.f_frsize)
  }

  /// Called after each copy that was made.
  var onDone: (@Sendable () -> Void)? {
    get { inner.withLock { $0.onDone } }
    set { inner.withLock { $0.onDone = newValue } }
  }

  /// Told of each file, by the name that a person knows it by, and what became of it.
  var onResult: (@Sendable (String, Result) -> Void)? {
    get { inner.withLock { $0.onResult } }
    set { inner.withLock { $0.onResult = newValue } }
  }

  /// What is done now and what was done last.
  public var state: State {
    inner.withLock { inner in
      var state = inner.now
      state.waiting = inner.queue.count
      return state
    }
  }

  // MARK: - Files

  /// Puts a file in the queue; one that was imported before and has not changed is not imported again.
  /// - Parameter isAsked: a person asks for it, so that one which was given up is tried again.
  /// - Returns: false if it is not taken: too many wait, or the box goes down. One that waits already is taken.
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

  /// Asks for the copy of a file that was imported before and has not changed since. It is a result like any other: whoever wants the file imported waits for one.
  /// - Returns: its path; nil if there is none, and the file is to be added.
  public func recall(_ path: String) -> String? {
    guard let copy = copy(of: path) else { return nil }
    inner.withLock { $0.record(path, .known(copy)) }
    onResult?(path, .known(copy))
    return copy
  }

  /// Stops the import in work. Films of clients stay, and `resume` goes on with them.
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
      // An import that the box's end broke off is not the file's trouble, and the index keeps no word of it.
      if case .failed = trial.result, wasStopped { continue }
      onResult?(order.isOurs ? (order.path as NSString).lastPathComponent : order.path, trial.result)
      if case .done = trial.result { onDone?() }
    }
  }

  /// Imports a file and remembers what came of it.
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

  /// Imports one file that was not given up; on the caller's thread.
  public func convert(_ path: String) -> Result { attempt(path).result }

  private func attempt(_ path: String) -> Trial {
    let files = FileManager.default
    guard let target = target(for: path) else { return .settled(.failed("there is no file \(MusicList.shown(path))")) }
    // A copy that was damaged by a power cut or a bad card is made again, and replaces the damaged one.
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
      // `stop` came before this one was started.
      if isTooLate { child?.kill() }
    }
    if case .failed = trial.result, inner.withLock({ $0.isStopped }) { return .postponed("the box went down in the middle of it") }
    return trial
  }

  /// Name of the copy: the original's, and a mark of its size and time, so that a changed original is imported again.
  func target(for path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let name = ImportName.short(ImportName.title(path), bytes: 180)
    return "\(folder)/\(name) \(String(UInt64(status.st_size) &* 31 &+ UInt64(bitPattern: Int64(status.st_mtim.tv_sec)), radix: 36)).flac"
  }

  // MARK: - Films that clients send

  /// Where films lie while they come and wait. The library does not look into folders whose names begin with a dot.
  private var incoming: String { folder + "/.incoming" }

  /// Opens a file for a film that a client is about to send.
  /// - Parameters:
  ///   - name: as the client has it; it is cleaned.
  ///   - bytes: length of the film.
  ///   - modified: time of the original in seconds since 1970, if it is known.
  /// - Throws: why it is not taken.
  public func receive(_ name: String, bytes: Int64, modified: Int?) throws(IncomingRefusal) -> IncomingFilm {
    guard bytes > 0 else { throw .failed("the film is empty (0 bytes)") }
    guard bytes <= Self.maxFilm else { throw .tooLarge("the film has \(bytes >> 20) MB; \(Self.maxFilm >> 20) MB are taken") }
    let place = "\(incoming)/\(String(UInt64.random(in: .min ... .max), radix: 36))"
    do throws(FileError) { try AtomicFile.makeFolder(place, calls: calls) } catch { throw .failed("\(error)") }
    do throws(IncomingRefusal) { try reserve(bytes) } catch {
      _ = try? FileManager.default.removeItem(atPath: place)
      throw error
    }
    return try IncomingFilm(self, folder: place, name: ImportName.clean(name), bytes: bytes, modified: modified)
  }

  private func reserve(_ bytes: Int64) throws(IncomingRefusal) {
    let free = freeBytes(folder)
    let refusal: IncomingRefusal? = inner.withLock { inner in
      if inner.uploads >= Self.maxUploads { return .busy("\(inner.uploads) films are being sent, and no more are taken: try again later") }
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

  /// Goes on with films that had come whole before the box went down, and removes what is left of others. A folder that cannot be read now waits for the next
  /// start: nobody knows what lies in it.
  public func resume() {
    // Copies that were being made when the power went: nobody goes on with them, and nobody would see them.
    for name in (try? names(folder)) ?? [] where name.hasSuffix(".flac" + Extraction.part) { unlink("\(folder)/\(name)") }
    for place in ((try? names(incoming)) ?? []).sorted() {
      let folder = "\(incoming)/\(place)"
      guard let found = try? names(folder) else { continue }
      if let film = found.first(where: { !$0.hasSuffix(IncomingFilm.part) }) {
        add("\(folder)/\(film)", isOurs: true, isAsked: false)
      } else {
        // Only what was seen: a folder that holds more stays.
        for part in found { unlink("\(folder)/\(part)") }
        rmdir(folder)
      }
    }
  }
}
