import Hands
import Notes

/// Instrument mode: every hand plays notes.
/// Height is the note, the number of fingers is the strength, a fist is silent.
struct InstrumentMode: GestureMode {
  private var settings: InstrumentSettings
  private var hands = HandSources()
  private var player: NotePlayer
  private var played = PlayedNotes()
  /// Fits the notes to the player's reach. Nil when they use the whole field.
  private var reach: PlayedReach?

  init(_ settings: GestureSettings) {
    self.settings = settings.instrument
    player = NotePlayer(settings.instrument)
    reach = settings.reach == .auto ? PlayedReach() : nil
  }

  var values: ControlFrame.Values { .instrument(played) }
  var isHolding: Bool { played.sounding > 0 }
  let playsNotes = true
  let everyHandPlays = true
  /// Notes are not values: `PlayedNotes` tells which hands play them.
  var holders: [Holder] { [] }
  var holdingHands: Set<Int> { Set((0..<played.count).lazy.map { played[$0] }.filter { $0.note != nil }.map(\.source.id.number)) }
  /// Hands play by their identity, left or right.
  var sideConflicts: Int { 0 }

  mutating func set(_ change: OutsideChange) {
    guard case .instrument(let next) = change else { return }
    settings = next
    player.settings = next
  }

  mutating func beginAnew() -> [GestureEvent] {
    hands = HandSources()
    player.beginAnew()
    played = PlayedNotes()
    reach?.beginAnew()
    return []
  }

  mutating func update(_ seen: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    hands.update(seen, aspect: aspect, field: reach?.field ?? NoteField(), isBent: settings.isBent, at: time)
    played = player.update(hands.all.map(\.source))
    reach?.see(
      hands.all.filter { $0.source.gate && $0.isSeen(at: time) }.map(\.wrist), isSounding: played.sounding > 0, at: time)
    played.field = reach?.field ?? NoteField()
    return []
  }
}
