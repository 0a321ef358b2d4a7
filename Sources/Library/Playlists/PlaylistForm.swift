import Foundation
import GestureFlowAPI

/// Forms of playlists. Each form has its own way to find the entries.
enum PlaylistForm {
  /// One path per line; `#` begins a comment.
  case lines
  /// `FileN=` lines.
  case pls
  /// XML, with one URI per track.
  case xspf
  /// A cue sheet, with one or more `FILE` lines.
  case cue

  /// An entry as the list writes it.
  struct Entry {
    /// Its position in the list, for example `line 3`.
    var place: String
    var text: String
  }

  /// - Parameters:
  ///   - name: file name of the playlist.
  ///   - bytes: its plain text.
  init(name: String, _ bytes: [UInt8]) {
    switch (name as NSString).pathExtension.lowercased() {
    case "pls": self = .pls
    case "xspf": self = .xspf
    case "cue": self = .cue
    default: self = bytes.starts(with: "[playlist]".utf8) ? .pls : .lines
    }
  }

  /// Calls `body` for each entry in order, until it returns false. Calls `problem` for each entry that is too long.
  func entries(_ bytes: [UInt8], problem: (String) -> Void, _ body: (Entry) -> Bool) {
    switch self {
    case .lines:
      Self.lines(bytes, problem) { line, place in line.hasPrefix("#") || body(Entry(place: place, text: line)) }
    case .pls: for entry in Self.numbered(bytes, problem) where !body(entry) { return }
    case .xspf: Self.locations(bytes, problem, body)
    // `PlaylistReader` reads cue sheets: it needs files and tracks together.
    case .cue: break
    }
  }

  /// Passes on the lines that are not empty, without blanks around them.
  static func lines(_ bytes: [UInt8], _ problem: (String) -> Void, _ body: (String, String) -> Bool) {
    PlaylistText.lines(bytes) { raw, number in
      guard let first = raw.first, first != UInt8(ascii: "#") else { return true }
      guard raw.count <= PlaylistReader.maxLine else {
        problem("line \(number) is longer than \(PlaylistReader.maxLine) bytes")
        return true
      }
      let line = TagText.text(raw).trimmingCharacters(in: .whitespaces)
      return line.isEmpty || body(line, "line \(number)")
    }
  }

  // MARK: - PLS

  /// Returns the entries by their numbers. They may differ from the order of the lines.
  private static func numbered(_ bytes: [UInt8], _ problem: (String) -> Void) -> [Entry] {
    var found: [(number: Int, entry: Entry)] = []
    lines(bytes, problem) { line, place in
      guard line.prefix(4).lowercased() == "file", let sign = line.firstIndex(of: "="),
        let number = Int(line[line.index(line.startIndex, offsetBy: 4)..<sign].trimmingCharacters(in: .whitespaces))
      else { return true }
      let text = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
      if !text.isEmpty { found.append((number, Entry(place: place, text: text))) }
      // Keep one entry above the limit. From it the reader sees that there are too many.
      return found.count <= PlaylistReader.maxEntries
    }
    // Entries with equal numbers stay in the order of their lines.
    return found.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }.map(\.element.entry)
  }

  // MARK: - XSPF

  /// Finds the first location of each track. Further ones are other places of the same track.
  private static func locations(_ bytes: [UInt8], _ problem: (String) -> Void, _ body: (Entry) -> Bool) {
    var scan = XMLScan(bytes)
    var number = 0
    var isTaken = true
    while let tag = scan.nextTag() {
      switch tag {
      case "track":
        number += 1
        isTaken = false
      case "/track": isTaken = true
      case "location" where !isTaken:
        isTaken = true
        guard let text = scan.text(most: PlaylistReader.maxLine) else {
          problem("entry \(number) is longer than \(PlaylistReader.maxLine) bytes")
          continue
        }
        let location = TagText.text(text).trimmingCharacters(in: .whitespacesAndNewlines)
        if !location.isEmpty, !body(Entry(place: "entry \(number)", text: location)) { return }
      default: break
      }
    }
  }
}
