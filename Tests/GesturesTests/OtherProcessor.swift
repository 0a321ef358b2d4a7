import Foundation
import Gestures
import Hands
import SyntheticHands

/// A model of another processor's readings of the same frames. Other kernels add the same products in another order.
/// The difference of the last digits returns through the next frame's crop.
struct OtherProcessor {
  /// Largest error of a landmark, in hand sizes. It changes slowly from frame to frame.
  var wander: Float
  /// Largest error of a whole hand, as a share of the frame. About once in two seconds it lasts for two frames. The
  /// tracker has then searched for the hand again and found it at another place.
  var found: Float = 0

  /// Returns the other processor's readings of these frames.
  /// - Parameter aspect: width / height of the frame.
  func sees(_ frames: [HandFrame], seed: UInt64) -> [HandFrame] {
    var random = SplitMix(seed: seed)
    var off: [Int: [SIMD2<Float>]] = [:]
    var jump: [Int: (by: SIMD2<Float>, until: Double)] = [:]
    var before = -Double.infinity
    return frames.map { frame in
      var frame = frame
      let chance = Float(min(frame.time - before, 0.1) / 2)
      before = frame.time
      for h in frame.hands.indices {
        let id = frame.hands[h].id
        var now = off[id] ?? Array(repeating: .zero, count: Landmarks.count)
        if random.unit() < chance {
          jump[id] = (SIMD2(random.unit() - 0.5, random.unit() - 0.5) * (2 * found), frame.time + 0.07)
        }
        let shift = jump[id].flatMap { frame.time < $0.until ? $0.by : nil } ?? .zero
        let size = frame.hands[h].landmarks.size(aspect: frame.aspect)
        for k in 0..<Landmarks.count {
          now[k] += SIMD2(random.unit() - 0.5, random.unit() - 0.5) * wander
          let length = (now[k] * now[k]).sum().squareRoot()
          if length > wander { now[k] *= wander / length }
          frame.hands[h].landmarks[k].x += now[k].x * size / frame.aspect + shift.x
          frame.hands[h].landmarks[k].y += now[k].y * size + shift.y
        }
        off[id] = now
      }
      return frame
    }
  }

  /// Returns the frames with shifted fingers. The fingers are one frame ahead of their wrist or one behind it. That
  /// lasts for half a second before each of the frames `engagements`. Controls that engage in them engage one frame
  /// earlier or later.
  static func fingers(_ frames: [HandFrame], by shift: Int, before engagements: [Int]) -> [HandFrame] {
    var result = frames
    for end in engagements {
      let begin = frames.firstIndex { frames[end].time - $0.time <= 0.5 } ?? 0
      for i in begin..<end where frames.indices.contains(i + shift) {
        for h in frames[i].hands.indices {
          let hand = frames[i].hands[h]
          guard let other = frames[i + shift].hands.first(where: { $0.id == hand.id }) else { continue }
          let (from, to) = (other.landmarks[.wrist], hand.landmarks[.wrist])
          for k in 0..<Landmarks.count {
            result[i].hands[h].landmarks[k] = other.landmarks[k]
            result[i].hands[h].landmarks[k].x += to.x - from.x
            result[i].hands[h].landmarks[k].y += to.y - from.y
          }
        }
      }
    }
    return result
  }
}

/// Differences between the controls of two runs, as a player hears them.
struct HeardDifference {
  /// Difference of the pitch in cents. A speed counts as cents of the same ratio.
  var cents: Float = 0
  /// Difference of the volume, as a share of full volume.
  var volume: Float = 0
  /// Time of the largest difference, in seconds.
  var at: (cents: Double, volume: Double) = (0, 0)

  /// Compares two runs of the same frames.
  /// - Parameters:
  ///   - one: the first run.
  ///   - other: the second run.
  ///   - onlyLeft: whether only values count that hands have released. These are the frames in which neither run
  ///     holds anything, and the last one.
  init(_ one: [GestureEngine.Output], _ other: [GestureEngine.Output], onlyLeft: Bool) {
    for (i, (a, b)) in zip(one, other).enumerated() {
      if onlyLeft, i < one.count - 1, Self.holds(a) || Self.holds(b) { continue }
      let (a, b) = (Self.heard(a), Self.heard(b))
      let apart = (
        cents: zip(a.cents, b.cents).map { abs($0 - $1) }.max() ?? 0, volume: zip(a.volumes, b.volumes).map { abs($0 - $1) }.max() ?? 0
      )
      if apart.cents > cents { (cents, at.cents) = (apart.cents, one[i].control.time) }
      if apart.volume > volume { (volume, at.volume) = (apart.volume, one[i].control.time) }
    }
  }

  /// Keeps the larger value of each difference.
  mutating func include(_ other: HeardDifference) {
    if other.cents > cents { (cents, at.cents) = (other.cents, other.at.cents) }
    if other.volume > volume { (volume, at.volume) = (other.volume, other.at.volume) }
  }

  private static func holds(_ output: GestureEngine.Output) -> Bool {
    switch output.control.values {
    case .player(let c): c.pitchGrip != nil || c.speedGrip != nil || c.volumeHeld
    case .stream(let c): c.pitchGrip != nil || c.volumeHeld
    case .stems(let c): c.grip != nil
    case .instrument: false
    }
  }

  private static func heard(_ output: GestureEngine.Output) -> (cents: [Float], volumes: [Float]) {
    switch output.control.values {
    case .player(let c): ([c.pitchCents, 1200 * log2(c.speed)], [c.volume])
    case .stream(let c): ([c.pitchCents], [c.volume])
    case .stems(let c): ((0..<4).map { c.pitchCents[$0] }, (0..<4).map { c.volumes[$0] })
    case .instrument: ([], [])
    }
  }
}
