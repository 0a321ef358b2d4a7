import Foundation
import GestureFlowAPI
import Synchronization

/// Reads one stick into the index. Known and unchanged files are kept; the others are read.
public final class StickScanner: Sendable {
  /// Maximum number of tracks of one stick. Further ones are left out.
  public static let maxTracks = 200_000
  /// Maximum number of playlists of one stick, without cue sheets.
  public static let maxPlaylists = 1000
  /// Maximum number of cue sheets of one stick. Each scan opens every sheet, which takes some milliseconds on a slow
  /// stick.
  public static let maxSheets = 5000
  /// Maximum size of all their entries in bytes.
  public static let maxPlaylistBytes = 16 << 20
  /// Maximum number of folders of one stick checked as stem sets.
  public static let maxStemSets = 1000
  /// Maximum number of stored files that could be imported.
  public static let maxImportable = 10_000

  /// The result of a scan.
  public struct Outcome: Sendable, Equatable {
    /// Playable files, including those of stem sets.
    public var tracks = 0
    /// Stem sets.
    public var stemSets = 0
    /// Skipped files, stored with their reasons or only counted.
    public var problems = 0
    /// Files that were opened because they were new or changed.
    public var read = 0
    /// The first files found that ffmpeg could import.
    public var importable: [FoundFile] = []
    /// Whether the scan ran to its end. If not, files that it did not reach are unknown and stay in the index.
    public var isComplete = true
    /// Why the scan did not run to its end. Nil if it did, or was cancelled.
    public var trouble: String?
    /// Maximum number of file names held in memory at once.
    package var mostHeld = 0
  }

  private let stick: String
  private let root: String
  private let index: LibraryIndex
  private let access: StickAccess
  private let whyGivenUp: @Sendable (FoundFile) -> String?
  private let isImported: @Sendable (FoundFile) -> Bool
  // Order: relaxed. A figure for display only; the results are in the index, behind its lock.
  private let scannedFiles = Atomic(0)
  // Order: relaxed. A request that stands alone and is read at each file. The scan's result reaches the waiting
  // thread in another way.
  private let isCancelled = Atomic(false)

  /// - Parameters:
  ///   - stick: its identity in the index.
  ///   - root: its mount point.
  ///   - index: stores the result.
  ///   - isImported: returns whether a copy of a file that must be imported exists already.
  ///   - whyGivenUp: returns why a file that must be imported is not tried any more.
  package init(
    stick: String, root: String, index: LibraryIndex, access: StickAccess = StickAccess(),
    isImported: @escaping @Sendable (FoundFile) -> Bool = { _ in false },
    whyGivenUp: @escaping @Sendable (FoundFile) -> String? = { _ in nil }
  ) {
    self.stick = stick
    self.root = root
    self.index = index
    self.access = access
    self.whyGivenUp = whyGivenUp
    self.isImported = isImported
  }

  /// Number of files processed so far.
  public var scanned: Int { scannedFiles.load(ordering: .relaxed) }

