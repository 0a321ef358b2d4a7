import Foundation
import GestureFlowAPI

/// A cue sheet: its files, and the tracks in each of them.
///
/// A track belongs to the file that its INDEX 01 lies in. A faulty track is left out, and its sound belongs to the
/// track before it.
struct CueSheet {
  /// Maximum number of tracks of a sheet. A disc has at most 99; a long recording may have more.
  static let mostTracks = 999
  /// Maximum number of digits of a time's minutes: more than two months.
  private static let mostDigits = 5

  /// A file that the sheet names.
  struct File {
    /// Its position in the sheet, for example `line 3`.
    var place: String
    var name: String
    var tracks: [CutFile.Track] = []
  }

  /// Files in the sheet's order. Consecutive lines with the same name are one file.
  private(set) var files: [File] = []
  /// The first faults of its tracks, and the number of further ones.
  private(set) var issues: [String] = []
  private(set) var moreIssues = 0
  /// Title of the whole sheet. `performer` is that of the whole sheet, too.
  private(set) var album: String?
  private var performer: String?
  /// Number of `TRACK` lines with sound.
  private var named = 0
  private var kept = 0
  /// Whether a `TRACK` line was read.
  private var isInTracks = false
  /// The last `TRACK` line. Nil before the first, and for a track without sound.
  private var track: Header?

  private struct Header {
    var place: String
    var number: Int?
    var title: String?
    var performer: String?
    /// Its file and its index there, once its INDEX 01 was read.
    var at: (file: Int, track: Int)?
    /// Whether the reason for leaving it out was reported.
    var isReported = false
  }

  /// - Parameters:
  ///   - bytes: the sheet's plain text.
  ///   - problem: receives each line that is too long.
  init(_ bytes: [UInt8], problem: (String) -> Void) {
    PlaylistForm.lines(bytes, problem) { line, place in
      take(line, place)
      return files.count <= PlaylistReader.maxEntries
    }
    endTrack()
  }

  /// Whether its tracks are parts of files. There are then more tracks than files.
  var cuts: Bool { named > files.count }

  private mutating func take(_ line: String, _ place: String) {
    guard let blank = line.firstIndex(where: \.isWhitespace) else { return }
    let rest = line[blank...].trimmingCharacters(in: .whitespaces)
    switch line[..<blank].lowercased() {
    case "file":
      let name = Self.quoted(rest) ?? rest.lastIndex(where: \.isWhitespace).map { String(rest[..<$0]) } ?? rest
      if files.last?.name != name { files.append(File(place: place, name: name)) }
    case "track":
      endTrack()
      isInTracks = true
      let words = rest.split(whereSeparator: \.isWhitespace)
      // Data tracks of a mixed disc do not hold sound.
      guard words.count < 2 || words[1].lowercased() == "audio" else { return }
      named += 1
      track = Header(place: place, number: words.first.flatMap { Int($0) }.flatMap { (1...9999).contains($0) ? $0 : nil })
    case "title": name(Self.text(rest), \.title) { $0.album = $1 }
    case "performer": name(Self.text(rest), \.performer) { $0.performer = $1 }
    case "index": index(rest, place)
    default: break
    }
  }

  /// Returns the text between quotation marks; nil without them.
  private static func quoted(_ text: String) -> String? {
    guard text.hasPrefix("\""), let end = text.lastIndex(of: "\""), end > text.startIndex else { return nil }
    return String(text[text.index(after: text.startIndex)..<end])
  }

  private static func text(_ text: String) -> String? {
    let plain = cleaned(quoted(text) ?? text, limit: TrackProbe.longestTag)
    return plain.isEmpty ? nil : plain
  }

  /// Sets a title or a performer. It is the track's, or the album's before the first track.
  private mutating func name(_ text: String?, _ field: WritableKeyPath<Header, String?>, _ whole: (inout CueSheet, String?) -> Void) {
    if isInTracks { track?[keyPath: field] = text } else { whole(&self, text) }
  }

  private mutating func index(_ text: String, _ place: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 1, Int(words[0]) == 1, let present = track, present.at == nil, !present.isReported, let last = files.indices.last
    else { return }
    track?.isReported = true
    guard let start = Self.frames(words[1]) else {
      return tell("\(place) has a time that cannot be read: write minutes:seconds:frames")
    }
    guard start > files[last].tracks.last?.start ?? -1 else {
      return tell("\(place) does not start after the track before it: correct its time")
    }
    guard kept < Self.mostTracks else {
      if kept == Self.mostTracks { tell("\(place) comes after track \(Self.mostTracks): the rest plays as the end of that one") }
      kept += 1
      return
    }
    kept += 1
    files[last].tracks.append(CutFile.Track(place: place, number: present.number, start: start))
    track?.at = (last, files[last].tracks.count - 1)
  }

  /// Converts a time `mm:ss:ff` to frames of 1/75 s.
  private static func frames(_ text: Substring) -> Int? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 3,
      fields.allSatisfy({ (1...mostDigits).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let minutes = Int(fields[0]), let seconds = Int(fields[1]), let frames = Int(fields[2]), seconds < 60, frames < 75
    else { return nil }
    return (minutes * 60 + seconds) * 75 + frames
  }

  private mutating func endTrack() {
    defer { track = nil }
    guard let track else { return }
    if let at = track.at {
      files[at.file].tracks[at.track].title = track.title
      files[at.file].tracks[at.track].performer = track.performer ?? performer
    } else if !track.isReported {
      tell("the track of \(track.place) has no INDEX 01: add the place at which it begins")
    }
  }

  private mutating func tell(_ issue: String) {
    if issues.count < PlaylistReader.maxIssues { issues.append(issue) } else { moreIssues += 1 }
  }
}
