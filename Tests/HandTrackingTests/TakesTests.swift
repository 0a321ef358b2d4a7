import Camera
import Gestures
import HandTracking
import SyntheticHands
import Perception
import TestSupport
import Testing

/// Tests of one script with different noise of the sensor. They use the hands of the real model. No single frame may
/// decide where a value ends.
@Suite(.serialized) struct TakesTests {
  private func end(_ name: String, take: Int, _ size: ModelSize) throws -> Float {
    var script = try #require(Scripts.named(name))
    script.scenery.take = UInt64(take)
    let hands = try RecordedHands.frames("\(name), take \(take)", size, maxHands: 1) {
      VirtualPerformer(script, live: false, seconds: script.duration)
    }
    var gestures = GestureEngine(noise: size.noise)
    var cents: Float = 0
    for frame in hands { cents = gestures.process(frame).control.player?.pitchCents ?? cents }
    return cents
  }

  @Test(arguments: Ring.cases(["faderdown"], of: ["spread", "faderup", "faderdown"]), Ring.cases([ModelSize.int8], of: [.float, .int8]))
  func `six takes end within thirty cents`(name: String, size: ModelSize) throws {
    let ends = try (1...(Ring.isLong ? 6 : 2)).map { try end(name, take: $0, size) }
    let least = try #require(ends.min())
    let most = try #require(ends.max())
    print("\(name), \(size): \(least) to \(most) cents over \(ends.count) takes")
    #expect(most - least < 30)
    #expect(name == "faderdown" ? most < -700 : least > 700)
  }

  /// A closed pinch sinks by 0.6 hand sizes in ten seconds. The model's noise and the drift together move nothing, in
  /// no frame. The detent is off, because it would hide 20 cents.
  @Test func `a resting hand moves nothing`() throws {
    var settings = GestureSettings()
    settings.pitchDetentCents = 0
    let hands = try RecordedHands.frames("drift", .int8, maxHands: 1) {
      VirtualPerformer(Scripts.drift, live: false, seconds: Scripts.drift.duration)
    }
    var gestures = GestureEngine(settings, noise: ModelSize.int8.noise)
    var most: Float = 0
    var held: [Grip: Double] = [:]
    var last: Double?
    for frame in hands {
      let control = gestures.process(frame).control
      let player = try #require(control.player)
      most = max(most, abs(player.pitchCents))
      if let grip = player.pitchGrip { held[grip, default: 0] += control.time - (last ?? control.time) }
      last = control.time
    }
    #expect(most < 5)
    // The hand held the pitch all the way.
    #expect(held.keys.allSatisfy { $0 == .resting } && held[.resting, default: 0] > 10, "\(held)")
  }
}
