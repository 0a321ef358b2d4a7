/// A type that turns sources into played notes. It is the same for hands and touches, and a pure function of its
/// input.
public struct NotePlayer: Sendable {
  /// Settings of the instrument. A change keeps all sounding notes. A note stays until its source changes the zone or
  /// falls silent. When fewer sources may play, sounding ones continue to their end.
  public var settings: InstrumentSettings { didSet { if settings.layout != oldValue.layout { layOut() } } }
  private var players: [Player] = []
  /// Number of strokes over all sources. A source that disappears and returns must not seem to continue its old note.
  private var strokes: UInt32 = 0

  private struct Player: Sendable {
    var played: PlayedNote
    var zones: ZoneFinder
  }

  /// Creates a player without sources.
  public init(_ settings: InstrumentSettings = InstrumentSettings()) { self.settings = settings }

  /// Takes the sources of one frame. A missing source has disappeared, and its note ends. A source's second entry in
  /// a frame is ignored.
  /// - Parameter sources: the sources, in the order of their first appearance.
  /// - Returns: the notes that they play now.
  public mutating func update(_ sources: [Source]) -> PlayedNotes {
    var next: [Player] = []
    // Sounding sources continue; others get the remaining room.
    var room = min(max(settings.sources, 1), PlayedNotes.most)
    room -= sources.count { source in source.gate && player(source.id)?.played.note != nil }
    for source in sources where !next.contains(where: { $0.played.source.id == source.id }) {
      var player =
        player(source.id) ?? Player(played: PlayedNote(source), zones: ZoneFinder(count: settings.layout.notes.count))
      let isNew = player.played.note == nil
      let plays = source.gate && (!isNew || room > 0)
      if plays, isNew { room -= 1 }
      take(source, plays: plays, &player)
      next.append(player)
    }
    players = next
    return list
  }

  /// Silences and removes all sources.
  public mutating func beginAnew() { players = [] }

  private var list: PlayedNotes {
    var list = PlayedNotes()
    // Sounding sources must not be left out in favour of silent ones.
    for player in players where player.played.note != nil { list.append(player.played) }
    for player in players where player.played.note == nil { list.append(player.played) }
    return list
  }

  private func player(_ id: SourceID) -> Player? { players.first { $0.played.source.id == id } }

  private mutating func take(_ source: Source, plays: Bool, _ player: inout Player) {
    let before = player.zones.zone
    let isStruck = player.played.note == nil
    let zone = plays && !isStruck ? player.zones.update(source.position) : player.zones.begin(at: source.position)
    player.played.source = source
    player.played.zone = zone
    guard plays else {
      player.played.note = nil
      return
    }
    guard isStruck || zone != before else { return }
    player.played.note = settings.layout.notes[zone]
    guard isStruck || settings.articulation == .retrigger else { return }
    strokes &+= 1
    player.played.stroke = strokes
    player.played.velocity = UInt8(min(max(source.expression.isFinite ? source.expression : 0, 0), 1) * 126) + 1
  }

  /// Sets new zones. Each source gets the zone at its position, and sounding notes continue.
  private mutating func layOut() {
    for i in players.indices {
      players[i].zones = ZoneFinder(count: settings.layout.notes.count)
      players[i].played.zone = players[i].zones.update(players[i].played.source.position)
    }
  }
}
