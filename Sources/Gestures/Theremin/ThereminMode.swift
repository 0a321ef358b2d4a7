import Hands
import Notes

/// Theremin mode: one continuous tone with pitch and volume by two heights.
///
/// The right hand plays the pitch and the left hand the volume; `HandsLaw` exchanges them. A single hand plays
/// both: its height is the pitch, and its openness is the volume. A fist of the pitch hand ends the tone, and a
/// fist of the other hand makes it silent. The tone keeps its hand until it ends.
struct ThereminMode: GestureMode {
  /// Time until a single volume hand plays a tone, in seconds.
  private static let aloneFor = 0.5
  /// Shortest time of a volume change over the whole range, in seconds.
  /// So a hand that comes or goes makes no click.
  private static let volumeTakes: Float = 0.1

  private var settings: InstrumentSettings
  /// Whether the pitch rests on notes and glides between them.
  /// The notes are those of the scale.
  private let snaps: Bool
  private var hands = HandSources()
  private var played = PlayedNotes()
  /// Identity of the hand that plays the pitch, while a tone sounds.
  private var leader: Int?
  /// MIDI note from which the tone is bent, and number of tones.
  private var base: UInt8 = 0
  private var strokes: UInt32 = 0
  /// 0...1; its square is the gain.
  private var volume: Float = 0
  private var aloneSince: Double?
  /// Hands that have set a tone's volume, without a fist since.
  /// They do not begin a tone.
  private var volumeHands: Set<Int> = []

  init(_ settings: GestureSettings) {
    self.settings = settings.instrument
    snaps = settings.thereminSnaps
  }

  var values: ControlFrame.Values { .instrument(played) }
  var isHolding: Bool { leader != nil }
  let playsNotes = true
  /// A tone is not a value: `PlayedNotes` tells which hand plays it.
  var holders: [Holder] { [] }
  var holdingHands: Set<Int> { leader == nil ? [] : Set(hands.all.lazy.map(\.id)) }
  var sideConflicts: Int { 0 }

  mutating func set(_ change: OutsideChange) { if case .instrument(let next) = change { settings = next } }

  mutating func beginAnew() -> [GestureEvent] {
    (hands, played, leader, volume, aloneSince, volumeHands) = (HandSources(), PlayedNotes(), nil, 0, nil, [])
    return []
  }

  mutating func update(_ seen: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    let interval = hands.update(seen, aspect: aspect, field: NoteField(), isBent: false, at: time)
    chooseLeader(at: time)
    play(over: Float(interval))
    return []
  }

  private mutating func chooseLeader(at time: Double) {
    if hands.all.count != 1 { aloneSince = nil } else if aloneSince == nil { aloneSince = time }
    let open = hands.all.filter(\.isOpen)
    if let leader, open.contains(where: { $0.id == leader }) { return }
    leader = nil
    volumeHands.formIntersection(open.map(\.id))
    let isLong = aloneSince.map { time - $0 >= Self.aloneFor - 1e-6 } ?? false
    // The label does not matter: a model may take a left hand for a right one.
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
    // Like a fader: half of the range is 12 dB down.
    source.expression = volume * volume
    // Openness is the volume, so it is not the vibrato, too.
    (source.modulation, source.depth) = (0, 0.5)
    played = PlayedNotes()
    played.append(PlayedNote(source, note: base, velocity: 127, zone: 0, stroke: strokes))
  }

  /// Returns the volume, 0...1.
  /// It comes from the other hand, or from the openness of the only one.
  private mutating func volume(beside leader: HandSource) -> Float {
    guard let other = hands.all.first(where: { $0.id != leader.id && ($0.isOpen || volumeHands.contains($0.id)) }) else {
      return leader.source.modulation
    }
    volumeHands.insert(other.id)
    return other.isOpen ? position(of: other) : 0
  }

  /// Returns the position of a hand. It is 0 at the lower end of the field, 1 at its upper end.
  /// It is not held at rest, because a tone has no zones.
  private func position(of hand: HandSource) -> Float { NoteField().position(of: hand.height) }

  /// Returns the pitch of a hand in semitones, as MIDI counts them.
  private func pitch(of hand: HandSource) -> Float {
    let pitch = settings.layout.range.pitch(at: position(of: hand))
    return snaps ? ScaleGlide.pitch(pitch, towards: settings.layout.notes) : pitch
  }
}
