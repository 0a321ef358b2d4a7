import Foundation
import GRDB
import GestureFlowAPI

/// A sound file whose parts are tracks, as a cue sheet says.
package struct CutFile: Sendable, Equatable {
  /// A track of the file.
  package struct Track: Sendable, Equatable {
    /// The place of its INDEX 01 in the sheet: `line 5`.
    package var place: String
    /// Its number on the disc; nil without one in 1...9999.
    package var number: Int?
    /// Its beginning, in 1/75 s from the file's start.
    package var start: Int
    package var title: String?
    package var performer: String?
  }

  /// Sound before the first track that is left out, in 1/75 s.
  private static let longestPause = 10 * TrackPart.rate

  /// Path of the file from the stick's root.
  package var relative: String
  package var album: String?
  /// In rising order of their starts.
  package var tracks: [Track]

  /// The lines of its tracks for the index. They take the file's place in the order.
  /// - Parameters:
  ///   - file: what the index knows of the file. - sheet: the cue sheet's file.
  ///   - problem: is told each track that lies behind the file's end; those are left out.
  package func lines(of file: IndexedTrack, _ sheet: FoundFile, problem: (String) -> Void) -> [IndexedTrack] {
    var inside = tracks.filter { track in
      guard let length = file.length, Double(track.start) / Double(TrackPart.rate) >= length else { return true }
      problem("\(track.place) lies behind the end of its file: correct its time")
      return false
    }
    // What stands before the first track is a track, too, unless it is a pause.
    if inside.count > 1, let first = inside.first, first.start > Self.longestPause {
      inside.insert(Track(place: first.place, start: 0), at: 0)
    }
    return inside.indices.map { at in
      let (track, end) = (inside[at], at + 1 < inside.count ? inside[at + 1].start : nil)
      let number = String(format: "%03d", at + 1)
      var line = file
      line.relative = "\(file.relative)/track\(number)"
      line.orderKey = file.orderKey + "\u{1}" + number
      line.size = sheet.size
      line.modified = sheet.modified &+ file.modified &* 31 &+ file.size &* 961
      line.title = track.title ?? "track \(track.number ?? at + 1)"
      line.artist = track.performer ?? file.artist
      line.album = album ?? file.album
      line.number = track.number
      line.length = (end.map { Double($0) / Double(TrackPart.rate) } ?? file.length).map {
        $0 - Double(track.start) / Double(TrackPart.rate)
      }
      // A gain of the whole file is that of its album.
      line.loudness = TrackLoudness(album: file.loudness.album ?? file.loudness.track)
      (line.partOf, line.partStart, line.partEnd) = (file.relative, track.start, end)
      return line
    }
  }
}

/// The tracks that are parts of files.
extension LibraryIndex {
  static func addParts(_ db: Database) throws {
    try db.alter(table: "track") { t in
      t.add(column: "partOf", .text)
      t.add(column: "partStart", .integer)
      t.add(column: "partEnd", .integer)
    }
    try db.create(index: "track_partOf", on: "track", columns: ["stick", "partOf"], condition: Column("partOf") != nil)
  }

  /// Keeps out files whose parts are tracks.
  static let isNotCut =
    "NOT EXISTS (SELECT 1 FROM track p WHERE p.stick = track.stick AND p.partOf = track.relative AND p.partOf IS NOT NULL)"

  /// All parts of files, by their paths.
  func parts(of stick: String) throws(LibraryError) -> [String] {
    try read {
      try String.fetchAll(
        $0, sql: "SELECT relative FROM track WHERE stick = ? AND partOf IS NOT NULL", arguments: [stick])
    }
  }
}
