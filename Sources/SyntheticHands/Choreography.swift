import Hands

/// The motion of one hand over time: key poses, interpolated smoothly.
public struct HandPart: Sendable {
  /// Times in seconds from the start, with the hand at that time.
  /// Between two keys the hand moves along a smoothstep.
  public var keys: [(time: Double, hand: PosedHand)]

  /// Creates a part from its keys.
  /// - Parameter keys: at least one, in ascending order of their times.
  public init(_ keys: [(time: Double, hand: PosedHand)]) { self.keys = keys }

  /// Returns the hand at a time, and whether it rests.
  /// In a resting pose its finger count is settled.
  func hand(at time: Double) -> (hand: PosedHand, settled: Bool) {
    guard let next = keys.firstIndex(where: { $0.time > time }) else { return (keys[keys.count - 1].hand, true) }
    guard next > 0 else { return (keys[0].hand, true) }
    let (t0, from) = keys[next - 1]
    let (t1, to) = keys[next]
    let x = Float((time - t0) / (t1 - t0))
    return (from.blended(with: to, x * x * (3 - 2 * x)), from.pose.fingers == to.pose.fingers)
  }
}

/// A script for the hands of one person or of several.
public struct Choreography: Sendable {
  /// The name of the script, by which `Scripts` finds it.
  public var name: String
  /// Duration in seconds; the script repeats after that.
  public var duration: Double
  /// One part for each hand; without parts the room is always empty.
  public var parts: [HandPart]
  /// The scene: room, light, skin and camera.
  public var scenery: Scenery

  /// Creates a script.
  /// - Parameter duration: in seconds, above 0.
  public init(name: String, duration: Double, parts: [HandPart], scenery: Scenery = Scenery()) {
    self.name = name
    self.duration = duration
    self.parts = parts
    self.scenery = scenery
  }

  /// The ground truth of one moment.
  public struct Moment: Sendable {
    /// One hand for each part, in their order. It may lie outside the frame.
    public var hands: [PosedHand]
    /// For each hand: whether its finger count is settled.
    public var settled: [Bool]
  }

  /// Returns the ground truth at a time.
  /// - Parameter time: seconds from the start, 0 or more; the script repeats.
  public func moment(at time: Double) -> Moment {
    let t = time.truncatingRemainder(dividingBy: duration)
    let now = parts.map { $0.hand(at: t) }
    return Moment(hands: now.map(\.hand), settled: now.map(\.settled))
  }
}
