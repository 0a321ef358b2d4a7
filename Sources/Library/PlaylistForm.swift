import Foundation
import GestureFlowAPI

/// Forms of playlists, and how the entries are found in each.
enum PlaylistForm {
  /// A path a line, `#` begins a remark.
  case lines
  /// `FileN=` lines.
  case pls
  /// XML, with a URI a track.
  case xspf
  /// A cue sheet, with one or more `FILE` lines.
  case cue

  /// An entry as the list writes it.
  struct Entry {
    /// Where it stands: `line 3`.
    var place: String
    var text: String
  }

  /// - Parameters:
  ///   - name: of the playlist's file. - bytes: its plain text.
  init(name: String, _ bytes: [UInt8]) {
    switch (name as NSString).pathExtension.lowercased() {
    case "pls": self = .pls
    case "xspf": self = .xspf
    case "cue": self = .cue
    default: self = bytes.starts(with: "[playlist]".utf8) ? .pls : .lines
    }
  }

  /// Calls `body` for each entry in the list's order, until it answers false; and `problem` for each that is too long.
  func entries(_ bytes: [UInt8], problem: (String) -> Void, _ body: (Entry) -> Bool) {
    switch self {
    case .lines:
      Self.lines(bytes, problem) { line, place in line.hasPrefix("#") || body(Entry(place: place, text: line)) }
    case .pls: for entry in Self.numbered(bytes, problem) where !body(entry) { return }
    case .xspf: Self.locations(bytes, problem, body)
    // `PlaylistReader` reads its files and their tracks together.
    case .cue: break
    }
  }

  /// Lines that are not empty, without blanks around them.
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

  /// The entries by their numbers, which need not be the order of the lines.
  private static func numbered(_ bytes: [UInt8], _ problem: (String) -> Void) -> [Entry] {
    var found: [(number: Int, entry: Entry)] = []
    lines(bytes, problem) { line, place in
      guard line.prefix(4).lowercased() == "file", let sign = line.firstIndex(of: "="),
        let number = Int(line[line.index(line.startIndex, offsetBy: 4)..<sign].trimmingCharacters(in: .whitespaces))
      else { return true }
      let text = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
      if !text.isEmpty { found.append((number, Entry(place: place, text: text))) }
      // One more than are kept: the reader says that there are too many.
      return found.count <= PlaylistReader.maxEntries
    }
    // Equal numbers stay in the order of their lines.
    return found.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }.map(\.element.entry)
  }

  // MARK: - XSPF

  /// The first location of each track. (More of them are other places of the same track.)
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
