import CRealtime
import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// All sticks that are present. The library detects them, reads them in the background, and removes them when they
/// go.
public final class MusicLibrary: Sendable {
  private struct Present {
    var stick: Stick
    var scanner: StickScanner?
    var lists: [MusicList] = []
    var sets: [FoundStemSet] = []
    /// Change count of the index when they were read; nil before.
    var changes: Int?
    /// Number of consecutive scans that did not run to their end.
    var failures = 0
    /// Whether imported copies of some of its files exist.
    var hasCopies = false
    /// Contents as reported last.
    var reported: Contents?
  }

  private enum Life { case new, running, ended }
  private struct State {
    var life = Life.new
    var present: [Present] = []
    /// One queue per stick. So two scans of one stick never run in parallel.
    var queues: [String: DispatchQueue] = [:]
  }

  /// The index of all sticks.
  public let index: LibraryIndex
  /// Nil if imports are off.
  public let importer: Importer?
  private let settings: Settings
  private let onEvent: @Sendable (Event) -> Void
  private let state = Mutex(State())
  private let scans = DispatchGroup()
  /// Serial queue for reports. So a listener that reads the lists never has older ones last.
  private let eventQueue = DispatchQueue(label: "gf-library-news", qos: .utility)
  private let ended = DispatchSemaphore(value: 0)
  /// Given when the library stops. It wakes a measurement that waits for the box.
  private let stopping = ClosingSignal()
  /// Returns whether the box has time to measure loudness now.
  private let mayMeasure: @Sendable () -> Bool
  /// Signalled when a scan has ended: there may be tracks to measure.
  private let measurable = DispatchSemaphore(value: 0)
  /// Seconds until a busy box is polled again.
  private static let measureRetry = 0.5
  private let places: @Sendable () -> StickTable
  private let access: StickAccess

  /// - Parameters:
  ///   - settings: folders and options.
  ///   - index: stores the library.
  ///   - table: returns the text of the kernel's mount table, nil when it cannot be read; replaced in tests.
  ///   - identify: returns the identity of a mounted stick, nil when the system could not check; replaced in tests.
  ///   - mayMeasure: polled many times a second while loudness is measured; false pauses the measurement.
  ///   - onEvent: receives the reports.
  public convenience init(
    _ settings: Settings, index: LibraryIndex, table: @escaping @Sendable () -> String? = { MountTable.read() },
    identify: @escaping @Sendable (Mount) -> String? = { MountTable.identity(of: $0) },
    mayMeasure: @escaping @Sendable () -> Bool = { true }, onEvent: @escaping @Sendable (Event) -> Void
  ) {
    self.init(
      settings, index: index, table: table, identify: identify, presence: { FolderPresence($0) }, access: StickAccess(),
      mayMeasure: mayMeasure, onEvent: onEvent)
  }

  package init(
    _ settings: Settings, index: LibraryIndex, table: @escaping @Sendable () -> String?,
    identify: @escaping @Sendable (Mount) -> String?, presence: @escaping @Sendable (String) -> FolderPresence, access: StickAccess,
    importer: Importer? = nil, mayMeasure: @escaping @Sendable () -> Bool = { true }, onEvent: @escaping @Sendable (Event) -> Void
  ) {
    self.settings = settings
    self.mayMeasure = mayMeasure
    self.index = index
    self.access = access
    self.onEvent = onEvent
    let folders = settings.folders + (settings.importFolder.map { [$0] } ?? [])
    places = {
      StickTable(mountRoot: settings.mountRoot, folders: folders, table: table, identify: identify, presence: presence)
    }
    self.importer = importer ?? settings.importFolder.map { Importer($0) }
  }

  // MARK: - Life cycle

