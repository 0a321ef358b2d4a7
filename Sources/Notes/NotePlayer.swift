/// From sources to the notes that they play. The same for hands and for touches, and a pure function of what it is given.
public struct NotePlayer: Sendable {
  /// How it is played. What sounds goes on when this changes: a note stays until its source goes to another zone or falls silent, and of more sources than may play those that sound do so to their end.
  public var settings: InstrumentSettings { didSet { if settings.layout != oldValue.layout { layOut() } } }
  private var players: [Player] = []
  /// Counted over all sources, so that one that goes and comes back does not seem to go on with its old note.
  private var strokes: UInt32 = 0

  private struct Player: Sendable {
    var played: PlayedNote
    var zones: ZoneFinder
  }

  /// Nobody plays yet.
  public init(_ settings: InstrumentSettings = InstrumentSettings()) { self.settings = settings }

  /// Takes what the sources of one frame do. One that is missing has gone, and so has its note; a source's second appearance in a frame counts for nothing.
  /// - Parameter sources: those that have been there longest come first. - Returns: what they play now.
  public mutating func update(_ sources: [Source]) -> PlayedNotes {
    var next: [Player] = []
    // Who sounds already goes on; others find room beside them.
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

  /// All fall silent and are forgotten.
  public mutating func beginAnew() { players = [] }

  private var list: PlayedNotes {
    var list = PlayedNotes()
    // Those that sound must not be left out for those that do not.
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

  /// Other zones: everyone is in the one of them where he is, and what sounds goes on.
  private mutating func layOut() {
    for i in players.indices {
      players[i].zones = ZoneFinder(count: settings.layout.notes.count)
      players[i].played.zone = players[i].zones.update(players[i].played.source.position)
    }
  }
}
