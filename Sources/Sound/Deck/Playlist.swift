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