  /// Starts to look for sticks. A stopped library stays stopped.
  public func start() {
    let begins = state.withLock { state in
      guard state.life == .new else { return false }
      state.life = .running
      return true
    }
    guard begins else { return }
    importer?.onResult = { [weak self] path, result in
      self?.settle(path, result)
      switch result {
      case .done: self?.tell(.notice("imported \(MusicList.shown(path))"))
      case .known(let copy):
        self?.tell(.notice("\(MusicList.shown(path)) was imported before and has not changed: its copy is \(MusicList.shown(copy))"))
      case .failed(let why): self?.tell(.notice("import of \(MusicList.shown(path)) failed: \(why)"))
      }
    }
    importer?.onDone = { [weak self] in self?.rescanImports() }
    importer?.resume()
    let thread = Thread { [self] in
      let watch = MountWatch()
      var places = places()
      while state.withLock({ $0.life == .running }) {
        compare(with: places.look())
        // The kernel reports changes of mounts. A check every half second also finds folders that appeared.
        _ = watch.wait(milliseconds: 500)
      }
      ended.signal()
    }
    thread.name = "gf-library"
    thread.start()
    if settings.measuresLoudness { startMeasuring() }
  }

  /// Ends all scans, measurements and imports within about a second.
  public func stop() {
    let ran = state.withLock { state in
      defer { state.life = .ended }
      for item in state.present { item.scanner?.cancel() }
      return state.life == .running
    }
    importer?.stop()
    measurable.signal()
    stopping.signal()
    if ran { _ = ended.wait(timeout: .now() + 1) }
    _ = scans.wait(timeout: .now() + 1)
  }

  private func tell(_ event: Event) { eventQueue.async { [onEvent] in onEvent(event) } }

  /// Updates the library to the sticks that are present now.
  private func compare(with there: [String: StickTable.Place]) {
    let begin = state.withLock { state in
      for item in state.present where there[item.stick.id]?.root != item.stick.root {
        item.scanner?.cancel()
        tell(.gone(item.stick))
      }
      state.present.removeAll { there[$0.stick.id]?.root != $0.stick.root }
      var begin: [String] = []
      for (id, place) in there.sorted(by: { $0.value.root < $1.value.root }) where !state.present.contains(where: { $0.stick.id == id }) {
        let stick = Stick(id: id, label: place.label, root: place.root)
        state.present.append(Present(stick: stick))
        tell(.appeared(stick))
        begin.append(id)
      }
      return begin
    }
    for id in begin { scan(id) }
  }

  // MARK: - Scans

  /// Reads all sticks again; unchanged files are kept.
  public func rescan() { for id in state.withLock({ $0.present.map(\.stick.id) }) { scan(id) } }
  private func rescanImports() { if let folder = settings.importFolder { scan(folder) } }

  private func scan(_ id: String) {
    let begun: (scanner: StickScanner, queue: DispatchQueue)? = state.withLock { state in
      guard state.life == .running, let at = state.present.firstIndex(where: { $0.stick.id == id }) else { return nil }
      state.present[at].scanner?.cancel()
      let root = state.present[at].stick.root
      let scanner = StickScanner(stick: id, root: root, index: index, access: access) { [weak self, importer] file in
        guard importer?.copy(of: root + "/" + file.relative) != nil else { return false }
        self?.hasCopies(of: id)
        return true
      } whyGivenUp: { [importer] file in
        importer?.whyGivenUp(root + "/" + file.relative)
      }
      state.present[at].scanner = scanner
      state.present[at].stick.isScanning = true
      state.present[at].stick.isWhole = false
      let queue = state.queues[id] ?? DispatchQueue(label: "gf-scan", qos: .utility)
      state.queues[id] = queue
      return (scanner, queue)
    }
    guard let (scanner, queue) = begun else { return }
    queue.async(group: scans) { [self] in
      // The known music of this stick plays at once.
      refresh(id, scanner)
      // Do not use the wall clock: on a box without a network it may jump by years.
      var lastRefresh = -Double.infinity
      do throws(Failure) {
        let outcome = try scanner.run {
          guard ProcessInfo.processInfo.systemUptime - lastRefresh > 1 else { return }
          refresh(id, scanner)
          lastRefresh = ProcessInfo.processInfo.systemUptime
        }
        finish(id, scanner, outcome)
      } catch {
        tell(.notice(error.description))
        finish(id, scanner, nil)
      }
    }
  }

