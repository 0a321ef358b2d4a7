import GestureFlowAPI
import Streams

/// The sources of mode stream that there are, by their names, and which of them is the one: pure.
///
/// It is the one that a person has chosen, while it is there; else the one that began to play last. What plays in place of a chosen one that was gone plays on when that is back, until it ends. A pause chooses no other
/// source, whether hands that leave made it or a person at the player: a pipe's writer that stands still counts as one that plays, and would be heard at once.
package struct StreamChoice: Sendable {
  /// A source, as it was looked at last.
  package struct Entry: Sendable, Equatable {
    package var id: PlaySourceID
    /// For people and commands; no two are the same.
    package var name: String
    package var playback: StreamStatus.Playback

    /// Out of its fields, as they are described here.
    package init(id: PlaySourceID, name: String, playback: StreamStatus.Playback) {
      self.id = id
      self.name = name
      self.playback = playback
    }
  }

  /// Players first, in the order in which they came.
  package private(set) var entries: [Entry] = []
  /// The one; nil where there is none.
  package private(set) var chosen: PlaySourceID?
  /// How many have begun to play before each of them did.
  private var began: [PlaySourceID: Int] = [:]
  private var begins = 0
  /// The chosen one was gone, and another plays in its place.
  private var isReplaced = false
  private var wish: String?
  /// The chosen one stands still because of us.
  private var isHeld = false

  package init() {}

  /// The source of a name, or of what a player is known by on its bus; nil if there is none.
  package func find(_ name: String) -> Entry? {
    let small = name.lowercased()
    return entries.first { $0.name == name } ?? entries.first { $0.name.lowercased() == small } ?? entries.first { $0.id == .player(name) }
  }

  /// The source after the chosen one, round and round; nil without any.
  package var next: Entry? {
    guard !entries.isEmpty else { return nil }
    let at = entries.firstIndex { $0.id == chosen } ?? -1
    return entries[(at + 1) % entries.count]
  }

  package subscript(_ id: PlaySourceID?) -> Entry? { id.flatMap { id in entries.first { $0.id == id } } }

  /// Takes what is there now. - Parameters:
  ///   - players, pipes: what they do.
  ///   - wish: name of the source that a person chose; nil if nobody has.
  ///   - isHeld: the chosen one stands still because we have paused it, or does not play yet although we have asked it to.
  package mutating func look(
    _ players: [StreamPlayer], _ pipes: [(name: String, playback: StreamStatus.Playback)], wish: String?, isHeld: Bool = false
  ) {
    let before = entries
    entries = Self.entries(players, pipes)
    for entry in entries where entry.playback == .playing {
      let was = before.first { $0.id == entry.id }?.playback
      guard was != .playing, was != .starved else { continue }
      begins += 1
      began[entry.id] = begins
    }
    began = began.filter { id, _ in entries.contains { $0.id == id } }
    if wish != self.wish { isReplaced = false }
    self.wish = wish
    self.isHeld = isHeld
    chosen = choose()?.id
  }

  private mutating func choose() -> Entry? {
    guard let wish else { return latest }
    guard let wished = find(wish) else {
      isReplaced = true
      return latest
    }
    if isReplaced, wished.playback != .playing, let instead = latest, goesOn(instead) { return instead }
    isReplaced = false
    return wished
  }

  /// The one that began last, of those that go on and the one that was chosen before: it stays, paused or not, until another begins after it. Without both the first.
  private var latest: Entry? {
    let last = entries.filter { goesOn($0) || $0.id == chosen }.max { began[$0.id, default: 0] < began[$1.id, default: 0] }
    return last ?? entries.first
  }

  private func goesOn(_ entry: Entry) -> Bool {
    entry.playback == .playing || entry.playback == .starved || isHeld && entry.id == chosen
  }

  private static func entries(_ players: [StreamPlayer], _ pipes: [(name: String, playback: StreamStatus.Playback)]) -> [Entry] {
    var taken = Set(pipes.map(\.name))
    let players = players.map { player in
      let plain = cleaned(player.name, limit: 100)
      // Two windows of one program have one name.
      let name = plain.isEmpty || taken.contains(plain) ? cleaned("\(plain) (\(player.id))", limit: 400) : plain
      taken.insert(name)
      return Entry(id: .player(player.id), name: name, playback: StreamStatus.Playback(player.playback))
    }
    return players + pipes.map { Entry(id: .pipe($0.name), name: $0.name, playback: $0.playback) }
  }
}

extension StreamStatus.Playback {
  /// A player's.
  package init(_ playback: StreamPlayer.Playback) {
    self =
      switch playback {
      case .playing: .playing
      case .paused: .paused
      case .stopped: .stopped
      }
  }
}
