import Foundation
import GestureFlowAPI

/// One walk through a stick. It decides for each thing found what the index stores of it.
package struct ScanPass {
  /// Number of consecutive unreadable files after which the stick counts as lost. Each of them may take seconds.
  package static let mostUnreadable = 8
  private static let batchSize = 64
  /// Maximum number of files of unknown endings whose first bytes are read.
  private static let mostSniffed = 2000

  let stick: String
  let root: String
  let access: StickAccess
  package internal(set) var known: KnownFiles
  /// Playlists found, including cue sheets.
  package internal(set) var playlists: [FoundFile] = []
  /// Number of cue sheets among them.
  var sheetCount = 0
  package var outcome = StickScanner.Outcome()
  private let isImported: (FoundFile) -> Bool
  private let whyGivenUp: (FoundFile) -> String?
  private var budget = ProblemBudget()
  var batch: [IndexedTrack] = []
  /// Open candidates for stem sets: folders not left yet. The innermost is last.
  var candidates: [StemCandidate] = []
  /// Number of folders so far that were checked as stem sets.
  var candidateCount = 0
  /// Folders with cue sheets that are not left yet. The innermost is last.
  var sheetFolders: [SheetFolder] = []
  /// Files whose parts are tracks, with their cue sheets.
  package var cutFiles: [String: String] = [:]
  /// Playlists that were completely read.
  package var readLists: Set<String> = []
  /// Bytes left for the entries of playlists.
  package var listRoom = StickScanner.maxPlaylistBytes
  /// Folders of stem sets that stay in the index.
  package var stemFolders: Set<String> = []
  private var unreadable = 0
  private var sniffed = 0

  package init(
    stick: String, root: String, access: StickAccess, known: KnownFiles, isImported: @escaping (FoundFile) -> Bool,
    whyGivenUp: @escaping (FoundFile) -> String? = { _ in nil }
  ) {
    self.stick = stick
    self.root = root
    self.access = access
    self.known = known
    self.isImported = isImported
    self.whyGivenUp = whyGivenUp
  }

  /// Whether enough lines wait for one write.
  package var isBatchFull: Bool { batch.count >= Self.batchSize }

  package mutating func takeBatch() -> [IndexedTrack] {
    defer { batch.removeAll(keepingCapacity: true) }
    return batch
  }

  /// Processes a step of the walk.
  /// - Returns: whether the walk continues.
  package mutating func take(_ step: FolderWalk.Step) -> Bool {
    switch step {
    case .lost(let code):
      lose(code)
      return false
    case .problem(let issue):
      keep(issue)
      return true
    case .file(let file): return take(file)
    case .folder(let folder, let names):
      enterSheets(folder, names)
      return enter(folder, names)
    case .left: return true
    }
  }

  private mutating func take(_ file: FoundFile) -> Bool {
    switch FileKind(name: file.name) {
    case .other:
      if StemSetFile.isName(file.name) { take(setFile: file) }
      return true
    case .unknown:
      sniff(file)
      return true
    case .unreadable(let reason):
      keep(LibraryIssue(relative: file.relative, reason: reason))
      return true
    case .junk(let reason):
      keep(LibraryIssue(relative: file.relative, reason: reason), isJunk: true)
      return true
    case .playlist:
      take(list: file)
      return true
    case .importable:
      if !isImported(file), let why = whyGivenUp(file) {
        keep(LibraryIssue(relative: file.relative, reason: why))
      } else if isOffered(file) {
        keepOffer(file, ImportOffer.reason())
      }
      return true
    case .sound: return take(sound: file)
    }
  }

  /// Stores a file that can be imported.
  /// - Returns: false if a copy of it exists already. Nothing is then reported.
  private mutating func isOffered(_ file: FoundFile) -> Bool {
    if isImported(file) { return false }
    if outcome.importable.count < StickScanner.maxImportable, whyGivenUp(file) == nil { outcome.importable.append(file) }
    return true
  }

  /// Reports that a file can be imported, or an earlier result.
  private mutating func keepOffer(_ file: FoundFile, _ reason: String) {
    guard let old = known[file.relative], old.size == file.size, old.modified == file.modified, old.problem != nil else {
      return keep(LibraryIssue(relative: file.relative, reason: reason))
    }
    outcome.problems += 1
    if budget.take() { known.meet(file.relative) }
  }

  /// Checks whether a file without a known ending is music. Such a file must be reported.
  private mutating func sniff(_ file: FoundFile) {
    guard file.size > 0, sniffed < Self.mostSniffed else { return }
    sniffed += 1
    let (descriptor, _) = access.openFile(root + "/" + file.relative)
    guard descriptor >= 0 else { return }
    defer { Glibc.close(descriptor) }
    guard let kind = TrackProbe.signature(descriptor), kind.isCertain else { return }
    let ending = (file.name as NSString).pathExtension
    let shown = ending.isEmpty ? "its name has no extension" : "its extension '.\(cleaned(ending, limit: 20))' is not that of a music file"
    keep(LibraryIssue(relative: file.relative, reason: "\(shown), and it seems to be \(kind.name): give it the right extension"))
  }

  private mutating func take(sound file: FoundFile) -> Bool {
    guard outcome.tracks < StickScanner.maxTracks else {
      keep(LibraryIssue(relative: file.relative, reason: "there are more than \(StickScanner.maxTracks) tracks; the rest is left out"))
      return false
    }
    // The copy replaces the file: it also plays without the stick.
    if FileKind.mayHaveCopy(file.name), isImported(file) { return true }
    let old = known[file.relative]
    if let old, old.size == file.size, old.modified == file.modified, !lacksForm(old, file.relative) {
      if old.problem == nil {
        outcome.tracks += 1
        known.meet(file.relative)
      } else {
        if old.isOffered ? !isOffered(file) : isImported(file) { return true }
        outcome.problems += 1
        if budget.take() { known.meet(file.relative) }
      }
      return true
    }
    outcome.read += 1
    let track: IndexedTrack
    do throws(TrackRefusal) {
      track = try look(file)
      hasAnswered()
    } catch {
      if let trouble = error.trouble { return doubt(file, error, trouble, wasTrack: old.map { $0.problem == nil } ?? false) }
      var refused = Self.record(stick, LibraryIssue(relative: file.relative, reason: error.description))
      (refused.size, refused.modified) = (file.size, file.modified)
      hasAnswered()
      if error.canBeImported, !isOffered(file) { return true }
      outcome.problems += 1
      if budget.take() { write(refused) }
      return true
    }
    outcome.tracks += 1
    write(track)
    return true
  }

  /// Returns whether a stem file's rate and channels are not indexed. Without them a wrong set would be found only
  /// when it is played. Other tracks do not need them.
  private func lacksForm(_ old: KnownFiles.File, _ relative: String) -> Bool {
    old.problem == nil && !old.hasForm && candidates.contains { $0.files.contains(relative) }
  }

  /// Handles a file that could not be read. The data known before is kept.
  private mutating func doubt(_ file: FoundFile, _ refusal: TrackRefusal, _ code: Int32, wasTrack: Bool) -> Bool {
    if isEnd(code) { return false }
    if wasTrack {
      outcome.tracks += 1
      known.meet(file.relative)
    } else {
      // Without size and time, the next scan reads it again.
      keep(LibraryIssue(relative: file.relative, reason: refusal.description))
    }
    return true
  }

  /// Counts a file that could not be read.
  /// - Returns: whether this ends the scan. A single bad spot of the stick does not.
  package mutating func isEnd(_ code: Int32) -> Bool {
    unreadable += 1
    guard code != EIO || unreadable >= Self.mostUnreadable else { return false }
    lose(code)
    return true
  }

  /// Records that the medium has answered. An earlier error was a bad spot.
  package mutating func hasAnswered() { unreadable = 0 }

  private mutating func lose(_ code: Int32) {
    outcome.isComplete = false
    outcome.trouble = ReadTrouble.text(code)
  }

  /// Reports a skipped file if there is room for one more.
  package mutating func keep(_ issue: LibraryIssue, isJunk: Bool = false) {
    outcome.problems += 1
    guard budget.take(isJunk: isJunk) else { return }
    if known.has(issue.relative, problem: issue.reason) {
      known.meet(issue.relative)
    } else {
      write(Self.record(stick, issue))
    }
  }

  /// Adds the line with the number of problems that were only counted. The line's size holds that number, so that the
  /// index can add up.
  package mutating func close() {
    guard outcome.isComplete, budget.more > 0 else { return }
    var line = Self.record(stick, LibraryIssue(relative: "", reason: "and \(budget.more) more files were skipped"))
    line.relative = LibraryIndex.moreRelative
    line.size = Int64(budget.more)
    // Sorts after every name.
    line.orderKey = "\u{10FFFF}"
    write(line)
  }

  mutating func write(_ track: IndexedTrack) {
    known.meet(track.relative, size: track.size, modified: track.modified, problem: track.problem)
    if track.problem == nil, let at = candidates.lastIndex(where: { $0.files.contains(track.relative) }) {
      candidates[at].held.append(track)
    } else if track.problem == nil, let last = sheetFolders.indices.last, sheetFolders[last].folder == track.folder {
      sheetFolders[last].held.append(track)
    } else {
      batch.append(track)
    }
  }

  private func look(_ file: FoundFile) throws(TrackRefusal) -> IndexedTrack {
    let facts = try TrackProbe.look(root + "/" + file.relative, size: file.size, access)
    var track = Self.record(stick, LibraryIssue(relative: file.relative, reason: ""))
    track.size = file.size
    track.modified = file.modified
    track.problem = nil
    if let title = facts.title { track.title = title }
    track.artist = facts.artist
    track.album = facts.album
    (track.number, track.disc) = (facts.number, facts.disc)
    track.length = facts.length
    track.loudness = facts.loudness
    track.rate = facts.rate
    track.channels = facts.channels
    return track
  }

  static func record(_ stick: String, _ issue: LibraryIssue) -> IndexedTrack {
    let folder = issue.relative.folderOfPath
    let name = folder.isEmpty ? issue.relative : String(issue.relative.utf8.dropFirst(folder.utf8.count + 1)) ?? ""
    let title = cleaned(String(name[..<FileKind.dot(of: name)]), limit: TrackProbe.longestTag)
    return IndexedTrack(
      stick: stick, relative: issue.relative, folder: folder, orderKey: NaturalOrder.key(folder) + "\u{1}" + NaturalOrder.key(name),
      size: -1, modified: 0, title: title.isEmpty ? "untitled" : title, artist: nil, album: nil, length: nil, problem: issue.reason)
  }
}
