import Foundation

/// Reads one stick into the index: what is known and unchanged is kept, the rest is looked at.
public final class StickScanner: @unchecked Sendable {
  /// More files than this on one stick are left out.
  public static let maxTracks = 200_000

  public struct Outcome: Sendable, Equatable {
    public var tracks = 0
    public var problems = 0
    /// Files that were opened, because they were new or had changed.
    public var read = 0
    /// Files met that ffmpeg could import.
    public var importable: [FoundFile] = []
    /// False if it was cancelled or the stick vanished.
    public var isComplete = true
  }

  private let stick: String
  private let root: String
  private let index: LibraryIndex
  private let lock = NSLock()
  private var scannedFiles = 0
  private var isCancelled = false

  public init(stick: String, root: String, index: LibraryIndex) {
    self.stick = stick
    self.root = root
    self.index = index
  }

  /// Files looked at so far.
  public var scanned: Int { lock.withLock { scannedFiles } }
  public func cancel() { lock.withLock { isCancelled = true } }
  private var cancelled: Bool { lock.withLock { isCancelled } }

  /// Walks through the stick. - Parameter onProgress: called after each batch that is in the index, so that music can play at once.
  public func run(onProgress: () -> Void = {}) throws(LibraryError) -> Outcome {
    var outcome = Outcome()
    let known = try index.known(of: stick)
    var gone = Set(known.keys)
    var batch: [IndexedTrack] = []
    var failure: LibraryError?
    var lists: [FoundFile] = []

    func keep(_ track: IndexedTrack) {
      batch.append(track)
      if batch.count >= 64 { flush() }
    }
    func flush() {
      do throws(LibraryError) { try index.save(batch) } catch { failure = error }
      batch.removeAll(keepingCapacity: true)
      onProgress()
    }
    func issue(_ issue: LibraryIssue) {
      gone.remove(issue.relative)
      outcome.problems += 1
      if known[issue.relative]?.problem != issue.reason { keep(Self.record(stick, issue)) }
    }

    FolderWalk(root).run { step in
      if cancelled || failure != nil {
        outcome.isComplete = false
        return false
      }
      switch step {
      case .lost:
        outcome.isComplete = false
        return false
      case .problem(let found): issue(found)
      case .file(let file):
        lock.withLock { scannedFiles += 1 }
        switch FileKind(name: file.name) {
        case .other: break
        case .junk(let reason): issue(LibraryIssue(relative: file.relative, reason: reason))
        case .playlist: lists.append(file)
        case .importable:
          outcome.importable.append(file)
          issue(
            LibraryIssue(
              relative: file.relative, reason: "it must be imported before it can be played (gfctl import, or library.import = true)"))
        case .sound:
          if outcome.tracks >= Self.maxTracks {
            issue(LibraryIssue(relative: file.relative, reason: "there are more than \(Self.maxTracks) tracks on the stick"))
            return false
          }
          gone.remove(file.relative)
          if let old = known[file.relative], old.size == file.size, old.modified == file.modified {
            if old.problem == nil { outcome.tracks += 1 } else { outcome.problems += 1 }
          } else {
            outcome.read += 1
            let track = look(file)
            if track.problem == nil { outcome.tracks += 1 } else { outcome.problems += 1 }
            keep(track)
          }
        }
      }
      return true
    }
    flush()
    if let failure { throw failure }
    if outcome.isComplete {
      try index.remove(Array(gone), of: stick)
      try readPlaylists(lists, &outcome)
    }
    onProgress()
    return outcome
  }

  private func look(_ file: FoundFile) -> IndexedTrack {
    var track = Self.record(stick, LibraryIssue(relative: file.relative, reason: ""))
    track.size = file.size
    track.modified = file.modified
    track.problem = nil
    do throws(TrackRefusal) {
      let facts = try TrackProbe.look(root + "/" + file.relative, size: file.size)
      if let title = facts.title { track.title = title }
      track.artist = facts.artist
      track.album = facts.album
      track.length = facts.length
    } catch { track.problem = error.description }
    return track
  }

  private func readPlaylists(_ files: [FoundFile], _ outcome: inout Outcome) throws(LibraryError) {
    try index.removePlaylists(of: stick)
    for file in files {
      guard let data = FileManager.default.contents(atPath: root + "/" + file.relative) else { continue }
      let list = PlaylistReader.read(data, relative: file.relative)
      try index.save(playlist: file.relative, tracks: list.tracks, of: stick)
      guard !list.issues.isEmpty else { continue }
      outcome.problems += list.issues.count
      // The index has one line a file: the first few reasons stand for all.
      let reasons = list.issues.prefix(3).map(\.reason).joined(separator: "; ")
      let more = list.issues.count > 3 ? " (and \(list.issues.count - 3) more)" : ""
      try index.save([Self.record(stick, LibraryIssue(relative: file.relative, reason: reasons + more))])
    }
  }

  private static func record(_ stick: String, _ issue: LibraryIssue) -> IndexedTrack {
    let name = (issue.relative as NSString).lastPathComponent
    let folder = (issue.relative as NSString).deletingLastPathComponent
    return IndexedTrack(
      stick: stick, relative: issue.relative, folder: folder, orderKey: NaturalOrder.key(folder) + "\u{1}" + NaturalOrder.key(name),
      size: -1,
      modified: 0, title: (name as NSString).deletingPathExtension, artist: nil, album: nil, length: nil, problem: issue.reason)
  }
}
