import Foundation
import GestureFlowAPI

/// Contents of a playlist.
public struct PlaylistContents: Sendable, Equatable {
  /// Paths from the stick's root, in the playlist's order.
  public var tracks: [String] = []
  /// Files whose parts are tracks. These tracks are in the lists of their folders.
  package var cuts: [CutFile] = []
  /// The first entries that cannot be played, with the reason.
  public var issues: [LibraryIssue] = []
  /// Number of further entries that cannot be played.
  public var moreIssues = 0
  /// The system's error number when the file could not be read. Its contents are then unknown.
  public var trouble: Int32?
  /// Whether reading was cancelled before its end. The rest is then unknown.
  package var wasCancelled = false

  /// Creates an empty playlist.
  public init() {}

  mutating func refuse(_ relative: String, _ reason: String) {
    if issues.count < PlaylistReader.maxIssues {
      issues.append(LibraryIssue(relative: relative, reason: reason))
    } else {
      moreIssues += 1
    }
  }

  /// Adds a reason before all others, so that it is reported.
  mutating func refuseFirst(_ relative: String, _ reason: String) {
    issues.insert(LibraryIssue(relative: relative, reason: reason), at: 0)
    guard issues.count > PlaylistReader.maxIssues else { return }
    issues.removeLast()
    moreIssues += 1
  }

  /// All faults in one sentence; nil without faults. It has the first reasons and the number of the others.
  public var summary: String? {
    guard !issues.isEmpty else { return nil }
    let first = issues.prefix(3)
    let more = issues.count - first.count + moreIssues
    return first.map(\.reason).joined(separator: "; ") + (more > 0 ? " (and \(more) more)" : "")
  }
}

/// Reads playlists in the forms `.m3u8`, `.m3u`, `.pls`, `.xspf` and cue sheets. The first two have one path per
/// line, and `#` begins a comment. A cue sheet has a file for each track, or files with several tracks.
///
/// Paths are relative to the playlist. Lists are written on other systems. So a path may also be a URI, begin with a
/// drive letter or another system's folder, or spell the same name in other bytes. An entry means, in this order:
///
/// 1. the track with exactly this path, relative to the list, or from the stick's root if it is absolute;
/// 2. the only track whose path differs from it only in spelling (case or bytes);
/// 3. if it is absolute, the track with the longest tail in common (`TrackTails`).
public enum PlaylistReader {
  /// Maximum size of a playlist in bytes.
  public static let maxBytes = 4 << 20
  /// Maximum number of entries of a playlist, tracks or not.
  public static let maxEntries = 10_000
  /// Maximum length of a line in bytes. No path is longer.
  public static let maxLine = 4096
  /// Maximum number of entries reported with their reason. Further ones are counted.
  public static let maxIssues = 100

  /// Reads a playlist's file. It reads at most `maxBytes`, whatever size the file claims to have.
  /// - Parameters:
  ///   - path: path of the file.
  ///   - relative: its path from the stick's root.
  ///   - isTrack: returns whether the stick has a track with that path from its root.
  ///   - alike: returns the stick's only track whose path differs only in spelling.
  ///   - tail: returns the track with the longest tail in common with a path, for a list in a folder.
  ///   - isCancelled: called before each entry; true ends the reading.
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
      // Do not trust the reported size; count the bytes read.
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

  /// Reads a playlist's bytes. It reports entries that lead out of the stick, to the network or not to a track.
  /// - Parameters:
  ///   - bytes: the file's bytes.
  ///   - relative: its path from the stick's root. The ending gives the form.
  ///   - isTrack: returns whether the stick has a track with that path from its root.
  ///   - alike: returns the stick's only track whose path differs only in spelling.
  ///   - tail: returns the track with the longest tail in common with a path, for a list in a folder.
  ///   - isCancelled: called before each entry; true ends the reading.
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
          contents.refuse(relative, "\(entry.place) names a track that is not on the stick")
        }
      }
      return true
    }
    guard case .cue = form else {
      form.entries(plain, problem: { contents.refuse(relative, $0) }) { take($0) }
      return contents
    }
    let sheet = CueSheet(plain) { contents.refuse(relative, $0) }
    // A sheet renamed together with its file still has the old name inside.
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

  /// Endings to try instead of the one in a cue sheet.
  private static let endings = FileKind.sounds.sorted()

  /// Returns the track that an entry means.
  private static func track(
    _ paths: [String], _ form: PlaylistForm, _ alike: (String) -> String?, _ isTrack: (String) -> Bool
  ) -> String? {
    if let path = paths.first(where: isTrack) { return path }
    for path in paths { if let track = alike(path) { return track } }
    guard case .cue = form else { return nil }
    // Programs that convert WAV to FLAC leave the cue sheet unchanged.
    for path in paths {
      let name = (path as NSString).deletingPathExtension
      for ending in endings {
        if isTrack(name + "." + ending) { return name + "." + ending }
        if let track = alike(name + "." + ending) { return track }
      }
    }
    return nil
  }

  /// Returns the track that an entry of another system means.
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

  /// Returns the normalised path; nil if it leaves the stick.
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
