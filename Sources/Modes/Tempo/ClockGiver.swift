import MIDI
import Sound

/// Makes the outgoing clock from the place of the set. It is polled ahead of the sound, so that each tick is sent
/// before it is due.
struct ClockGiver: Sendable {
  /// A message with its due time in seconds of `Clock`.
  struct Due: Sendable, Equatable {
    var message: ClockMessage
    var time: Double
  }

  /// Seconds that ticks are sent ahead. A poll may be late by this time, and a pause takes effect late by it.
  static let ahead = 0.1
  /// Largest distance from the expected place, in frames of the set. A change of tempo moves the place by this much
  /// during `ahead`. A larger distance is another place.
  private static let most = 9600.0
  /// Seconds without times from a card until the song stops. After an xrun a card reports times again within some
  /// milliseconds; until then the follower receives a few late ticks.
  static let bridge = 0.25
  /// Frames of output in one stretch. After a longer break a new one begins.
  private static let longest: Int64 = 24_000

  /// The place up to which ticks were sent.
  private struct Sent {
    var place: ClockLeader.Place
    var frame: Int64
    var set: Int
  }

  private var leader = ClockLeader()
  private var sent: Sent?
  /// Start of the time without a card's report, in seconds of `Clock`. Nil with a report.
  private var blindSince: Double?
  /// Time of the last message in seconds. No message is due before it.
  private var last = -Double.infinity

  /// Makes a clock that has sent nothing.
  init() {}

  /// Returns the messages to send now.
  /// - Parameters:
  ///   - look: place of the set; nil without a set, or when the box does not lead.
  ///   - now: in seconds of `Clock`.
  mutating func give(_ look: StemTempoState?, at now: Double) -> [Due] {
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

  /// Returns whether the set plays on while the card reports no times.
  private mutating func bridges(_ look: StemTempoState?, _ now: Double) -> Bool {
    guard let look, look.isPlaying, look.pair == nil, let sent, sent.set == look.set else { return false }
    let since = blindSince ?? now
    blindSince = since
    return now - since < Self.bridge
  }

  private mutating func due(_ message: ClockMessage, _ time: Double) -> Due {
    last = max(last, time)
    return Due(message: message, time: last)
  }

  /// Tells the follower that the song stands still.
  private mutating func end(at now: Double) -> [Due] {
    sent = nil
    return leader.end(at: 0).map { due($0.message, now) }
  }

  private func joins(_ sent: Sent, _ look: StemTempoState, _ pair: FrameTime, _ now: Double) -> Bool {
    guard sent.set == look.set, abs(pair.frame(at: now) - sent.frame) < Self.longest else { return false }
    let foreseen = Double(sent.place.frame) + Double(sent.place.fraction) / 4_294_967_296
    return abs(look.place(at: Double(sent.frame)) - foreseen) <= Self.most
  }

  /// Begins at the sound of now, or after the last message. If the set's first frame is not heard yet, it begins
  /// there.
  private func begin(_ look: StemTempoState, _ pair: FrameTime, _ now: Double) -> Sent {
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
