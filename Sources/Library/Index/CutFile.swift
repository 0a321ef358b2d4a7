import Foundation
import GRDB
import GestureFlowAPI

/// A sound file whose parts are tracks, as a cue sheet defines.
package struct CutFile: Sendable, Equatable {
  /// A track of the file.
  package struct Track: Sendable, Equatable {
    /// Position of its INDEX 01 in the sheet, for example `line 5`.
    package var place: String
    /// Its number on the disc, 1...9999; nil without one.
    package var number: Int?
    /// Its start, in 1/75 s from the file's start.
    package var start: Int
    package var title: String?
    package var performer: String?
  }

  /// Maximum length of unused sound before the first track, in 1/75 s.
  private static let longestPause = 10 * TrackPart.rate

  /// Path of the file from the stick's root.
  package var relative: String
  package var album: String?
  /// Ordered by their starts.
  package var tracks: [Track]

  /// Returns the lines of its tracks for the index. They take the file's place in the order.
  /// - Parameters:
  ///   - file: the index's data of the file.
  ///   - sheet: the cue sheet's file.
  ///   - problem: receives each track after the file's end; such tracks are left out.
  package func lines(of file: IndexedTrack, _ sheet: FoundFile, problem: (String) -> Void) -> [IndexedTrack] {
    var inside = tracks.filter { track in
      guard let length = file.length, Double(track.start) / Double(TrackPart.rate) >= length else { return true }
      problem("\(track.place) lies after the end of its file: correct its time")
      return false
    }
    // Sound before the first track is also a track, except a pause.
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
      // Use a gain of the whole file as the album's.
      line.loudness = TrackLoudness(album: file.loudness.album ?? file.loudness.track)
      (line.partOf, line.partStart, line.partEnd) = (file.relative, track.start, end)
      return line
    }
  }
}

/// The part of the index for tracks that are parts of files.
extension LibraryIndex {
  static func addParts(_ db: Database) throws {
    try db.alter(table: "track") { t in
      t.add(column: "partOf", .text)
      t.add(column: "partStart", .integer)
      t.add(column: "partEnd", .integer)
    }
    try db.create(index: "track_partOf", on: "track", columns: ["stick", "partOf"], condition: Column("partOf") != nil)
  }

  /// Excludes files whose parts are tracks.
  static let isNotCut =
    "NOT EXISTS (SELECT 1 FROM track p WHERE p.stick = track.stick AND p.partOf = track.relative AND p.partOf IS NOT NULL)"

  /// Returns the paths of all parts of files.
  func parts(of stick: String) throws(Failure) -> [String] {
    try read {
      try String.fetchAll(
        $0, sql: "SELECT relative FROM track WHERE stick = ? AND partOf IS NOT NULL", arguments: [stick])
    }
  }
}
