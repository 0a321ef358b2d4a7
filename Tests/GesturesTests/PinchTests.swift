import Gestures
import SyntheticHands
import Testing

/// Tests of pinches of the performer's true hands. Some are intended, others are not.
@Suite struct PinchTests {
  @Test(arguments: [("faderup", Float(800)...1000), ("faderdown", -1000 ... -800), ("spread", 700...1000)])
  func `the pinch moves the pitch both ways`(name: String, range: ClosedRange<Float>) throws {
    let output = Played.play(Played.frames(try #require(Scripts.named(name))))
    let grips = Set(output.compactMap { $0.control.player?.pitchGrip })
    #expect(grips == [.resting, name == "spread" ? .spread : .fader])
    #expect(range.contains(try #require(Played.pitch(output).last)), "\(Played.pitch(output).last ?? 0)")
    // The value stays after the release.
    let released = try #require(output.firstIndex { $0.events.contains(.controlReleased(.pitch)) })
    #expect(abs(Played.pitch(output)[released] - Played.pitch(output).last!) < 5)
  }

  @Test(arguments: [PinchLaw.spread, .fader])
  func `the law can be chosen`(law: PinchLaw) throws {
    var settings = GestureSettings()
    settings.pinch = law
    #expect(
      Played.pitch(Played.play(Played.frames(try #require(Scripts.named(law == .spread ? "faderup" : "spread"))), settings: settings))
        .allSatisfy { abs($0) < 5 }
    )
  }

  @Test func `a resting hand that sinks moves nothing`() throws {
    let output = Played.play(Played.frames(try #require(Scripts.named("drift"))))
    #expect(output.contains { $0.control.player?.pitchGrip != nil })
    #expect(Played.pitch(output).allSatisfy { abs($0) < 5 })
  }

  /// A turn of the palm changes distances in the frame. No finger has moved.
  @Test(arguments: ["tilted", "rolled"])
  func `turning the palm is not heard`(name: String) throws {
    let output = Played.play(Played.frames(try #require(Scripts.named(name))))
    func values(_ times: ClosedRange<Double>) -> [Float] {
      output.filter { times.contains($0.control.time) }.compactMap { $0.control.player?.pitchCents }
    }
    let before = try #require(values(3.7...3.8).last)
    #expect(before > 300)
    // At rest turned by 30 degrees, and at rest as before.
    for times in [5.0...5.2, 7.3...7.5] {
      let off = values(times).map { abs($0 - before) }.max() ?? .infinity
      print("\(name): off by up to \(off) cents at rest")
      #expect(off < 20)
    }
    // Until the turn is noticed, a little of it moves the pitch. It is then undone.
    #expect(values(3.7...7.5).allSatisfy { abs($0 - before) < 50 })
  }

  @Test func `a hand that shows its edge does not pinch`() throws {
    // In the frame thumb and index finger lie behind each other. They do so at every angle near the edge view.
    for yaw in stride(from: Float(75), through: 105, by: 5) {
      let keys: [(time: Double, hand: PosedHand)] = [0.0, 2].map {
        ($0, PosedHand(.right, .pinching(aperture: 0.3), wrist: SIMD2(0.6, 0.8), yaw: yaw))
      }
      let output = Played.play(Played.frames(Choreography(name: "edge", duration: 2, parts: [HandPart(keys)])))
      #expect(output.allSatisfy { $0.control.player?.pitchGrip == nil }, "at \(yaw) degrees")
    }
  }
}