  /// Reads a stick's lists and stem sets from the index. Does nothing if the index has not changed since the last
  /// read.
  private func refresh(_ id: String, _ scanner: StickScanner) {
    guard let item = state.withLock({ $0.present.first { $0.stick.id == id && $0.scanner === scanner } }) else { return }
    let root = item.stick.root
    do throws(Failure) {
      let changes = try index.changes()
      if item.changes == changes { return }
      let tracks = try index.tracks(of: id)
      let lists = MusicList.lists(
        of: id, root: root, tracks: tracks, playlists: try index.playlists(of: id), stems: try index.stemFiles(of: id))
      let sets = try index.stemSets(of: id).map { FoundStemSet($0, stick: id, root: root) }
      let count = try index.count(of: id)
      let changed = state.withLock { state in
        guard let at = state.present.firstIndex(where: { $0.stick.id == id && $0.scanner === scanner }) else { return false }
        state.present[at].stick.tracks = count.tracks
        state.present[at].stick.problems = count.problems
        state.present[at].stick.stemSets = sets.count
        state.present[at].changes = changes
        defer { (state.present[at].lists, state.present[at].sets) = (lists, sets) }
        return state.present[at].lists != lists || state.present[at].sets != sets
      }
      if changed { tell(.updated(id)) }
      if count.tracks > 0 || !sets.isEmpty { tell(.music, of: id) }
    } catch { tell(.notice(error.description)) }
  }

  /// Writes an import's result into the list of problems.
  private func settle(_ path: String, _ result: Importer.Result) {
    let place: (stick: Stick, relative: String)? = state.withLock { state in
      // A stick may be mounted inside another folder of the library. Take the innermost one.
      let stick = state.present.map(\.stick).filter { path.hasPrefix($0.root + "/") }.max { $0.root.utf8.count < $1.root.utf8.count }
      return stick.map { ($0, String(path.dropFirst($0.root.count + 1))) }
    }
    guard let (stick, relative) = place else { return }
    do throws(Failure) {
      try index.settle(relative, of: stick.id, root: stick.root, result)
      let count = try index.count(of: stick.id)
      state.withLock { state in
        guard let at = state.present.firstIndex(where: { $0.stick.id == stick.id }) else { return }
        state.present[at].stick.problems = count.problems
      }
    } catch { tell(.notice(error.description)) }
    if case .failed = result { return }
    hasCopies(of: stick.id)
    tell(.music, of: stick.id)
  }

  private func finish(_ id: String, _ scanner: StickScanner, _ outcome: StickScanner.Outcome?) {
    refresh(id, scanner)
    let failed: (failures: Int, label: String)? = state.withLock { state in
      guard let at = state.present.firstIndex(where: { $0.stick.id == id && $0.scanner === scanner }) else { return nil }
      state.present[at].stick.isScanning = false
      state.present[at].stick.isWhole = outcome?.isComplete == true
      state.present[at].stick.scanned = scanner.scanned
      guard outcome?.trouble != nil else {
        state.present[at].failures = 0
        return nil
      }
      state.present[at].failures += 1
      return (state.present[at].failures, state.present[at].stick.label)
    }
    measurable.signal()
    if let contents = contents(of: id, outcome, failures: failed?.failures ?? 0) { tell(contents, of: id) }
    if let failed, let trouble = outcome?.trouble { retry(id, failed.failures, "stick '\(failed.label)' cannot be read (\(trouble))") }
    if settings.importsAlone, let importer, let outcome, id != settings.importFolder, let root = sticks.first(where: { $0.id == id })?.root
    {
      for file in outcome.importable { importer.add(root + "/" + file.relative) }
    }
    tell(.updated(id))
  }

