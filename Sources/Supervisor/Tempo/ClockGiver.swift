import MIDI
import Sound

/// Makes the clock that the box gives out of where the set is: looked at again and again, ahead of what is heard, so that each tick is on its way before its moment.
struct ClockGiver: Sendable {
  /// A message, and when it is due in seconds of `Clock`.
  struct Due: Sendable, Equatable {
    var message: ClockMessage
    var time: Double
  }

  /// Seconds that ticks are sent ahead: a look may be so late, and a pause is told so late.
  static let ahead = 0.1
  /// Frames of the set that a place may lie beside the one that was foreseen: as much as a change of tempo makes of `ahead`. What lies farther is another place.
  private static let most = 9600.0
  /// Seconds for which no card may say what is heard when, until the song stops: a card that had no sound in time (an xrun) says so again within some milliseconds, and whoever follows hears a few late ticks.
  static let bridge = 0.25
  /// Frames of the output of one stretch; after a longer break it begins anew.
  private static let longest: Int64 = 24_000

  /// Up to where ticks were sent.
  private struct Sent {
    var place: ClockLeader.Place
    var frame: Int64
    var set: Int
  }

  private var leader = ClockLeader()
  private var sent: Sent?
  /// Since when no card says what is heard when, in seconds of `Clock`; nil while one does.
  private var blindSince: Double?
  /// No message comes before the one that was sent last, in seconds.
  private var last = -Double.infinity

  /// Nothing was sent.
  init() {}

  /// What is to be sent now. - Parameters:
  ///   - look: where the set is; nil while there is none, or the box leads no more.
  ///   - now: in seconds of `Clock`.
  mutating func give(_ look: StemLook?, at now: Double) -> [Due] {
    guard let look, let pair = look.clock(at: now) else { return bridges(look, now) ? [] : end(at: now) }
    blindSince = nil
    var stopped: [Due] = []
    if let sent, !joins(sent, look, pair, now) { stopped = end(at: now) }
    let from = sent ?? begin(look, pair, now)
    let target = pair.frame(at: now + Self.ahead)
    guard let place = Self.place(look.place(at: Double(target))), target > from.frame, Self.isBefore(from.place, place) else {
      return stopped
    }
    sent = Sent(place: place, frame: target, set: look.set)
    let stretch = ClockLeader.Stretch(
      from: from.place, to: place, start: from.frame, frames: Int(target - from.frame), milliBPM: look.milliBPM,
      metre: look.metre)
    return stopped + leader.lead(stretch).map { due($0.message, pair.seconds + ($0.frame - Double(pair.frame)) / Double(SoundFormat.rate)) }
  }

  /// The set plays on, and only the card says nothing for a moment.
  private mutating func bridges(_ look: StemLook?, _ now: Double) -> Bool {
    guard let look, look.isPlaying, look.pair == nil, let sent, sent.set == look.set else { return false }
    let since = blindSince ?? now
    blindSince = since
    return now - since < Self.bridge
  }

  private mutating func due(_ message: ClockMessage, _ time: Double) -> Due {
    last = max(last, time)
    return Due(message: message, time: last)
  }

  /// Where it stands still whoever follows is told so.
  private mutating func end(at now: Double) -> [Due] {
    sent = nil
    return leader.end(at: 0).map { due($0.message, now) }
  }

  private func joins(_ sent: Sent, _ look: StemLook, _ pair: FrameTime, _ now: Double) -> Bool {
    guard sent.set == look.set, abs(pair.frame(at: now) - sent.frame) < Self.longest else { return false }
    let foreseen = Double(sent.place.frame) + Double(sent.place.fraction) / 4_294_967_296
    return abs(look.place(at: Double(sent.frame)) - foreseen) <= Self.most
  }

  /// From what is heard now, or what follows on the last message; from the set's first frame where that is not heard yet.
  private func begin(_ look: StemLook, _ pair: FrameTime, _ now: Double) -> Sent {
    let frame = pair.frame(at: max(now, last))
    if let place = Self.place(look.place(at: Double(frame))) { return Sent(place: place, frame: frame, set: look.set) }
    let first = look.rendered - Int64((look.place / max(look.speed, 0.1)).rounded(.down))
    return Sent(place: ClockLeader.Place(frame: 0), frame: max(first, frame), set: look.set)
  }

  private static func place(_ frames: Double) -> ClockLeader.Place? {
    guard frames >= 0, frames < 1e15 else { return nil }
    let whole = frames.rounded(.down)
    return ClockLeader.Place(frame: Int64(whole), fraction: UInt32((frames - whole) * 4_294_967_296))
  }

  private static func isBefore(_ a: ClockLeader.Place, _ b: ClockLeader.Place) -> Bool { (a.frame, a.fraction) < (b.frame, b.fraction) }
}
