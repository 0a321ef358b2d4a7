import Foundation

/// The order of the tracks of one folder.
enum FolderOrder {
  /// Sorts tracks by disc and number, if only these give the order. Otherwise returns them unchanged, in natural
  /// order.
  ///
  /// The numbers give the order if each track has a number, no two have the same, and all are of one album. The names
  /// give the order if each of them has a digit.
  static func sorted(_ tracks: [IndexedTrack]) -> [IndexedTrack] {
    var places: Set<[Int]> = []
    for track in tracks {
      guard let number = track.number, track.album == tracks[0].album, places.insert([track.disc ?? 1, number]).inserted else {
        return tracks
      }
    }
    if tracks.allSatisfy({ hasDigit($0.relative) }) { return tracks }
    return tracks.sorted { ($0.disc ?? 1, $0.number ?? 0) < ($1.disc ?? 1, $1.number ?? 0) }
  }

  /// Returns whether a name has a digit. The ending does not count, because that of an MP3 has one.
  private static func hasDigit(_ relative: String) -> Bool {
    let name = (relative as NSString).lastPathComponent as NSString
    return name.deletingPathExtension.utf8.contains { (0x30...0x39).contains($0) }
  }
}
