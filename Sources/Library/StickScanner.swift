import Foundation
import Synchronization

/// Reads one stick into the index: what is known and unchanged is kept, the rest is looked at.
public final class StickScanner: Sendable {
  /// More tracks than this on one stick are left out.
  public static let maxTracks = 200_000
  /// Playlists of one stick that are read.
  public static let maxPlaylists = 1000
  /// Bytes of all their entries.
  public static let maxPlaylistBytes = 16 << 20
  /// Files that could be imported and are remembered.
  public static let maxImportable = 10_000

  /// What a scan has found.
  public struct Outcome: Sendable, Equatable {
    /// Files that can be played.
    public var tracks = 0
    /// Files that were skipped, kept with their reasons or only counted.
    public var problems = 0
    /// Files that were opened, because they were new or had changed.
    public var read = 0
    /// Files met that ffmpeg could import, the first of them.
    public var importable: [FoundFile] = []
    /// False if it was cancelled or could not be brought to its end: what was not met is unknown, and stays in the index.
    public var isComplete = true
    /// Why it could not be brought to its end; nil if it was, or was cancelled.
    public var trouble: String?
    /// Most names of files that were held in memory at once.
    package var mostHeld = 0
  }

  private let stick: String
  private let root: String
  private let index: LibraryIndex
  private let access: StickAccess
  private let isImported: @Sendable (FoundFile) -> Bool
  private let scannedFiles = Atomic(0)
  private let isCancelled = Atomic(false)

  /// - Parameters:
  ///   - stick: its identity in the index. - root: where it is mounted.
  ///   - index: where the result goes.
  ///   - isImported: whether a copy of a file that must be imported is there already.
  package init(
    stick: String, root: String, index: LibraryIndex, access: StickAccess = StickAccess(),
    isImported: @escaping @Sendable (FoundFile) -> Bool = { _ in false }
  ) {
    self.stick = stick
    self.root = root
    self.index = index
    self.access = access
    self.isImported = isImported
  }

  /// Files looked at so far.
  public var scanned: Int { scannedFiles.load(ordering: .relaxed) }

  /// Ends the scan at the next file; from any thread.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// True once `cancel` was called.
  public var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) }

  /// Walks through the stick, on the caller's thread.
  /// - Parameter onProgress: called after each batch that is in the index, so that music can play at once.
  /// - Throws: `LibraryError` when the index cannot be read or written.
  public func run(onProgress: () -> Void = {}) throws(LibraryError) -> Outcome {
    var pass = ScanPass(stick: stick, root: root, access: access, known: try index.knownFiles(of: stick), isImported: isImported)
    var failure: LibraryError?
    func flush() {
      do throws(LibraryError) { try index.save(pass.takeBatch()) } catch { failure = error }
      onProgress()
    }
    pass.outcome.mostHeld = FolderWalk(root, access: access).run { step in
      guard failure == nil, !wasCancelled else { return false }
      if case .file = step { scannedFiles.add(1, ordering: .relaxed) }
      let goesOn = pass.take(step)
      if pass.isBatchFull { flush() }
      return goesOn && failure == nil
    }
    if wasCancelled { pass.outcome.isComplete = false }
    if pass.outcome.isComplete, failure == nil { try readPlaylists(&pass) }
    pass.close()
    flush()
    if let failure { throw failure }
    if pass.outcome.isComplete { try index.removeUnmet(pass.known, of: stick) }
    onProgress()
    return pass.outcome
  }

  private func readPlaylists(_ pass: inout ScanPass) throws(LibraryError) {
    var kept: [String] = []
    var room = Self.maxPlaylistBytes
    for file in pass.playlists {
      if wasCancelled {
        pass.outcome.isComplete = false
        return
      }
      kept.append(file.relative)
      var list = PlaylistReader.read(file: root + "/" + file.relative, relative: file.relative, access) { pass.known.isTrack($0) }
      if let trouble = list.trouble {
        if pass.isEnd(trouble) { return }
      } else {
        pass.hasAnswered()
      }
      room -= list.tracks.reduce(0) { $0 + $1.utf8.count }
      if room < 0 {
        list.tracks = []
        list.refuse(file.relative, "the stick's playlists are too long; this one is left out")
      }
      if list.trouble == nil { try index.save(playlist: file.relative, tracks: list.tracks, of: stick) }
      if let summary = list.summary { pass.keep(LibraryIssue(relative: file.relative, reason: summary)) }
    }
    try index.removePlaylists(of: stick, but: kept)
  }
}