  private func hasCopies(of id: String) {
    state.withLock { state in
      guard let at = state.present.firstIndex(where: { $0.stick.id == id }) else { return }
      state.present[at].hasCopies = true
    }
  }

  /// Returns the contents of a stick after a scan. Nil while they are unknown. A stick that was pulled out during a
  /// scan is gone at the second try.
  private func contents(of id: String, _ outcome: StickScanner.Outcome?, failures: Int) -> Contents? {
    guard let outcome, let item = state.withLock({ $0.present.first { $0.stick.id == id } }) else { return nil }
    if item.stick.tracks > 0 || item.stick.stemSets > 0 || item.hasCopies { return .music }
    if let trouble = outcome.trouble { return failures >= 2 ? .unreadable(trouble) : nil }
    guard outcome.isComplete else { return nil }
    return outcome.importable.isEmpty ? .nothing : .needsImport
  }

  /// Reports the contents of a stick unless they were reported before.
  private func tell(_ contents: Contents, of id: String) {
    state.withLock { state in
      guard id != settings.importFolder, let at = state.present.firstIndex(where: { $0.stick.id == id }),
        state.present[at].reported != contents
      else { return }
      state.present[at].reported = contents
      // Under the lock, so that the end of the stick cannot come first.
      tell(.contents(state.present[at].stick, contents))
    }
  }

  /// Tries a failed scan again later. A stick that was pulled out during a scan is not reported: it is gone at the
  /// second try.
  private func retry(_ id: String, _ failures: Int, _ reason: String) {
    if failures == 2 { tell(.notice("\(reason); the box tries again and keeps playing the tracks that it knows")) }
    let pause = min(settings.retryPause * Double(1 << min(failures - 1, 8)), settings.retryPause * 10)
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause) { [weak self] in self?.scan(id) }
  }

  // MARK: - Loudness

  /// Measures on a thread of its own, one file at a time. The thread has the lowest priority.
  private func startMeasuring() {
    scans.enter()
    let thread = Thread { [self] in
      gf_thread_lowest()
      while isRunning {
        measurable.wait()
        // Another scan restarts the pause.
        while isRunning, measurable.wait(timeout: .now() + settings.measurePause) == .success {}
        for stick in sticks where stick.isWhole { measure(stick) }
      }
      scans.leave()
    }
    thread.name = "gf-loudness"
    thread.start()
  }

  private var isRunning: Bool { state.withLock { $0.life == .running } }

  private func measure(_ stick: Stick) {
    let scan = LoudnessScan(stick: stick.id, root: stick.root, index: index, access: access)
    do throws(Failure) { try scan.run { goesOn(stick) } } catch { tell(.notice(error.description)) }
  }

  /// Waits until the box has time.
  /// - Returns: false if the stick is gone or is being read.
  private func goesOn(_ stick: Stick) -> Bool {
    while true {
      let isThere = state.withLock { state in
        state.life == .running && state.present.contains { $0.stick.id == stick.id && $0.stick.root == stick.root && $0.stick.isWhole }
      }
      guard isThere else { return false }
      if mayMeasure() { return true }
      if stopping.wait(upTo: Self.measureRetry) { return false }
    }
  }

  // MARK: - Queries from any thread

  /// The present sticks, in the order of their arrival.
  public var sticks: [Stick] {
    state.withLock { state in
      state.present.map { item in
        var stick = item.stick
        if stick.isScanning { stick.scanned = item.scanner?.scanned ?? 0 }
        return stick
      }
    }
  }

  /// All folders, playlists and stem sets. Also says for which sticks they are complete.
  public var music: Music {
    state.withLock { state in
      Music(
        state.present.flatMap(\.lists), sets: state.present.flatMap(\.sets),
        whole: Set(state.present.lazy.map(\.stick).filter(\.isWhole).map(\.id)))
    }
  }

  /// All folders and playlists, in the order of the sticks' arrival.
  public var lists: [MusicList] { music.lists }
}
