import GestureFlowAPI

/// The tracks that the deck plays, in order, in a loop.
public struct Playlist: Sendable {
  /// One track. It is the built-in piece, a file by its path, or a part of a file.
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
  /// The tracks, in their own order; never empty.
  public let items: [Item]
  /// Seed of the order of playing. Nil plays the items in their own order.
  public let seed: UInt64?
  /// Names of the tracks, which stay when a stick's mount point changes. Nil uses the paths.
  private let names: [String]?
  /// The order of playing; nil for the items' own order.
  private let order: ShuffledOrder?
  /// Place of the first track of a round. A jump or a new order begins a round. Nil if the list does not have that
  /// track.
  package var origin: Int? = 0

  /// Creates a list of files; without any, of the built-in piece.
  public init(files: [String] = []) { self.init(files.map { .file($0) }) }

  /// Creates a list of tracks; without any, of the built-in piece.
  /// - Parameters:
  ///   - items: the tracks in their own order.
  ///   - seed: see `seed`.
  ///   - names: of the tracks, which decide a random order; nil for their paths.
  public init(_ items: [Item], seed: UInt64? = nil, names: [String]? = nil) {
    self.items = items.isEmpty ? [.builtin] : items
    self.seed = seed
    self.names = names?.count == self.items.count ? names : nil
    order = seed.map { [names = self.names, items = self.items] in ShuffledOrder(names ?? items.map { $0.path ?? "" }, seed: $0) }
  }

  /// Returns the same tracks in another order of playing.
  func ordered(by seed: UInt64?) -> Playlist { Playlist(items, seed: seed, names: names) }

  /// Returns the place some steps further in the order of playing. After the last track comes the first.
  /// - Parameter place: of an item. Any other number counts as the gap between the last track and the first: a step
  ///   forward leads to the first one, a step back to the last one.
  package func step(_ by: Int, from place: Int) -> Int {
    let count = items.count
    let rank = items.indices.contains(place) ? order?.ranks[place] ?? place : by < 0 ? 0 : -1
    let next = ((rank + by % count) % count + count) % count
    return order?.places[next] ?? next
  }

  /// Returns the number of tracks after a place until the round ends.
  package func remaining(after place: Int) -> Int {
    guard items.indices.contains(place) else { return items.count }
    guard let order else { return items.count - 1 - place }
    let first = origin.map { order.ranks[$0] } ?? 0
    return (first - order.ranks[place] - 1 + 2 * items.count) % items.count
  }
}

/// A random order of tracks. It depends only on the seed and the names, so it is the same after a start. Tracks that
/// come or go leave the others in their order.
struct ShuffledOrder: Sendable {
  /// The places in the order of playing.
  let places: [Int]
  /// Position of each place in that order.
  let ranks: [Int]

  init(_ names: [String], seed: UInt64) {
    var seen: [UInt64: UInt64] = [:]
    let keys = names.map { name in
      let name = FNV1a(name).value
      // A track that is there twice gets two keys.
      let count = seen[name, default: 0]
      seen[name] = count &+ 1
      return Self.mixed(name ^ Self.mixed(seed &+ count))
    }
    places = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    var ranks = [Int](repeating: 0, count: names.count)
    for (rank, place) in places.enumerated() { ranks[place] = rank }
    self.ranks = ranks
  }

  /// The finalizer of SplitMix64. Each bit of the number changes half of the bits of the result.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var z = number &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
