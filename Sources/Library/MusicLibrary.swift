import Foundation

/// All sticks that are there: they are noticed, read in the background, and forgotten when they go.
public final class MusicLibrary: @unchecked Sendable {
  /// A stick or folder that is there now.
  public struct Stick: Sendable, Equatable {
    public var id: String
    public var label: String
    public var root: String
    public var tracks = 0
    public var problems = 0
    public var scanned = 0
    public var isScanning = false
  }

  public enum News: Sendable, Equatable {
    case appeared(Stick)
    case gone(Stick)
    /// Its lists have changed.
    case updated(String)
    case notice(String)
  }

  public struct Settings: Sendable, Equatable {
    /// Sticks are mounted below it.
    public var mountRoot = "/run/media/gestureflow"
    /// Folders that are treated like sticks.
    public var folders: [String] = []
    /// Where imported sound lies; nil: nothing is imported.
    public var importFolder: String?
    /// Import what ffmpeg can read from each stick without being asked.
    public var importsAlone = false
    public init() {}
  }

  private struct Present {
    var stick: Stick
    var scanner: StickScanner?
    var lists: [MusicList] = []
    var outcome: StickScanner.Outcome?
  }

  public let index: LibraryIndex
  public let importer: Importer?
  private let settings: Settings
  private let onNews: @Sendable (News) -> Void
  private let lock = NSLock()
  private var present: [Present] = []
  private let scanQueue = DispatchQueue(label: "gf-scan", qos: .utility, attributes: .concurrent)
  private let scans = DispatchGroup()
  private var isRunning = false
  /// The library thread's own.
  private var identities: [Mount: String] = [:]
  private let ended = DispatchSemaphore(value: 0)
  private let identify: @Sendable (Mount) -> String
  private let table: @Sendable () -> String

  /// - Parameters:
  ///   - identify, table: replaced in tests.
  public init(
    _ settings: Settings, index: LibraryIndex, table: @escaping @Sendable () -> String = { MountTable.read() },
    identify: @escaping @Sendable (Mount) -> String = { MountTable.identity(of: $0) }, onNews: @escaping @Sendable (News) -> Void
  ) {
    self.settings = settings
    self.index = index
    self.table = table
    self.identify = identify
    self.onNews = onNews
    importer = settings.importFolder.map { Importer($0) }
  }

  // MARK: - Life

  public func start() {
    lock.withLock { isRunning = true }
    importer?.onResult = { [onNews] path, result in
      switch result {
      case .done: onNews(.notice("imported \(path)"))
      case .failed(let why): onNews(.notice("import of \(path) failed: \(why)"))
      }
    }
    importer?.onDone = { [weak self] in self?.rescanImports() }
    importer?.resume()
    let thread = Thread { [self] in
      let watch = MountWatch()
      look()
      while lock.withLock({ isRunning }) {
        // The kernel tells of changes; looking every half second besides finds folders that came.
        _ = watch.wait(milliseconds: 500)
        look()
      }
      ended.signal()
    }
    thread.name = "gf-library"
    thread.start()
  }

  public func stop() {
    let was = lock.withLock {
      defer { isRunning = false }
      for item in present { item.scanner?.cancel() }
      return isRunning
    }
    importer?.stop()
    if was { _ = ended.wait(timeout: .now() + 1) }
    _ = scans.wait(timeout: .now() + 1)
  }

  /// Compares what is mounted with what is known.
  func look() {
    var there: [String: (root: String, label: String)] = [:]
    let mounts = MountTable.mounts(below: settings.mountRoot, table: table())
    // Asked once a mount: of a stick that was pulled out udev forgets the name before the kernel forgets the mount.
    identities = identities.filter { mounts.contains($0.key) }
    for mount in mounts {
      let id = identities[mount] ?? identify(mount)
      identities[mount] = id
      there[id] = (mount.path, (mount.path as NSString).lastPathComponent)
    }
    for folder in settings.folders + (settings.importFolder.map { [$0] } ?? []) {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue {
        there[folder] = (folder, (folder as NSString).lastPathComponent)
      }
    }
    var news: [News] = []
    var begin: [String] = []
    lock.withLock {
      for item in present where there[item.stick.id]?.root != item.stick.root {
        item.scanner?.cancel()
        news.append(.gone(item.stick))
      }
      present.removeAll { there[$0.stick.id]?.root != $0.stick.root }
      for (id, place) in there.sorted(by: { $0.value.root < $1.value.root }) where !present.contains(where: { $0.stick.id == id }) {
        let stick = Stick(id: id, label: place.label, root: place.root)
        present.append(Present(stick: stick))
        news.append(.appeared(stick))
        begin.append(id)
      }
    }
    for item in news { onNews(item) }
    for id in begin { scan(id) }
  }

