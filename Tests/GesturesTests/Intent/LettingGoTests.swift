import Foundation
import GestureFlowAPI
import Gestures
import Hands
import SyntheticHands
import TestSupport
import Testing

/// Tests of hands that leave. The motion of leaving is undone, so that the intended value stays.
@Suite struct LettingGoTests {
  private static let closed = HandPose.pinching(aperture: 0.05)
  /// Speeds at which a hand is lowered, in hand sizes per second. `rates` are in frames per second.
  private static let speeds: [Float] = [3, 5, 8]
  private static let rates = Ring.cases([30.0], of: [15, 30, 60])

  /// Returns how far a lowered hand has sunk, in hand sizes. It reaches its speed 0.15 s after `begin`.
  private static func sunk(_ time: Double, from begin: Double, _ speed: Float) -> Float {
    let t = Float(max(time - begin, 0))
    return t < 0.15 ? speed * t * t / 0.3 : speed * (t - 0.075)
  }

  /// Returns a hand while six tenths of it are in the frame.
  private static func seen(_ side: Handedness, _ pose: HandPose, rise: Float, roll: Float = 0, x: Float? = nil) -> [Hand] {
    let hand = StemPlay.hand(side, pose, rise: rise, roll: roll, x: x)
    let inside = (0..<Landmarks.count).count { (0...1).contains(hand.landmarks[$0].y) }
    return Double(inside) > 0.6 * Double(Landmarks.count) ? [hand] : []
  }

  /// Returns the pose of a hand that leaves. It opens or closes within 0.3 s.
  private static func pose(_ pose: HandPose, to other: HandPose?, _ time: Double, from begin: Double) -> HandPose {
    other.map { pose.blended(with: $0, min(max(Float((time - begin) / 0.3), 0), 1)) } ?? pose
  }

  // MARK: - Lowered out of the frame

  @Test(arguments: speeds, rates) func `a pinch lowered out of the frame leaves its value`(speed: Float, rate: Double) throws {
    for (opens, rise) in [(false, Float(1)), (true, 1), (false, -0.8), (true, -0.8)] {
      var engine = GestureEngine()
      engine.introduce([StemPlay.hand(.right, Self.closed)], rate: rate)
      let output = StemPlay.play(&engine, 0, 5, rate: rate) { time in
        let pose = Self.pose(Self.closed, to: opens ? .open : nil, time, from: 2.8)
        return Self.seen(.right, pose, rise: rise * Float(min(max(time - 1, 0), 1)) - Self.sunk(time, from: 2.8, speed))
      }
      let meant = try #require(output.last { $0.control.time < 2.75 }?.control.player?.pitchCents)
      let left = try #require(output.last?.control.player)
      #expect(abs(meant) > 300 && left.pitchGrip == nil && output.engaged == [.pitch])
      #expect(abs(left.pitchCents - meant) < 20, "\(left.pitchCents) of \(meant), opens \(opens)")
    }
  }

  /// After a short rest the hand still holds the level. After a long rest it has released it before it leaves.
  @Test(arguments: speeds, rates) func `a level that was set stays where it was`(speed: Float, rate: Double) throws {
    for (rest, closes) in [(0.3, false), (0.3, true), (0.9, false), (0.9, true)] {
      let begin = 2 + rest
      var engine = StemPlay.engine()
      engine.introduce([StemPlay.hand(.right, .open)], rate: rate)
      let output = StemPlay.play(&engine, 0, 5, rate: rate) { time in
        let pose = Self.pose(.open, to: closes ? .fist : nil, time, from: begin)
        return Self.seen(.right, pose, rise: -0.8 * Float(min(max(time - 1, 0), 1)) - Self.sunk(time, from: begin, speed))
      }
      let meant = try #require(output.last { $0.control.time < begin - 0.05 }).stems
      let left = try #require(output.last).stems
      #expect(meant.volumes[0] < 0.5 && left.grip == nil)
      #expect(abs(left.volumes[0] - meant.volumes[0]) < 0.02, "\(left.volumes[0]) of \(meant.volumes[0]), rest \(rest), closes \(closes)")
      #expect(abs(left.pitchCents[0]) < 20)
    }
  }

