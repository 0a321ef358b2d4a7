import Foundation

/// Reads `.m3u8` and `.m3u` playlists: a path a line, relative to the playlist, `#` begins a remark.
public enum PlaylistReader {
  /// Longest playlist that is read, in bytes, and most entries.
  public static let maxBytes = 4 << 20
  public static let maxEntries = 10_000

  /// Paths from the stick's root, in the playlist's order. Entries that point out of the stick or to the network are told as problems.
  /// - Parameters:
  ///   - data: of the file. - relative: its own path from the stick's root.
  public static func read(_ data: Data, relative: String) -> (tracks: [String], issues: [LibraryIssue]) {
    var tracks: [String] = []
    var issues: [LibraryIssue] = []
    func refuse(_ reason: String) { if issues.count < 100 { issues.append(LibraryIssue(relative: relative, reason: reason)) } }
    guard data.count <= maxBytes else {
      refuse("the playlist is larger than 4 MB")
      return ([], issues)
    }
    var text = String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1) ?? ""
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    let folder = (relative as NSString).deletingLastPathComponent
    for (number, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = raw.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      if tracks.count >= maxEntries {
        refuse("the playlist has more than \(maxEntries) entries; the rest is left out")
        break
      }
      if line.contains("://") {
        refuse("line \(number + 1) is a network address: only files on the stick are played")
        continue
      }
      let plain = line.replacingOccurrences(of: "\\", with: "/")
      guard let place = resolve(plain, in: folder) else {
        refuse("line \(number + 1) points out of the stick")
        continue
      }
      tracks.append(place)
    }
    return (tracks, issues)
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