  /// Ends the scan at the next file, or the next list entry. Any thread may call.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Whether `cancel` was called.
  public var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) }

  /// Scans the stick on the caller's thread.
  /// - Parameter onProgress: called after each batch saved in the index, so that music can play at once.
  /// - Throws: `Failure` when the index cannot be read or written.
  public func run(onProgress: () -> Void = {}) throws(Failure) -> Outcome {
    var pass = ScanPass(
      stick: stick, root: root, access: access, known: try index.knownFiles(of: stick), isImported: isImported, whyGivenUp: whyGivenUp)
    var failure: Failure?
    func flush() {
      do throws(Failure) { try index.save(pass.takeBatch()) } catch { failure = error }
      onProgress()
    }
    func settle(_ candidate: StemCandidate) {
      // Save a set together with its files. So no channel plays as a track in between.
      do throws(Failure) {
        try index.save(pass.takeBatch())
        try decide(candidate, &pass)
      } catch { failure = error }
      onProgress()
    }
    func settle(_ sheets: SheetFolder) {
      // Save a file together with its parts, too.
      do throws(Failure) {
        try index.save(pass.takeBatch())
        try readSheets(of: sheets, &pass)
        try index.save(pass.takeBatch())
      } catch { failure = error }
      onProgress()
    }
    pass.outcome.mostHeld = FolderWalk(root, access: access).run { step in
      guard failure == nil, !wasCancelled else { return false }
      if case .file = step { scannedFiles.add(1, ordering: .relaxed) }
      let goesOn = pass.take(step)
      if case .left(let folder) = step {
        if let candidate = pass.leave(folder) { settle(candidate) }
        if let sheets = pass.leaveSheets(folder) { settle(sheets) }
      }
      if pass.isBatchFull { flush() }
      return goesOn && failure == nil
    }
    if wasCancelled { pass.outcome.isComplete = false }
    // A walk that ends at a limit has not left its folders.
    while pass.outcome.isComplete, failure == nil, let candidate = pass.leave(nil) { settle(candidate) }
    while pass.leaveSheets(nil) != nil {}
    // Files that a playlist may name must be in the index.
    flush()
    if pass.outcome.isComplete, failure == nil { try readPlaylists(&pass) }
    pass.close()
    flush()
    if let failure { throw failure }
    if pass.outcome.isComplete {
      try index.removeStemSets(of: stick, but: pass.stemFolders)
      try index.removeUnmet(pass.known, of: stick)
    }
    onProgress()
    return pass.outcome
  }

  /// Decides whether a folder is a stem set. The index must have all its files.
  private func decide(_ candidate: StemCandidate, _ pass: inout ScanPass) throws(Failure) {
    let plan: StemSetPlan
    switch candidate.plan {
    case .known(let known): plan = known
    case .wrong: return
    case .unknown:
      pass.stemFolders.insert(candidate.folder)
      return
    }
    var files: [IndexedTrack?] = []
    for relative in candidate.files { files.append(pass.known.isMet(relative) ? try index.file(relative, of: stick) : nil) }
    let (isSet, report) = candidate.judge(plan, files)
    if let report { pass.keep(LibraryIssue(relative: candidate.relative, reason: report)) }
    guard isSet else { return }
    try index.save(plan, name: plan.name ?? candidate.name, folder: candidate.folder, of: stick)
    pass.stemFolders.insert(candidate.folder)
    pass.outcome.stemSets += 1
  }

  /// Reads the cue sheets of a folder that the walk has left. So their tracks can play at once.
  private func readSheets(of folder: SheetFolder, _ pass: inout ScanPass) throws(Failure) {
    for file in folder.sheets {
      let list = read(file, alike: { folder.alike($0).flatMap { pass.known.isTrack($0) ? $0 : nil } }, pass)
      guard list.trouble == nil, !list.wasCancelled else { continue }
      // A sheet may name files in a later folder or another spelling. Such a sheet is read again at the end.
      try take(list, of: file, isLast: false, &pass)
    }
  }

  private func readPlaylists(_ pass: inout ScanPass) throws(Failure) {
    let isCancelled = { [self] in wasCancelled }
    let alike = AlikeTracks(index, of: stick, isCancelled: isCancelled)
    let tails = TrackTails(index, of: stick, isCancelled: isCancelled)
    for file in pass.playlists where !pass.readLists.contains(file.relative) {
      let list = read(
        file, alike: { path in alike.find(path) { pass.known.isTrack($0) } },
        tail: { tails.find($0, in: $1) { pass.known.isTrack($0) } }, pass)
      if let failure = alike.failure ?? tails.failure { throw failure }
      // Drop a list that was read only in part. The same holds for one that was compared with a part of the tracks.
      if list.wasCancelled || wasCancelled {
        pass.outcome.isComplete = false
        return
      }
      if let trouble = list.trouble {
        if pass.isEnd(trouble) { return }
        if SheetFolder.isSheet(file.name) { pass.keep(parts: try index.parts(of: stick)) }
      } else {
        pass.hasAnswered()
      }
      try take(list, of: file, isLast: true, &pass)
    }
    try index.removePlaylists(of: stick, but: pass.playlists.map(\.relative))
  }

  private func read(
    _ file: FoundFile, alike: (String) -> String?, tail: (_ path: String, _ folder: String) -> String? = { _, _ in nil }, _ pass: ScanPass
  ) -> PlaylistContents {
    PlaylistReader.read(
      file: root + "/" + file.relative, relative: file.relative, access, isTrack: { pass.known.isTrack($0) }, alike: alike, tail: tail,
      isCancelled: { wasCancelled })
  }

  /// Writes a playlist's contents into the index.
  /// - Parameter isLast: false if the playlist is read again unless all its entries were found.
  private func take(_ read: PlaylistContents, of file: FoundFile, isLast: Bool, _ pass: inout ScanPass) throws(Failure) {
    var list = read
    var isWhole = list.issues.isEmpty
    for cut in list.cuts { isWhole = try take(cut, of: file, &list, &pass) && isWhole }
    guard isLast || isWhole else { return }
    pass.readLists.insert(file.relative)
    pass.listRoom -= list.tracks.reduce(0) { $0 + $1.utf8.count }
    if pass.listRoom < 0 {
      list.tracks = []
      list.refuse(file.relative, "the stick's playlists are too long; this one is left out")
    }
    if list.trouble == nil { try index.save(playlist: file.relative, tracks: list.tracks, of: stick) }
    if let summary = list.summary { pass.keep(LibraryIssue(relative: file.relative, reason: summary)) }
  }

  /// Writes the tracks that a cue sheet makes of a file.
  /// - Returns: whether the index has the file.
  private func take(
    _ cut: CutFile, of sheet: FoundFile, _ list: inout PlaylistContents, _ pass: inout ScanPass
  ) throws(Failure) -> Bool {
    guard let file = try index.file(cut.relative, of: stick), file.problem == nil, file.partOf == nil else { return false }
    if let other = pass.cutFiles[cut.relative], other != sheet.relative {
      list.refuse(sheet.relative, "its file plays as the tracks of '\(MusicList.shown(other))' already: remove one of the two")
      return true
    }
    let parts = cut.lines(of: file, sheet) { list.refuse(sheet.relative, $0) }
    if parts.count < 2 {
      list.refuse(sheet.relative, "its file plays as a whole")
    } else if pass.outcome.tracks + parts.count > Self.maxTracks {
      list.refuse(sheet.relative, "there are more than \(Self.maxTracks) tracks; its file plays as a whole")
    } else {
      pass.take(parts: parts, of: cut.relative, by: sheet.relative)
    }
    return true
  }
}