  @Test(arguments: speeds, rates) func `a roll that was set stays where it was`(speed: Float, rate: Double) throws {
    for (rest, turnsBack) in [(0.3, false), (0.3, true), (0.9, false), (0.9, true)] {
      let begin = 2 + rest
      var engine = StemPlay.engine()
      engine.introduce([StemPlay.hand(.right, .open)], rate: rate)
      let output = StemPlay.play(&engine, 0, 5, rate: rate) { time in
        let back = turnsBack ? 60 * Float(max(time - begin, 0)) : 0
        let roll = 30 * Float(min(max(time - 1, 0), 1)) - back
        return Self.seen(.right, .open, rise: -Self.sunk(time, from: begin, speed), roll: roll)
      }
      let meant = try #require(output.last { $0.control.time < begin - 0.05 }).stems
      let left = try #require(output.last).stems
      #expect(meant.pitchCents[0] > 90 && left.grip == nil)
      #expect(abs(left.pitchCents[0] - meant.pitchCents[0]) < 20, "\(left.pitchCents[0]) of \(meant.pitchCents[0]), rest \(rest)")
      #expect(abs(left.volumes[0] - meant.volumes[0]) < 0.02, "\(left.volumes[0]), rest \(rest)")
    }
  }

  @Test(arguments: speeds, rates) func `a stream's volume stays where it was`(speed: Float, rate: Double) throws {
    for (rest, closes) in [(0.3, false), (0.3, true), (0.9, false), (0.9, true)] {
      let begin = 2 + rest
      var engine = GestureEngine(mode: .stream)
      engine.introduce([StemPlay.hand(.right, .open)], rate: rate)
      let output = StemPlay.play(&engine, 0, 5, rate: rate) { time in
        let pose = Self.pose(.open, to: closes ? .fist : nil, time, from: begin)
        return Self.seen(.right, pose, rise: -0.8 * Float(min(max(time - 1, 0), 1)) - Self.sunk(time, from: begin, speed))
      }
      let meant = try #require(output.last { $0.control.time < begin - 0.05 }).stream.volume
      let left = try #require(output.last).stream
      #expect(
        meant < 0.5 && !left.volumeHeld && abs(left.volume - meant) < 0.02, "\(left.volume) of \(meant), rest \(rest), closes \(closes)")
    }
  }

  /// One hand leaves, or both do.
  @Test(arguments: [Mode.player, .stream], speeds) func `the volume of two hands stays where it was`(
    mode: Mode, speed: Float
  ) throws {
    func volume(_ output: GestureEngine.Output) -> Float { output.control.player?.volume ?? output.stream.volume }
    for rate in Self.rates {
      for (both, closes) in [(false, false), (false, true), (true, false), (true, true)] {
        var engine = GestureEngine(mode: mode)
        engine.introduce([StemPlay.hand(.left, .fist), StemPlay.hand(.right, .fist)], rate: rate)
        let output = StemPlay.play(&engine, 0, 5, rate: rate) { time in
          let way = 0.06 * Float(min(max(time - 1, 0), 1))
          let pose = Self.pose(.open, to: closes ? .fist : nil, time, from: 2.8)
          let sunk = Self.sunk(time, from: 2.8, speed)
          return Self.seen(.left, both ? pose : .open, rise: both ? -sunk : 0, x: 0.92 - way)
            + Self.seen(.right, pose, rise: -sunk, x: 0.42 + way)
        }
        let meant = try #require(output.last { $0.control.time < 2.75 }.map(volume))
        let left = try #require(output.last.map(volume))
        #expect(meant < 0.65 && output.engaged.first == .volume)
        #expect(abs(left - meant) < 0.02, "\(left) of \(meant), both \(both), closes \(closes), rate \(rate)")
      }
    }
  }

  /// The hand becomes smaller and sinks slowly as the person walks away.
  @Test func `a player who walks away with a pinch changes no value`() throws {
    var engine = GestureEngine()
    engine.introduce([StemPlay.hand(.right, Self.closed)])
    var random = SplitMix(seed: 0)
    let output = StemPlay.play(&engine, 0, 6) { time in
      guard time < 4 else { return [] }
      let away = Float(max(time - 2.5, 0)) / 1.5
      let y = 0.75 - 0.2 * Float(min(max(time - 1, 0), 1)) + 0.15 * away
      let posed = PosedHand(.right, Self.closed, wrist: SIMD2(0.42, y), size: 0.2 * (1 - 0.5 * away))
      return [StemPlay.hand(posed, noise: 0, &random)]
    }
    let meant = try #require(output.last { $0.control.time < 2.45 }?.control.player?.pitchCents)
    let left = try #require(output.last?.control.player?.pitchCents)
    #expect(meant > 300 && abs(left - meant) < 70, "\(left) of \(meant)")
  }

  // MARK: - Grips that do not count

  @Test(arguments: rates) func `a grip of less than 0.4 s goes back`(rate: Double) {
    for (length, stays) in [(0.4, false), (0.9, true)] {
      var engine = GestureEngine()
      engine.set(pitchCents: 100)
      engine.introduce([StemPlay.hand(.right, Self.closed)], rate: rate)
      // The hand engages after 0.1 s and rises. It rests for the last quarter of its time and opens.
      let output = StemPlay.play(&engine, 0, 3, rate: rate) { time in
        let rise = Float(min(max(time - 0.1, 0) / (0.75 * length), 1))
        return [StemPlay.hand(.right, time < 0.02 + length ? Self.closed : .open, rise: rise)]
      }
      let (highest, left) = (Played.pitch(output).max() ?? 0, Played.pitch(output).last ?? 0)
      #expect(output.engaged == [.pitch] && output.released == [.pitch])
      #expect(highest > 250 && (left == 100) != stays, "\(left) after \(highest), \(length) s")
    }
  }

  @Test(arguments: rates) func `a hand that was seen for less than a second goes as it came`(rate: Double) {
    for (begin, stays) in [(0.0, false), (-1.0, true)] {
      var engine = GestureEngine()
      engine.set(pitchCents: 100)
      // The hand comes and closes its pinch until 0.3 s. It rises until 0.75 s, rests and is gone at 0.95 s.
      let output = StemPlay.play(&engine, -1, 3, rate: rate) { time in
        guard time >= begin, time < 0.95 else { return [] }
        let rise = Float(min(max(time - 0.4, 0) / 0.35, 1))
        let apart = Float(min(max((0.3 - time) / 0.15, 0), 1))
        return [StemPlay.hand(.right, .pinching(aperture: 0.05 + 0.65 * apart), rise: rise)]
      }
      let (highest, left) = (Played.pitch(output).max() ?? 0, Played.pitch(output).last ?? 0)
      #expect(highest > 300 && (left == 100) != stays, "\(left) after \(highest), came at \(begin)")
    }
  }

  // MARK: - Deliberate

  @Test(arguments: [Float(1), 2, 4], rates) func `a deliberate move that ends at rest stays`(speed: Float, rate: Double) throws {
    for isLeaving in [false, true] {
      var engine = GestureEngine()
      engine.introduce([StemPlay.hand(.right, Self.closed, rise: 1)], rate: rate)
      // The hand moves down by a size and a half. It rests for 0.3 s, and then leaves or opens.
      let end = 1 + 1.5 / Double(speed)
      let output = StemPlay.play(&engine, 0, 5, rate: rate) { time in
        if isLeaving, time >= end + 0.3 { return [] }
        let rise = 1 - Float(min(max((time - 1) * Double(speed), 0), 1.5))
        return [StemPlay.hand(.right, time < end + 0.3 ? Self.closed : .open, rise: rise)]
      }
      let meant = try #require(output.last { $0.control.time < end + 0.29 }?.control.player?.pitchCents)
      let left = try #require(output.last?.control.player)
      #expect(meant < -600 && left.pitchGrip == nil && abs(left.pitchCents - meant) < 20, "\(left.pitchCents) of \(meant), \(isLeaving)")
    }
  }

  @Test(arguments: rates) func `a level that is brought down quickly and rests stays down`(rate: Double) throws {
    for mode in [Mode.stems, .stream] {
      var engine = GestureEngine(mode: mode)
      engine.select(stem: 0)
      engine.introduce([StemPlay.hand(.right, .open, rise: 1)], rate: rate)
      let output = StemPlay.play(&engine, 0, 4, rate: rate) { time in
        time < 2.3 ? [StemPlay.hand(.right, .open, rise: 1 - 1.2 * Float(min(max(time - 1, 0) / 0.5, 1)))] : []
      }
      let left = try #require(output.last.map { $0.control.stems?.volumes[0] ?? $0.stream.volume })
      #expect(abs(left - (0.8 - 0.6 + LevelAndRoll.levelTakesFrom)) < 0.03, "\(left), \(mode)")
    }
  }
}
