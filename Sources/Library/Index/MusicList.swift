import GestureFlowAPI

/// Part of a sound file that is a track of its own.
///
/// It is a class because few tracks have one, so a list of many whole files stays small.
public final class TrackPart: Sendable, Equatable {
  /// Units per second in which the ends of a part are counted.
  public static let rate = 75
  /// The farthest place, in those units. It lies beyond any file and far from overflow.
  public static let farthest = 1 << 40
  /// Current path of the sound file.
  public let file: String
  /// Its title, cleaned.
  public let title: String
  /// Its start, in 1/75 s from the file's start.
  public let start: Int
  /// Its end, in 1/75 s from the file's start. Nil for the file's end.
  public let end: Int?

  /// - Parameters:
  ///   - file: current path of the sound file.
  ///   - title: the displayed title.
  ///   - start: start of the part, in 1/75 s from the file's start; limited to 0...`farthest`.
  ///   - end: end of the part, in 1/75 s from the file's start; limited as well.
  public init(file: String, title: String, start: Int, end: Int?) {
    (self.file, self.title, self.start, self.end) = (file, title, Self.inRange(start), end.map(Self.inRange))
  }

  /// Returns a place within 0...`farthest`.
  static func inRange(_ place: Int) -> Int { min(max(place, 0), farthest) }

  /// Compares file, title and both ends.
  public static func == (a: TrackPart, b: TrackPart) -> Bool {
    a.file == b.file && a.title == b.title && a.start == b.start && a.end == b.end
  }
}

/// A track at its current place. The title of a whole file is read when it is played.
public struct MediaTrack: Sendable, Equatable {
  /// The stick's identity. Together with `relative` it identifies a track when its stick comes back under another
  /// name.
  public var stick: String
  /// Path from the stick's root.
  public var relative: String
  /// Current path of the file. For a part of a file, one more name follows.
  public var path: String
  /// The artist from the tag, cleaned; nil without one.
  public var artist: String?
  /// The album from the tag, cleaned; nil without one.
  public var album: String?
  /// The part of a file; nil for a whole file.
  public var part: TrackPart?

  /// - Parameters:
  ///   - stick: the stick's identity.
  ///   - relative: path from its root.
  ///   - path: current path of the file.
  ///   - artist: the displayed artist.
  ///   - album: the displayed album.
  ///   - part: the part of a file; nil for a whole file.
  public init(
    stick: String, relative: String, path: String, artist: String? = nil, album: String? = nil, part: TrackPart? = nil
  ) {
    self.stick = stick
    self.relative = relative
    self.path = path
    self.artist = artist
    self.album = album
    self.part = part
  }
}

/// A folder or a playlist, with its tracks in play order.
public struct MusicList: Sendable, Equatable {
  /// Path of the folder or playlist from the stick's root. Cleaned; empty for the root itself.
  public var name: String
  /// The tracks, in play order.
  public var tracks: [MediaTrack]

  /// - Parameters:
  ///   - name: the displayed name.
  ///   - tracks: the tracks, in play order.
  public init(name: String, tracks: [MediaTrack]) {
    self.name = name
    self.tracks = tracks
  }

  /// Returns a stick's folders in natural order, then its playlists. The tracks of a folder are in natural order, or
  /// by track number if their names have no numbers. A file whose parts are tracks is in a list only if a playlist
  /// names it.
  /// - Parameter stems: paths of stem sets' channels. They play in mode stems, and are in a list only if a playlist
  ///   names them.
  package static func lists(
    of stick: String, root: String, tracks: [IndexedTrack], playlists: [(relative: String, tracks: [String])], stems: Set<String> = []
  ) -> [MusicList] {
    var folders: [[IndexedTrack]] = []
    // Tracks of two folders may be mixed in the natural order. This happens if the folders' names differ only by a
    // leading zero or by case.
    var places: [String: Int] = [:]
    var byPath: [String: MediaTrack] = [:]
    func media(_ track: IndexedTrack) -> MediaTrack {
      let part = track.partOf.map {
        TrackPart(file: root + "/" + $0, title: track.title, start: track.partStart ?? 0, end: track.partEnd)
      }
      return MediaTrack(
        stick: stick, relative: track.relative, path: root + "/" + track.relative, artist: track.artist, album: track.album, part: part)
    }
    let unlisted = stems.union(tracks.lazy.compactMap(\.partOf))
    // Most tracks of a folder are consecutive. A comparison costs less than a hash.
    var last: (folder: String, place: Int)?
    for track in tracks {
      if !playlists.isEmpty { byPath[track.relative] = media(track) }
      if unlisted.contains(track.relative) { continue }
      if let last, last.folder == track.folder {
        folders[last.place].append(track)
        continue
      }
      let place = places[track.folder] ?? folders.count
      if place == folders.count { folders.append([]) }
      folders[place].append(track)
      places[track.folder] = place
      last = (track.folder, place)
    }
    // Do not sort by path. Two names that differ only in their Unicode form are equal as strings, but are two tracks.
    var lists = folders.map { tracks in
      MusicList(name: shown(tracks[0].folder), tracks: FolderOrder.sorted(tracks).map(media))
    }
    for playlist in playlists {
      let found = playlist.tracks.compactMap { byPath[$0] }
      if !found.isEmpty { lists.append(MusicList(name: shown(playlist.relative), tracks: found)) }
    }
    return lists
  }

  /// Returns a path as it is displayed.
  package static func shown(_ path: String) -> String { cleaned(path, limit: FileError.longestPath) }
}
