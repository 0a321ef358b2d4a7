import GestureFlowAPI

/// Queries to the index about the sticks that are present.
extension MusicLibrary {
  /// Returns skipped files with their reasons. The paths are exact, so that the files can be found; the reasons are
  /// cleaned.
  /// - Throws: `Failure` when the index cannot be read.
  public func problems(limit: Int = 1000) throws(Failure) -> [(path: String, reason: String)] {
    var all: [(path: String, reason: String)] = []
    for stick in sticks where all.count < limit {
      all += try index.problems(of: stick.id, limit: limit - all.count).map {
        ($0.relative.isEmpty ? stick.root : stick.root + "/" + $0.relative, $0.reason)
      }
    }
    return all
  }

  /// Returns tracks that contain every word of the text, in natural order.
  /// - Parameters:
  ///   - text: words; without words all tracks match.
  ///   - limit: maximum number of tracks.
  ///   - offset: number of tracks to skip.
  /// - Throws: `Failure` when the index cannot be read.
  public func search(_ text: String, limit: Int, offset: Int = 0) throws(Failure) -> [(path: String, track: IndexedTrack)] {
    let here = sticks
    let words = text.split(separator: " ").map(String.init)
    return try index.search(words, sticks: here.map(\.id), limit: limit, offset: offset).map { found in
      var track = found
      track.folder = MusicList.shown(found.folder)
      return ((here.first { $0.id == found.stick }?.root ?? "") + "/" + found.relative, track)
    }
  }
}
