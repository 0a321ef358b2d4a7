/// A type that selects a channel by the number of raised fingers.
/// The left hand counts, without the thumb. Four count only with the thumb folded: an open hand selects
/// nothing.
package struct ChannelSelect: Sendable {
  /// Default time for which fingers must be held up, in seconds.
  package static let usualSeconds = 1.0
  /// Longest misreading that does not restart the count, in seconds.
  /// It is another count, or a missing hand.
  package static let dropout = 0.2

  /// Fraction of the hold after which an extended thumb changes nothing.
  /// A person who counts on to five shows the five at last.
  private static let almost: Float = 0.75

  /// Fraction of the hold for which the hand must have rested.
  /// A finger that is up while its owner gesticulates selects nothing.
  private static let rested = 0.7

  /// Time for which fingers must be held up, in seconds.
  private let seconds: Double
  private var dwell: Dwell<Int>
  private var hand: Int?
  /// Number of fingers with which the hand did another action.
  /// They select nothing before the hand has shown other numbers.
  private var spent: Int?
  private var othersSince: Double?
  /// Whether four fingers count as an open hand.
  /// The thumb was extended too early; they are an open hand until it folds again.
  private var isOpenHand = false
  /// Frames of the last hold in which the hand might begin.
  /// Each has the time since the frame before, in seconds.
  private var rests: [(time: Double, length: Double)] = []
  private var last: Double?
  /// Number of fingers held long enough, while the hand must still rest.
  private var pending: Int?
  /// The counted channel, 0...3, and the progress of its selection, 0...1.
  package private(set) var progress: (channel: Int, share: Float)?

  /// Creates a selector without fingers.
  /// - Parameter seconds: time for which fingers must be held up.
  package init(seconds: Double = Self.usualSeconds) {
    self.seconds = seconds
    dwell = Self.dwell(seconds)
  }

  private static func dwell(_ seconds: Double) -> Dwell<Int> { Dwell(into: seconds, outOf: 0, dropout: dropout) }

  /// Processes one frame.
  /// - Parameters:
  ///   - fingers: number of extended fingers without the thumb; nil without a hand that may select.
  ///   - thumbIsOut: whether the thumb is extended, too.
  ///   - mayCount: whether the hand may begin an action. It must for most of the hold.
  ///   - hand: its identity; another hand begins again.
  ///   - channels: number of channels that can be selected.
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

  /// Cancels the count of fingers that the hand uses for another action.
  package mutating func spend(_ fingers: Int) {
    dwell = Self.dwell(seconds)
    pending = nil
    progress = nil
    spent = fingers
    othersSince = nil
  }

  /// Lets spent fingers select again.
  /// The hand must have shown others for longer than a misreading lasts.
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
