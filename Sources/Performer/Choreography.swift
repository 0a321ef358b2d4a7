import Hands

/// What one hand does over time: key poses with smooth ways between them.
public struct HandPart: Sendable {
  /// Seconds from the start and the hand then. Between two keys the hand moves along a smoothstep.
  public var keys: [(time: Double, hand: PosedHand)]

  /// Makes a part of its keys.
  /// - Parameter keys: at least one, in ascending order of their times.
  public init(_ keys: [(time: Double, hand: PosedHand)]) { self.keys = keys }

  /// The hand at a time, and whether it rests in one pose (its finger count is settled).
  func hand(at time: Double) -> (hand: PosedHand, settled: Bool) {
    guard let next = keys.firstIndex(where: { $0.time > time }) else { return (keys[keys.count - 1].hand, true) }
    guard next > 0 else { return (keys[0].hand, true) }
    let (t0, from) = keys[next - 1]
    let (t1, to) = keys[next]
    let x = Float((time - t0) / (t1 - t0))
    return (from.blended(with: to, x * x * (3 - 2 * x)), from.pose.fingers == to.pose.fingers)
  }
}

/// A script for some hands, of one person or of several.
public struct Choreography: Sendable {
  /// What it is called; by this it is found in `Scripts`.
  public var name: String
  /// Seconds; the script starts again after that.
  public var duration: Double
  /// One for each hand; with none nobody is ever there.
  public var parts: [HandPart]
  /// Where it is played: room, light, skin and camera.
  public var stage: Stage

  /// Makes a script.
  /// - Parameter duration: in seconds, above 0.
  public init(name: String, duration: Double, parts: [HandPart], stage: Stage = Stage()) {
    self.name = name
    self.duration = duration
    self.parts = parts
    self.stage = stage
  }

  /// The truth of one moment.
  public struct Moment: Sendable {
    /// One hand for each part, in their order; it may lie outside the picture.
    public var hands: [PosedHand]
    /// For each hand: its finger count is not just changing.
    public var settled: [Bool]
  }

  /// The truth at a time.
  /// - Parameter time: seconds from the start, 0 or more; it goes round with the script.
  public func moment(at time: Double) -> Moment {
    let t = time.truncatingRemainder(dividingBy: duration)
    let now = parts.map { $0.hand(at: t) }
    return Moment(hands: now.map(\.hand), settled: now.map(\.settled))
  }
}
