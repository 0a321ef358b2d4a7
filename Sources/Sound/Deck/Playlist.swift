import Foundation

/// A part of a sound file that plays as a track of its own.
public struct FilePart: Sendable, Equatable {
  /// The track's own path: that of the file and one more name.
  public var path: String
  /// The sound file.
  public var file: String
  /// Its title.
  public var title: String
  /// Its first frame, in frames of 48 kHz from the file's start.
  public var start: Int64
  /// The first frame behind it; nil for the file's end.
  public var end: Int64?

  /// - Parameters:
  ///   - path: the track's own. - file: the sound file's. - title: what is shown.
  ///   - start, end: in frames of 48 kHz from the file's start.
  public init(path: String, file: String, title: String, start: Int64, end: Int64?) {
    (self.path, self.file, self.title, self.start, self.end) = (path, file, title, start, end)
  }
}

/// What the deck plays, in order; after the last track the first one comes again.
public struct Playlist: Sendable {
  /// One track: the built-in piece, a file by its path, or a part of a file.
  public enum Item: Sendable, Equatable {
    case builtin
    case file(String)
    /// Indirect: a list of many files stays small.
    indirect case part(FilePart)

    /// The path by which a track is known; nil for the built-in piece.
    public var path: String? {
      switch self {
      case .builtin: nil
      case .file(let path): path
      case .part(let part): part.path
      }
    }
  }
  /// The tracks, in order; never empty.
  public var items: [Item]

  /// With no files at all the built-in piece plays.
  public init(files: [String] = []) { self.init(files.map { .file($0) }) }

  /// With no tracks at all the built-in piece plays.
  public init(_ items: [Item]) { self.items = items.isEmpty ? [.builtin] : items }
}