  // MARK: - Scans

  public func rescan() { for id in lock.withLock({ present.map(\.stick.id) }) { scan(id) } }
  private func rescanImports() { if let folder = settings.importFolder { scan(folder) } }

  private func scan(_ id: String) {
    let scanner: StickScanner? = lock.withLock {
      guard let at = present.firstIndex(where: { $0.stick.id == id }) else { return nil }
      present[at].scanner?.cancel()
      let scanner = StickScanner(stick: id, root: present[at].stick.root, index: index)
      present[at].scanner = scanner
      present[at].stick.isScanning = true
      return scanner
    }
    guard let scanner else { return }
    scanQueue.async(group: scans) { [self] in
      // What is known of this stick plays at once.
      refresh(id, scanner)
      // Not the wall clock: a box without a network may jump by years.
      var lastRefresh = -Double.infinity
      do throws(LibraryError) {
        let outcome = try scanner.run {
          guard ProcessInfo.processInfo.systemUptime - lastRefresh > 1 else { return }
          refresh(id, scanner)
          lastRefresh = ProcessInfo.processInfo.systemUptime
        }
        finish(id, scanner, outcome)
      } catch {
        onNews(.notice(error.description))
        finish(id, scanner, nil)
      }
    }
  }

  /// Reads the lists of a stick out of the index.
  private func refresh(_ id: String, _ scanner: StickScanner) {
    guard let root = lock.withLock({ present.first { $0.stick.id == id && $0.scanner === scanner }?.stick.root }) else { return }
    do throws(LibraryError) {
      let tracks = try index.tracks(of: id)
      let lists = MusicList.lists(of: id, root: root, tracks: tracks, playlists: try index.playlists(of: id))
      let count = try index.count(of: id)
      let changed = lock.withLock {
        guard let at = present.firstIndex(where: { $0.stick.id == id && $0.scanner === scanner }) else { return false }
        present[at].stick.tracks = count.tracks
        present[at].stick.problems = count.problems
        defer { present[at].lists = lists }
        return present[at].lists != lists
      }
      if changed { onNews(.updated(id)) }
    } catch { onNews(.notice(error.description)) }
  }

  private func finish(_ id: String, _ scanner: StickScanner, _ outcome: StickScanner.Outcome?) {
    refresh(id, scanner)
    lock.withLock {
      guard let at = present.firstIndex(where: { $0.stick.id == id && $0.scanner === scanner }) else { return }
      present[at].stick.isScanning = false
      present[at].stick.scanned = scanner.scanned
      present[at].outcome = outcome
    }
    if settings.importsAlone, let importer, let outcome, id != settings.importFolder, let root = sticks.first(where: { $0.id == id })?.root
    {
      for file in outcome.importable { importer.add(root + "/" + file.relative) }
    }
    onNews(.updated(id))
  }

  // MARK: - Asked from anywhere

  public var sticks: [Stick] {
    lock.withLock {
      present.map { item in
        var stick = item.stick
        if stick.isScanning { stick.scanned = item.scanner?.scanned ?? 0 }
        return stick
      }
    }
  }

  /// All folders and playlists, in the order in which the sticks came.
  public var lists: [MusicList] { lock.withLock { present.flatMap(\.lists) } }

  public func problems(limit: Int = 1000) throws(LibraryError) -> [(path: String, reason: String)] {
    var all: [(path: String, reason: String)] = []
    for stick in sticks where all.count < limit {
      all += try index.problems(of: stick.id, limit: limit - all.count).map { (stick.root + "/" + $0.relative, $0.reason) }
    }
    return all
  }

  /// Tracks that hold every word of the text, in natural order.
  public func search(_ text: String, limit: Int, offset: Int = 0) throws(LibraryError) -> [(path: String, track: IndexedTrack)] {
    let here = sticks
    let words = text.split(separator: " ").map(String.init)
    return try index.search(words, sticks: here.map(\.id), limit: limit, offset: offset).map { track in
      ((here.first { $0.id == track.stick }?.root ?? "") + "/" + track.relative, track)
    }
  }
}
