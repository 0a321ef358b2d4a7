import GestureFlowAPI

/// A track where it lies now. Its title is read when it is played.
public struct MediaTrack: Sendable, Equatable {
  /// The stick's identity. With `relative` it is what a track is known by when its stick comes back under another name.
  public var stick: String
  /// Path from the stick's root.
  public var relative: String
  /// Where the file is now.
  public var path: String
  /// The artist by its tag, cleaned; nil without one.
  public var artist: String?
  /// The album by its tag, cleaned; nil without one.
  public var album: String?

  /// - Parameters:
  ///   - stick: the stick's identity. - relative: path from its root.
  ///   - path: where the file is now. - artist, album: what is shown.
  public init(stick: String, relative: String, path: String, artist: String? = nil, album: String? = nil) {
    self.stick = stick
    self.relative = relative
    self.path = path
    self.artist = artist
    self.album = album
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
  /// their names have none.
  /// - Parameter stems: paths of stem sets' channels. They play in stems mode, and in a list only where a playlist names them.
  package static func lists(
    of stick: String, root: String, tracks: [IndexedTrack], playlists: [(relative: String, tracks: [String])], stems: Set<String> = []
  ) -> [MusicList] {
    var folders: [[IndexedTrack]] = []
    // Folders whose names differ by a leading zero or by case alone take turns in the natural order.
    var places: [String: Int] = [:]
    var byPath: [String: MediaTrack] = [:]
    func media(_ track: IndexedTrack) -> MediaTrack {
      MediaTrack(stick: stick, relative: track.relative, path: root + "/" + track.relative, artist: track.artist, album: track.album)
    }
    // The natural order has a folder's tracks mostly one behind the other, and a comparison costs less than a hash.
    var last: (folder: String, place: Int)?
    for track in tracks {
      if !playlists.isEmpty { byPath[track.relative] = media(track) }
      if stems.contains(track.relative) { continue }
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
