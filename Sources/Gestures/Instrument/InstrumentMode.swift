import Hands
import Notes

/// Instrument mode: every hand plays notes. Height is the note, fingers are the strength, a fist is silent.
struct InstrumentMode: GestureMode {
  private var settings: InstrumentSettings
  private var hands: [HandSource] = []
  private var player: NotePlayer
  private var played = PlayedNotes()
  /// Fits the notes to the player's reach; nil where they lie in the whole field.
  private var reach: PlayedReach?
  private var lastTime: Double?

  init(_ settings: GestureSettings) {
    self.settings = settings.instrument
    player = NotePlayer(settings.instrument)
    reach = settings.reach == .auto ? PlayedReach() : nil
  }

  var values: ControlFrame.Values { .instrument(played) }
  var isHolding: Bool { played.sounding > 0 }
  let playsNotes = true
  let everyHandPlays = true
  /// Notes are no values: `PlayedNotes` says who plays them.
  var holders: [Holder] { [] }
  var holdingHands: Set<Int> { Set((0..<played.count).lazy.map { played[$0] }.filter { $0.note != nil }.map(\.source.id.number)) }
  /// Hands play by their identity, whatever side they are of.
  var sideConflicts: Int { 0 }

  mutating func set(_ change: OutsideChange) {
    guard case .instrument(let next) = change else { return }
    settings = next
    player.settings = next
  }

  mutating func beginAnew() -> [GestureEvent] {
    hands = []
    player.beginAnew()
    played = PlayedNotes()
    reach?.beginAnew()
    lastTime = nil
    return []
  }

  mutating func carryOut(_ command: GestureCommand, at time: Double) -> [GestureEvent]? { nil }

  mutating func update(_ seen: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    let interval = max(time - (lastTime ?? time), 0)
    lastTime = time
    let field = reach?.field ?? NoteField()
    for hand in seen { see(hand, aspect: aspect, field: field, at: time) }
    var next: [HandSource] = []
    for var hand in hands where hand.isSeen(at: time) || hand.miss(at: time, interval: interval) { next.append(hand) }
    hands = next
    played = player.update(hands.map(\.source))
    reach?.see(
      hands.filter { $0.source.gate && $0.isSeen(at: time) }.map(\.wrist), isSounding: played.sounding > 0, at: time)
    played.field = reach?.field ?? NoteField()
    return []
  }

  private mutating func see(_ hand: ReadHand, aspect: Float, field: NoteField, at time: Double) {
    let id = SourceID(.hand, hand.hand.id)
    if let place = hands.firstIndex(where: { $0.source.id == id }) {
      if !hands[place].isSeen(at: time) { hands[place].see(hand, aspect: aspect, field: field, isBent: settings.isBent, at: time) }
    } else {
      var new = HandSource(hand: hand.hand.id)
      new.see(hand, aspect: aspect, field: field, isBent: settings.isBent, at: time)
      hands.append(new)
    }
  }
}
