import Foundation
import GestureFlowAPI

/// What was read from a playlist.
public struct PlaylistContents: Sendable, Equatable {
  /// Paths from the stick's root, in the playlist's order.
  public var tracks: [String] = []
  /// Files whose parts are tracks. Their tracks are in the lists of their folders.
  package var cuts: [CutFile] = []
  /// The first entries that cannot be played, with the reason.
  public var issues: [LibraryIssue] = []
  /// How many more there were.
  public var moreIssues = 0
  /// The system's error number when the file could not be read, so that nothing is known of it.
  public var trouble: Int32?
  /// The reading was cancelled before its end: the rest is unknown.
  package var wasCancelled = false

  /// An empty playlist.
  public init() {}

  mutating func refuse(_ relative: String, _ reason: String) {
    if issues.count < PlaylistReader.maxIssues {
      issues.append(LibraryIssue(relative: relative, reason: reason))
    } else {
      moreIssues += 1
    }
  }

  /// Says it before everything else, so that it is among what is told.
  mutating func refuseFirst(_ relative: String, _ reason: String) {
    issues.insert(LibraryIssue(relative: relative, reason: reason), at: 0)
    guard issues.count > PlaylistReader.maxIssues else { return }
    issues.removeLast()
    moreIssues += 1
  }

  /// All that is wrong, in a sentence: the first reasons, and how many more there are. Nil when nothing is.
  public var summary: String? {
    guard !issues.isEmpty else { return nil }
    let told = issues.prefix(3)
    let more = issues.count - told.count + moreIssues
    return told.map(\.reason).joined(separator: "; ") + (more > 0 ? " (and \(more) more)" : "")
  }
}

/// Reads playlists: `.m3u8` and `.m3u` (a path a line, `#` begins a remark), `.pls`, `.xspf`, and cue sheets, of a file for each track or of files with several tracks.
///
/// Paths are relative to the playlist. Lists are written on other systems, so that a path may also be a URI, begin with a drive's letter or another system's folder, or spell the
/// same name in other bytes. An entry means, in this order:
///
/// 1. the track with its very path, relative to the list, or from the stick's root if it is absolute;
/// 2. the only track whose path differs from that in the spelling of its letters alone;
/// 3. if it is absolute, the track with the longest tail in common (`TrackTails`).
public enum PlaylistReader {
  /// Largest playlist that is read, in bytes.
  public static let maxBytes = 4 << 20
  /// Entries of a playlist that are read, whether they are tracks or not.
  public static let maxEntries = 10_000
  /// Longest line, in bytes: no path is longer.
  public static let maxLine = 4096
  /// Entries that are told with their reason; more are counted.
  public static let maxIssues = 100

  /// Reads a playlist's file. One that is too large, whatever its length pretends, costs no more than `maxBytes`.
  /// - Parameters:
  ///   - path: where the file lies. - relative: its own path from the stick's root.
  ///   - isTrack: whether the stick has a track with that path from its root.
  ///   - alike: the stick's only track whose path differs in the spelling of its letters alone.
  ///   - tail: the track that has the longest tail in common with a path, for a list in a folder.
  ///   - isCancelled: asked before each entry; true ends the reading.
  package static func read(
    file path: String, relative: String, _ access: StickAccess = StickAccess(), isTrack: (String) -> Bool,
    alike: (String) -> String? = { _ in nil }, tail: (_ path: String, _ folder: String) -> String? = { _, _ in nil },
    isCancelled: () -> Bool = { false }
  ) -> PlaylistContents {
    var contents = PlaylistContents()
    let (descriptor, code) = access.openFile(path)
    func fail(_ code: Int32) -> PlaylistContents {
      contents.refuse(relative, "the playlist cannot be read (\(ReadTrouble.text(code)))")
      contents.trouble = ReadTrouble.cannotTell(code) ? code : nil
      return contents
    }
    guard descriptor >= 0 else { return fail(code) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return fail(errno) }
    var bytes: [UInt8] = []
    if status.st_size <= maxBytes {
      // The size is a promise; what comes is counted.
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while bytes.count <= maxBytes {
        let count = Glibc.read(descriptor, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return fail(errno) }
        if count == 0 { return read(bytes, relative: relative, isTrack: isTrack, alike: alike, tail: tail, isCancelled: isCancelled) }
        bytes += piece[..<count]
      }
    }
    contents.refuse(relative, "the playlist is larger than \(maxBytes >> 20) MB")
    return contents
  }

