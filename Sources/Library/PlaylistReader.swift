import Foundation
import GestureFlowAPI

/// What was read from a playlist.
public struct PlaylistContents: Sendable, Equatable {
  /// Paths from the stick's root, in the playlist's order.
  public var tracks: [String] = []
  /// The first entries that cannot be played, with the reason.
  public var issues: [LibraryIssue] = []
  /// How many more there were.
  public var moreIssues = 0
  /// The system's error number when the file could not be read, so that nothing is known of it.
  public var trouble: Int32?

  /// An empty playlist.
  public init() {}

  mutating func refuse(_ relative: String, _ reason: String) {
    if issues.count < PlaylistReader.maxIssues {
      issues.append(LibraryIssue(relative: relative, reason: reason))
    } else {
      moreIssues += 1
    }
  }

  /// All that is wrong, in a sentence: the first reasons, and how many more there are. Nil when nothing is.
  public var summary: String? {
    guard !issues.isEmpty else { return nil }
    let told = issues.prefix(3)
    let more = issues.count - told.count + moreIssues
    return told.map(\.reason).joined(separator: "; ") + (more > 0 ? " (and \(more) more)" : "")
  }
}

/// Reads `.m3u8` and `.m3u` playlists: a path a line, relative to the playlist, `#` begins a remark.
public enum PlaylistReader {
  /// Largest playlist that is read, in bytes.
  public static let maxBytes = 4 << 20
  /// Most entries of a playlist.
  public static let maxEntries = 10_000
  /// Longest line, in bytes: no path is longer.
  public static let maxLine = 4096
  /// Entries that are told with their reason; more are counted.
  public static let maxIssues = 100

  /// Reads a playlist's file. One that is too large, whatever its length pretends, costs no more than `maxBytes`.
  /// - Parameters:
  ///   - path: where the file lies. - relative: its own path from the stick's root.
  ///   - isTrack: whether the stick has a track with that path from its root.
  package static func read(
    file path: String, relative: String, _ access: StickAccess = StickAccess(), isTrack: (String) -> Bool
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
        if count == 0 { return read(bytes, relative: relative, isTrack: isTrack) }
        bytes += piece[..<count]
      }
    }
    contents.refuse(relative, "the playlist is larger than \(maxBytes >> 20) MB")
    return contents
  }

  /// Reads a playlist's bytes. Entries that point out of the stick, to the network or to no track are told as problems.
  /// - Parameters:
  ///   - bytes: the file's. - relative: its own path from the stick's root.
  ///   - isTrack: whether the stick has a track with that path from its root.
  public static func read(_ bytes: some Collection<UInt8>, relative: String, isTrack: (String) -> Bool = { _ in true }) -> PlaylistContents
  {
    var contents = PlaylistContents()
    guard bytes.count <= maxBytes else {
      contents.refuse(relative, "the playlist is larger than \(maxBytes >> 20) MB")
      return contents
    }
    let folder = relative.folderOfPath
    var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    var number = 0
    // Line by line, never all at once: four million empty lines are four million strings.
    while !rest.isEmpty {
      let raw = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      rest = rest[raw.endIndex...]
      let end = rest.popFirst()
      if end == 0x0D, rest.first == 0x0A { rest.removeFirst() }
      number += 1
      guard raw.first != UInt8(ascii: "#") else { continue }
      guard raw.count <= maxLine else {
        contents.refuse(relative, "line \(number) is longer than \(maxLine) bytes")
        continue
      }
      let line = text(raw).trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      if contents.tracks.count >= maxEntries {
        contents.refuse(relative, "the playlist has more than \(maxEntries) entries; the rest is left out")
        break
      }
      if line.contains("://") {
        contents.refuse(relative, "line \(number) is a network address: only files on the stick are played")
      } else if let place = resolve(line.replacingOccurrences(of: "\\", with: "/"), in: folder) {
        if isTrack(place) { contents.tracks.append(place) } else { contents.refuse(relative, "line \(number) names no track on the stick") }
      } else {
        contents.refuse(relative, "line \(number) points out of the stick")
      }
    }
    return contents
  }

  /// Old playlists are Latin-1, where every byte is a letter.
  private static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
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
