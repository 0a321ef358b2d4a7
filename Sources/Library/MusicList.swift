import GestureFlowAPI

/// A part of a sound file that is a track of its own.
///
/// A class, because few tracks have one: a list of many files stays small.
public final class TrackPart: Sendable, Equatable {
  /// Parts of a second in which a part's ends are counted.
  public static let rate = 75
  /// Place of the sound file now.
  public let file: String
  /// Its title, cleaned.
  public let title: String
  /// Its beginning, in 1/75 s from the file's start.
  public let start: Int
  /// Its end, likewise; nil for the file's end.
  public let end: Int?

  /// - Parameters:
  ///   - file: where the sound file is now. - title: what is shown. - start, end: in 1/75 s from the file's start.
  public init(file: String, title: String, start: Int, end: Int?) {
    (self.file, self.title, self.start, self.end) = (file, title, start, end)
  }

  /// Whether two are the same part of the same file, with one title.
  public static func == (a: TrackPart, b: TrackPart) -> Bool {
    a.file == b.file && a.title == b.title && a.start == b.start && a.end == b.end
  }
}

/// A track where it lies now. The title of a whole file is read when it is played.
public struct MediaTrack: Sendable, Equatable {
  /// The stick's identity. With `relative` it is what a track is known by when its stick comes back under another name.
  public var stick: String
  /// Path from the stick's root.
  public var relative: String
  /// Where the file is now; of a part of a file, with one more name behind it.
  public var path: String
  /// The artist by its tag, cleaned; nil without one.
  public var artist: String?
  /// The album by its tag, cleaned; nil without one.
  public var album: String?
  /// Nil for a whole file.
  public var part: TrackPart?

  /// - Parameters:
  ///   - stick: the stick's identity. - relative: path from its root.
  ///   - path: where the file is now. - artist, album: what is shown. - part: which part of a file it is.
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

/// A folder or a playlist: tracks in the order in which they are played.
public struct MusicList: Sendable, Equatable {
  /// Path of the folder or the playlist from the stick's root, cleaned; empty for the root itself.
  public var name: String
  /// In the order in which they are played.
  public var tracks: [MediaTrack]

  /// - Parameters:
  ///   - name: what is shown. - tracks: in the order in which they are played.
  public init(name: String, tracks: [MediaTrack]) {
    self.name = name
    self.tracks = tracks
  }

  /// The folders of a stick in natural order, then its playlists. The tracks of a folder are in natural order, or in that of their numbers where
  /// their names have none. A file whose parts are tracks is in a list only where a playlist names it.
  /// - Parameter stems: paths of stem sets' channels. They play in stems mode, and in a list only where a playlist names them.
  package static func lists(
    of stick: String, root: String, tracks: [IndexedTrack], playlists: [(relative: String, tracks: [String])], stems: Set<String> = []
  ) -> [MusicList] {
    var folders: [[IndexedTrack]] = []
    // Folders whose names differ by a leading zero or by case alone take turns in the natural order.
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
    // The natural order has a folder's tracks mostly one behind the other, and a comparison costs less than a hash.
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
    // Not by path: two names that differ in their Unicode form alone are equal as strings, and are two tracks.
    var lists = folders.map { tracks in
      MusicList(name: shown(tracks[0].folder), tracks: FolderOrder.sorted(tracks).map(media))
    }
    for playlist in playlists {
      let found = playlist.tracks.compactMap { byPath[$0] }
      if !found.isEmpty { lists.append(MusicList(name: shown(playlist.relative), tracks: found)) }
    }
    return lists
  }

  /// A path as it is shown.
  package static func shown(_ path: String) -> String { cleaned(path, limit: FileError.longestPath) }
}
