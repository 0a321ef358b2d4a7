/// A channel, selected by holding up as many fingers of the left hand, the thumb not counted. Four count only with the thumb folded: an open hand selects nothing.
package struct ChannelSelect: Sendable {
  /// Fingers must be held up this long where nothing else is set, in seconds.
  package static let usualSeconds = 1.0
  /// Another count, or no hand, for less than this is a misread frame and does not begin anew, in seconds.
  package static let dropout = 0.2

  /// A thumb that comes out after this share of the hold changes nothing: a person who counts on to five shows the five at last.
  private static let almost: Float = 0.75

  /// The hand must have rested for this share of the hold: a finger that is up while its owner talks with his hands selects nothing.
  private static let rested = 0.7

  /// Fingers must be held up this long, in seconds.
  private let seconds: Double
  private var dwell: Dwell<Int>
  private var hand: Int?
  /// Fingers with which the hand did something else. They select nothing before it has shown others.
  private var spent: Int?
  private var othersSince: Double?
  /// The thumb came out beside four fingers too soon: they are an open hand until it folds again.
  private var isOpenHand = false
  /// Frames of the last hold in which the hand might begin something, with the time since the frame before each, in seconds.
  private var rests: [(time: Double, length: Double)] = []
  private var last: Double?
  /// Fingers that were held up long enough by a hand that has not rested long enough yet.
  private var pending: Int?
  /// The channel whose fingers are being counted, 0...3, and 0...1 of the way to its selection.
  package private(set) var progress: (channel: Int, share: Float)?

  /// No fingers were seen yet. - Parameter seconds: for which they must be held up.
  package init(seconds: Double = Self.usualSeconds) {
    self.seconds = seconds
    dwell = Self.dwell(seconds)
  }

  private static func dwell(_ seconds: Double) -> Dwell<Int> { Dwell(into: seconds, outOf: 0, dropout: dropout) }

  /// Takes one frame. - Parameters:
  ///   - fingers: extended fingers without the thumb; nil when no hand is seen that may select.
  ///   - thumbIsOut: the thumb is extended, too.
  ///   - mayCount: the hand may begin something. It must for most of the hold.
  ///   - hand: its identity; another hand begins anew.
  ///   - channels: how many there are to select.
  /// - Returns: the channel, 0...3, that was selected in this frame.
  package mutating func update(
    _ fingers: Int?, thumbIsOut: Bool = false, mayCount: Bool = true, hand: Int?, channels: Int, at time: Double
  ) -> Int? {
    if let hand, hand != self.hand {
      if self.hand != nil { self = ChannelSelect(seconds: seconds) }
      self.hand = hand
    }
    forgive(fingers, at: time)
    isOpenHand =
      fingers == 4 && thumbIsOut
      && (isOpenHand || dwell.candidate != 4 || dwell.progress(of: seconds, at: time) < Self.almost)
    let shown = isOpenHand ? nil : fingers.flatMap { (1...max(channels, 1)).contains($0) && $0 != spent ? $0 : nil }
    rest(mayCount, at: time)
    for change in dwell.update(shown, at: time) {
      if case .began(let count) = change { pending = count } else { pending = nil }
    }
    let share = dwell.progress(of: seconds, at: time)
    let isCounting = pending != nil || dwell.current == nil
    progress = isCounting && share > 0 ? dwell.candidate.map { ($0 - 1, share) } : nil
    guard let held = pending, held == shown, rests.reduce(0, { $0 + $1.length }) >= Self.rested * seconds - 1e-6 else {
      return nil
    }
    pending = nil
    progress = nil
    return held - 1
  }

  private mutating func rest(_ mayCount: Bool, at time: Double) {
    if mayCount { rests.append((time, min(max(time - (last ?? time), 0), seconds))) }
    rests.removeAll { time - $0.time >= seconds }
    last = time
  }

  /// The hand does something else with these fingers: what was counted counts no more.
  package mutating func spend(_ fingers: Int) {
    dwell = Self.dwell(seconds)
    pending = nil
    progress = nil
    spent = fingers
    othersSince = nil
  }

  /// Spent fingers may select again when others were shown for longer than a misreading lasts.
  private mutating func forgive(_ fingers: Int?, at time: Double) {
    guard let spent, let fingers else { return }
    guard fingers != spent else {
      othersSince = nil
      return
    }
    let since = othersSince ?? time
    othersSince = since
    if time - since >= Self.dropout - 1e-6 { self.spent = nil }
  }
}
