import GestureFlowAPI
import ExternalSources

/// The sources of mode stream, by name, and the chosen one. Pure.
///
/// A person's choice counts while it is present; otherwise the source that began to play last. While the choice is
/// gone another source may play in its place. It plays on until it ends, even when the choice is back. A pause never
/// chooses another source, whether hands that left or a person at the player caused it. A pipe whose writer stands
/// still counts as playing, and would be heard at once.
package struct StreamChoice: Sendable {
  /// A source at its last poll.
  package struct Entry: Sendable, Equatable {
    package var id: PlaySourceID
    /// Unique name for people and commands.
    package var name: String
    package var playback: StreamStatus.Playback

    /// Makes an entry from its fields.
    package init(id: PlaySourceID, name: String, playback: StreamStatus.Playback) {
      self.id = id
      self.name = name
      self.playback = playback
    }
  }

  /// All sources, players first, in the order in which they came.
  package private(set) var entries: [Entry] = []
  /// The chosen source; nil if no source exists.
  package private(set) var chosen: PlaySourceID?
  /// Order in which the sources began to play.
  private var began: [PlaySourceID: Int] = [:]
  private var begins = 0
  /// Whether another source plays because the chosen one was gone.
  private var isReplaced = false
  private var requested: String?
  /// Whether the box holds the chosen source still.
  private var isHeld = false

  package init() {}

  /// Returns a source by its name, or by its bus name.
  package func find(_ name: String) -> Entry? {
    let small = name.lowercased()
    return entries.first { $0.name == name } ?? entries.first { $0.name.lowercased() == small } ?? entries.first { $0.id == .player(name) }
  }

  /// The source after the chosen one, in a circle; nil without any.
  package var next: Entry? {
    guard !entries.isEmpty else { return nil }
    let at = entries.firstIndex { $0.id == chosen } ?? -1
    return entries[(at + 1) % entries.count]
  }

  package subscript(_ id: PlaySourceID?) -> Entry? { id.flatMap { id in entries.first { $0.id == id } } }

  /// Takes the current sources.
  /// - Parameters:
  ///   - players: the players of the bus.
  ///   - pipes: names and playback of the pipes.
  ///   - requested: name of the source that a person chose; nil without a choice.
  ///   - isHeld: whether the box paused the chosen source, or waits for its ordered start.
  package mutating func look(
    _ players: [StreamPlayer], _ pipes: [(name: String, playback: StreamStatus.Playback)], requested: String?, isHeld: Bool = false
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
    if requested != self.requested { isReplaced = false }
    self.requested = requested
    self.isHeld = isHeld
    chosen = choose()?.id
  }

  private mutating func choose() -> Entry? {
    guard let requested else { return latest }
    guard let entry = find(requested) else {
      isReplaced = true
      return latest
    }
    if isReplaced, entry.playback != .playing, let instead = latest, goesOn(instead) { return instead }
    isReplaced = false
    return entry
  }

  /// The source that began last, including the one chosen before. The source chosen before stays, paused or not,
  /// until another begins after it. Without both it is the first source.
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
      // Two windows of one program have the same name.
      let name = plain.isEmpty || taken.contains(plain) ? cleaned("\(plain) (\(player.id))", limit: 400) : plain
      taken.insert(name)
      return Entry(id: .player(player.id), name: name, playback: StreamStatus.Playback(player.playback))
    }
    return players + pipes.map { Entry(id: .pipe($0.name), name: $0.name, playback: $0.playback) }
  }
}

extension StreamStatus.Playback {
  /// Converts the playback of a player.
  package init(_ playback: StreamPlayer.Playback) {
    self =
      switch playback {
      case .playing: .playing
      case .paused: .paused
      case .stopped: .stopped
      }
  }
}