  /// Reads a playlist's bytes. Entries that point out of the stick, to the network or to no track are told as problems.
  /// - Parameters:
  ///   - bytes: the file's. - relative: its own path from the stick's root; its ending tells the form.
  ///   - isTrack: whether the stick has a track with that path from its root.
  ///   - alike: the stick's only track whose path differs in the spelling of its letters alone.
  ///   - tail: the track that has the longest tail in common with a path, for a list in a folder.
  ///   - isCancelled: asked before each entry; true ends the reading.
  public static func read(
    _ bytes: some Collection<UInt8>, relative: String, isTrack: (String) -> Bool = { _ in true },
    alike: (String) -> String? = { _ in nil }, tail: (_ path: String, _ folder: String) -> String? = { _, _ in nil },
    isCancelled: () -> Bool = { false }
  ) -> PlaylistContents {
    var contents = PlaylistContents()
    guard bytes.count <= maxBytes else {
      contents.refuse(relative, "the playlist is larger than \(maxBytes >> 20) MB")
      return contents
    }
    let plain = PlaylistText.plain(bytes)
    let form = PlaylistForm(name: relative, plain)
    let folder = relative.folderOfPath
    var entries = 0
    func take(_ entry: PlaylistForm.Entry, besides: [String] = []) -> Bool {
      if isCancelled() {
        contents.wasCancelled = true
        return false
      }
      entries += 1
      if entries > maxEntries {
        contents.refuseFirst(relative, "the playlist has more than \(maxEntries) entries; the rest is left out")
        return false
      }
      switch PlaylistPlace(entry.text, in: folder) {
      case .network: contents.refuse(relative, "\(entry.place) is a network address: only files on the stick are played")
      case .outside: contents.refuse(relative, "\(entry.place) points out of the stick")
      case .paths(let paths, let tails):
        if let track = track(paths + besides, form, alike, isTrack) ?? track(tails, form, in: folder, tail) {
          contents.tracks.append(track)
        } else if FileKind(name: (paths[0] as NSString).lastPathComponent) == .playlist {
          contents.refuse(relative, "\(entry.place) names another playlist: write the tracks themselves")
        } else {
          contents.refuse(relative, "\(entry.place) names no track on the stick")
        }
      }
      return true
    }
    guard case .cue = form else {
      form.entries(plain, problem: { contents.refuse(relative, $0) }) { take($0) }
      return contents
    }
    let sheet = CueSheet(plain) { contents.refuse(relative, $0) }
    // A sheet and its file that were renamed together name the old file.
    let own = (relative as NSString).deletingPathExtension
    for file in sheet.files {
      let before = contents.tracks.count
      guard take(PlaylistForm.Entry(place: file.place, text: file.name), besides: sheet.files.count == 1 ? [own, own + ".wav"] : [])
      else { break }
      guard contents.tracks.count > before, file.tracks.count > 1 else { continue }
      contents.cuts.append(CutFile(relative: contents.tracks[before], album: sheet.album, tracks: file.tracks))
    }
    guard sheet.cuts else { return contents }
    // The files themselves are in the lists of their folders.
    contents.tracks = []
    for issue in sheet.issues { contents.refuse(relative, issue) }
    contents.moreIssues += sheet.moreIssues
    if contents.cuts.isEmpty, contents.issues.count == sheet.issues.count { contents.refuse(relative, "its file plays as a whole") }
    return contents
  }

  /// Endings that a sound file may have instead of the one that a cue sheet names.
  private static let endings = FileKind.sounds.sorted()

  /// The track that an entry means.
  private static func track(
    _ paths: [String], _ form: PlaylistForm, _ alike: (String) -> String?, _ isTrack: (String) -> Bool
  ) -> String? {
    if let path = paths.first(where: isTrack) { return path }
    for path in paths { if let track = alike(path) { return track } }
    guard case .cue = form else { return nil }
    // Programs that made a FLAC of a WAV leave the cue sheet as it was.
    for path in paths {
      let name = (path as NSString).deletingPathExtension
      for ending in endings {
        if isTrack(name + "." + ending) { return name + "." + ending }
        if let track = alike(name + "." + ending) { return track }
      }
    }
    return nil
  }

  /// The track that an entry of another system means.
  private static func track(
    _ tails: [String], _ form: PlaylistForm, in folder: String, _ tail: (_ path: String, _ folder: String) -> String?
  ) -> String? {
    for path in tails { if let track = tail(path, folder) { return track } }
    guard case .cue = form else { return nil }
    for path in tails {
      let name = (path as NSString).deletingPathExtension
      for ending in endings { if let track = tail(name + "." + ending, folder) { return track } }
    }
    return nil
  }

  /// Nil if the path leaves the stick.
  static func resolve(_ path: String, in folder: String) -> String? {
    var parts = path.hasPrefix("/") ? [] : folder.split(separator: "/").map(String.init)
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": if parts.popLast() == nil { return nil }
      default: parts.append(String(part))
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
