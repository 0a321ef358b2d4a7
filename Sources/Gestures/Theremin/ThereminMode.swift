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
  private var hands: [PlayingHand] = []
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

  private struct PlayingHand: Sendable {
    var source: HandSource
    var side: Handedness
    /// Height of the wrist, smoothed: 0 at the lower end of the field, 1 at its upper end.
    var position: Float = 0
    /// It has set the volume of a tone, and has not been a fist since that tone: it does not begin one by itself.
    var hasLedVolume = false

    var id: Int { source.source.id.number }
    var isOpen: Bool { source.source.gate }
  }

  init(_ settings: GestureSettings) {
    self.settings = settings.instrument
    snaps = settings.thereminSnaps
  }

  var values: ControlFrame.Values { .instrument(played) }
  var isHolding: Bool { leader != nil }
  let playsNotes = true
  /// A tone is not a value: `PlayedNotes` says who plays it.
  var holders: [Holder] { [] }
  var holdingHands: Set<Int> { leader == nil ? [] : Set(hands.lazy.map(\.id)) }
  var sideConflicts: Int { 0 }

  mutating func set(_ change: OutsideChange) { if case .instrument(let next) = change { settings = next } }

  mutating func beginAnew() -> [GestureEvent] {
    (hands, played, leader, volume, aloneSince, lastTime) = ([], PlayedNotes(), nil, 0, nil, nil)
    return []
  }

  mutating func carryOut(_ command: GestureCommand, at time: Double) -> [GestureEvent]? { nil }

  mutating func update(_ seen: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent] {
    let interval = max(time - (lastTime ?? time), 0)
    lastTime = time
    for hand in seen { see(hand, aspect: aspect, at: time) }
    hands = hands.compactMap { hand in
      var hand = hand
      return hand.source.isSeen(at: time) || hand.source.miss(at: time, interval: interval) ? hand : nil
    }
    chooseLeader(at: time)
    play(over: Float(interval))
    return []
  }

  private mutating func see(_ read: ReadHand, aspect: Float, at time: Double) {
    let height = read.hand.landmarks[.wrist].y
    guard height.isFinite else { return }
    let place = hands.firstIndex { $0.id == read.hand.id } ?? hands.endIndex
    if place == hands.endIndex { hands.append(PlayingHand(source: HandSource(hand: read.hand.id), side: read.hand.handedness)) }
    guard !hands[place].source.isSeen(at: time) else { return }
    hands[place].source.see(read, aspect: aspect, field: NoteField(), isBent: false, at: time)
    hands[place].side = read.hand.handedness
    hands[place].position = NoteField().position(of: height)
  }

  private mutating func chooseLeader(at time: Double) {
    if hands.count != 1 { aloneSince = nil } else if aloneSince == nil { aloneSince = time }
    if let leader, hands.first(where: { $0.id == leader })?.isOpen != true { self.leader = nil }
    guard leader == nil else { return }
    for i in hands.indices where !hands[i].isOpen { hands[i].hasLedVolume = false }
    let isLong = aloneSince.map { time - $0 >= Self.aloneFor - 1e-6 } ?? false
    // Whatever side it is read as: a model may take a left hand for a right one.
    guard let next = hands.first(where: { $0.isOpen && !$0.hasLedVolume && ($0.side == .right || isLong) }) else { return }
    leader = next.id
    strokes &+= 1
    base = UInt8(min(max(pitch(at: next.position).rounded(), 0), 127))
  }

  private mutating func play(over seconds: Float) {
    guard let leader, let hand = hands.first(where: { $0.id == leader }) else {
      volume = 0
      played = PlayedNotes()
      return
    }
    let isNew = played.sounding == 0
    let wanted = volume(beside: hand)
    let step = seconds / Self.volumeTakes
    volume = isNew ? wanted : min(max(wanted, volume - step), volume + step)
    var source = hand.source.source
    source.position = hand.position
    source.bend = (pitch(at: hand.position) - Float(base)) * 100
    // As faders do: half of the way is 12 dB down.
    source.expression = volume * volume
    // Openness is the volume, so it is not the vibrato, too.
    (source.modulation, source.depth) = (0, 0.5)
    played = PlayedNotes()
    played.append(PlayedNote(source, note: base, velocity: 127, zone: 0, stroke: strokes))
  }

  /// 0...1 by the other hand, or by how far the only one is open.
  private mutating func volume(beside leader: PlayingHand) -> Float {
    guard let other = hands.firstIndex(where: { $0.id != leader.id && ($0.isOpen || $0.hasLedVolume) }) else {
      return leader.source.source.modulation
    }
    hands[other].hasLedVolume = true
    return hands[other].isOpen ? hands[other].position : 0
  }

  /// In semitones as MIDI counts them. - Parameter position: 0...1 of the field.
  private func pitch(at position: Float) -> Float {
    let range = settings.layout.range
    let pitch = Float(range.low) + position * Float(range.high - range.low)
    return snaps ? ScaleGlide.pitch(pitch, towards: settings.layout.notes) : pitch
  }
}
