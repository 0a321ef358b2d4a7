import GestureFlowAPI

/// Finds tracks by the end of a path from another system.
///
/// An entry such as `C:\Rips\Album\01 Song.mp3` means the track of the stick whose path has the longest tail in
/// common with it:
///
/// 1. A tail has whole names: one file name, and folders in front of it. Case does not matter.
/// 2. With one or more folders, several tracks may have the same longest tail. The first match of this order is then
///    chosen: the one beside the list; the one whose whole path is the tail; the only one with the same spelling; the
///    only one. Otherwise the entry is ambiguous, and no track is chosen.
/// 3. The file name alone counts only if exactly one track of the stick has it. `01 Intro.mp3` is a track of many
///    albums, and the list's own folder may be another album.
///
/// Tails are stored as sorted hashes with the row of their track: 16 bytes for each name in a path.
package final class TrackTails {
  private struct Tail {
    var hash: Int
    var row: Int64
  }

  /// Passes each track's row and path to `body` until it returns false.
  package typealias Source = (_ body: (Int64, String) -> Bool) throws(Failure) -> Void

  /// Maximum number of tracks with one tail that are compared. With more, only the one beside the list or with
  /// exactly that path is found.
  package static let mostAlike = 16

  private let source: Source
  private let paths: ([Int64]) throws(Failure) -> [String]
  private let isCancelled: () -> Bool
  private var tails: [Tail] = []
  private var isFilled = false
  /// Number of tails looked up so far.
  package private(set) var lookups = 0
  /// Number of paths compared with an entry so far.
  package private(set) var comparisons = 0
  /// Error of the index. A track that was not found is then unknown.
  package private(set) var failure: Failure?

  /// - Parameters:
  ///   - source: the tracks, read when the first entry needs them.
  ///   - paths: returns the paths of some rows.
  ///   - isCancelled: ends the reading of the tracks.
  package init(
    _ source: @escaping Source, paths: @escaping ([Int64]) throws(Failure) -> [String], isCancelled: @escaping () -> Bool = { false }
  ) {
    self.source = source
    self.paths = paths
    self.isCancelled = isCancelled
  }

  /// Uses the tracks of a stick.
  convenience init(_ index: LibraryIndex, of stick: String, isCancelled: @escaping () -> Bool) {
    self.init(
      { body throws(Failure) in try index.forEachTrack(of: stick, body) },
      paths: { rows throws(Failure) in try index.paths(rows: rows, of: stick) }, isCancelled: isCancelled)
  }

  /// Returns the track that an entry means by its end. Nil if no track matches, or if it is ambiguous.
  /// - Parameters:
  ///   - path: the entry without its root, in parts separated by `/`.
  ///   - folder: the list's own folder, from the stick's root.
  ///   - isTrack: returns whether a path is a track now.
  package func find(_ path: String, in folder: String, isTrack: (String) -> Bool) -> String? {
    do throws(Failure) {
      if !isFilled { try fill(isTrack) }
      let names = path.split(separator: "/").suffix(FolderWalk.maxDepth + 1)
      // A path with a given tail has each shorter tail, too. So the search begins with the file name and ends at the
      // first miss.
      var (length, found): (Int, Range<Int>) = (0, 0..<0)
      while length < names.count {
        let rows = rows(with: Self.hash(names.suffix(length + 1)))
        if rows.isEmpty { break }
        (length, found) = (length + 1, rows)
      }
      guard length > 0 else { return nil }
      let tail = names.suffix(length).joined(separator: "/")
      guard length > 1 || found.count == 1 else { return nil }
      return try choose(found, tail, in: folder, isTrack)
    } catch {
      failure = error
      return nil
    }
  }

  private func choose(_ found: Range<Int>, _ tail: String, in folder: String, _ isTrack: (String) -> Bool) throws(Failure) -> String? {
    let places = folder.isEmpty ? [tail] : [folder + "/" + tail, tail]
    lookups += places.count
    if let track = places.first(where: isTrack) { return track }
    guard found.count <= Self.mostAlike else { return nil }
    let all = try paths(tails[found].map(\.row))
    comparisons += all.count
    let plain = tail.lowercased()
    let alike = all.filter { Self.ends($0.lowercased(), with: plain) }
    for place in places {
      let here = alike.filter { $0.lowercased() == place.lowercased() }
      if here.count == 1 { return here[0] }
    }
    let same = alike.filter { Self.ends($0, with: tail) }
    return same.count == 1 ? same[0] : same.isEmpty && alike.count == 1 ? alike[0] : nil
  }

  private static func ends(_ path: String, with tail: String) -> Bool { path == tail || path.hasSuffix("/" + tail) }

  private static func hash(_ names: ArraySlice<Substring>) -> Int { names.joined(separator: "/").lowercased().hashValue }

  private func rows(with hash: Int) -> Range<Int> {
    lookups += 1
    func first(_ isBehind: (Int) -> Bool) -> Int {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if isBehind(tails[middle].hash) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    return first { $0 >= hash }..<first { $0 > hash }
  }

  private func fill(_ isTrack: (String) -> Bool) throws(Failure) {
    isFilled = true
    var tails: [Tail] = []
    let isCancelled = isCancelled
    try source { row, path in
      guard isTrack(path) else { return !isCancelled() }
      let names = path.split(separator: "/")
      for length in 1...max(1, names.count) { tails.append(Tail(hash: Self.hash(names.suffix(length)), row: row)) }
      return !isCancelled()
    }
    self.tails = tails.sorted { ($0.hash, $0.row) < ($1.hash, $1.row) }
  }
}
