/// The tracks that the deck plays, in order, in a loop.
public struct Playlist: Sendable {
  /// One track: the built-in piece, a file by its path, or a part of a file.
  public enum Item: Sendable, Equatable {
    case builtin
    case file(String)
    /// Indirect, so that a list of many files stays small.
    indirect case part(FilePart)

    /// The path that identifies the track; nil for the built-in piece.
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

  /// Creates a list of files; without any, of the built-in piece.
  public init(files: [String] = []) { self.init(files.map { .file($0) }) }

  /// Creates a list of tracks; without any, of the built-in piece.
  public init(_ items: [Item]) { self.items = items.isEmpty ? [.builtin] : items }
}
