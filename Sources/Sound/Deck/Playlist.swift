import Foundation

/// What the deck plays, in order; after the last track the first one comes again.
public struct Playlist: Sendable {
  /// One track: the built-in piece, or a file by its path.
  public enum Item: Sendable, Equatable {
    case builtin
    case file(String)
  }
  /// The tracks, in order; never empty.
  public var items: [Item]

  /// With no files at all the built-in piece plays.
  public init(files: [String] = []) { items = files.isEmpty ? [.builtin] : files.map { .file($0) } }
}
