import Hands
import Notes

/// Plays one continuous tone: the height of one hand is its pitch, the height of the other its volume.
///
/// The right hand plays the pitch and the left hand the volume; `HandsLaw` exchanges them. A hand alone plays both: its height is the pitch, and how far it is open is the volume. A fist of the hand
/// that plays the pitch ends the tone, one of the other hand makes it silent. The tone keeps its hand until it ends.
struct ThereminMode: GestureMode {
  /// A hand of the volume's side plays a tone by itself when it has been alone for so long, in seconds.
  private static let aloneFor = 0.5
  /// The volume goes over its whole range in no less than this, in seconds: a hand that comes or goes makes no click.
  private static let volumeTakes: Float = 0.1

  private var settings: InstrumentSettings
  /// The pitch rests on the notes of the scale and glides between them.
  private let snaps: Bool
  private var hands = HandSources()
  private var played = PlayedNotes()
  /// Identity of the hand whose height is the pitch, while a tone sounds.
  private var leader: Int?
  /// The MIDI note from which the tone is bent, and how many tones there were.
  private var base: UInt8 = 0
  private var strokes: UInt32 = 0
  /// 0...1; its square is the gain.
  private var volume: Float = 0
  private var aloneSince: Double?
  private var lastTime: Double?
  /// Identities of hands that have set the volume of a tone, and have not been a fist since that tone: they do not begin one.
  private var volumeHands: Set<Int> = []

  init(_ settings: GestureSettings) {
    self.settings = settings.instrument
    snaps = settings.thereminSnaps
  }

  var values: ControlFrame.Values { .instrument(played) }
  var isHolding: Bool { leader != nil }
  let playsNotes = true
  /// A tone is not a value: `PlayedNotes` says who plays it.
  var holders: [Holder] { [] }
  var holdingHands: Set<Int> { leader == nil ? [] : Set(hands.all.lazy.map(\.id)) }
  var sideConflicts: Int { 0 }

  mutating func set(_ change: OutsideChange) { if case .instrument(let next) = change { settings = next } }

  mutating func beginAnew() -> [GestureEvent] {
    (hands, played, leader, volume, aloneSince, lastTime, volumeHands) = (HandSources(), PlayedNotes(), nil, 0, nil, nil, [])
    return []
  }

  mutating func carryOut(_ command: GestureCommand, at time: Double) -> [GestureEvent]? { nil }

  mutating func update(_ seen: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    let before = lastTime ?? time
    lastTime = time
    hands.update(seen, aspect: aspect, field: NoteField(), isBent: false, at: time)
    chooseLeader(at: time)
    play(over: Float(max(time - before, 0)))
    return []
  }

  private mutating func chooseLeader(at time: Double) {
    if hands.all.count != 1 { aloneSince = nil } else if aloneSince == nil { aloneSince = time }
    let open = hands.all.filter(\.isOpen)
    if let leader, open.contains(where: { $0.id == leader }) { return }
    leader = nil
    volumeHands.formIntersection(open.map(\.id))
    let isLong = aloneSince.map { time - $0 >= Self.aloneFor - 1e-6 } ?? false
    // Whatever side it is read as: a model may take a left hand for a right one.
    guard let next = open.first(where: { !volumeHands.contains($0.id) && ($0.side == .right || isLong) }) else { return }
    leader = next.id
    strokes &+= 1
    base = UInt8(min(max(pitch(of: next).rounded(), 0), 127))
  }

  private mutating func play(over seconds: Float) {
    guard let leader, let hand = hands.all.first(where: { $0.id == leader }) else {
      volume = 0
      played = PlayedNotes()
      return
    }
    let isNew = played.sounding == 0
    let wanted = volume(beside: hand)
    let step = seconds / Self.volumeTakes
    volume = isNew ? wanted : min(max(wanted, volume - step), volume + step)
    var source = hand.source
    source.position = position(of: hand)
    source.bend = (pitch(of: hand) - Float(base)) * 100
    // As faders do: half of the way is 12 dB down.
    source.expression = volume * volume
    // Openness is the volume, so it is not the vibrato, too.
    (source.modulation, source.depth) = (0, 0.5)
    played = PlayedNotes()
    played.append(PlayedNote(source, note: base, velocity: 127, zone: 0, stroke: strokes))
  }

  /// 0...1 by the other hand, or by how far the only one is open.
  private mutating func volume(beside leader: HandSource) -> Float {
    guard let other = hands.all.first(where: { $0.id != leader.id && ($0.isOpen || volumeHands.contains($0.id)) }) else {
      return leader.source.modulation
    }
    volumeHands.insert(other.id)
    return other.isOpen ? position(of: other) : 0
  }

  /// 0 at the lower end of the field, 1 at its upper end: as the hand is, because a tone has no zones in which a resting hand is to be held.
  private func position(of hand: HandSource) -> Float { NoteField().position(of: hand.height) }

  /// In semitones as MIDI counts them.
  private func pitch(of hand: HandSource) -> Float {
    let pitch = settings.layout.range.pitch(at: position(of: hand))
    return snaps ? ScaleGlide.pitch(pitch, towards: settings.layout.notes) : pitch
  }
}
