import Supervisor
import Testing

/// When `auto` goes down to the lite model.
struct ModelGovernorTests {
  private let interval = 1.0 / 30

  /// The frame at which it steps down, and why, if frames take what `cpu` says. `step`: pictures of the camera from one frame of the tracker to the next.
  private func stepsDown(within frames: Int, step: Int = 1, _ cpu: (Int) -> Double) -> (at: Int, why: ModelGovernor.Finding)? {
    var governor = ModelGovernor()
    for i in 0...frames {
      if let why = governor.judge(cpu: cpu(i), index: i * step, time: Double(i * step) * interval, hands: 1) { return (i, why) }
    }
    return nil
  }

  @Test func aMachineThatKeepsUpStaysWithTheFullModel() {
    #expect(stepsDown(within: 1000) { _ in 0.026 } == nil)
  }

  @Test func aMachineThatIsTooSlowStepsDownAfterSixtyFrames() throws {
    let down = try #require(stepsDown(within: 1000) { _ in 0.028 })
    #expect(down.at == 60)
    #expect(down.why.over == 60 && down.why.of == 60 && down.why.work == 0.028)
    #expect(abs(down.why.interval - interval) < 1e-9)
    #expect(
      "\(down.why)"
        == "the tracker needs 28.0 ms of CPU time a frame and the camera gives one every 33.3 ms (60 of 60 frames took more than 80 % of that)"
    )
  }

  /// A tracker that is too slow takes every second picture; that does not make the camera one of 15 a second.
  @Test func picturesThatWereLeftOutMakeTheCameraNoSlower() {
    #expect(stepsDown(within: 1000, step: 2) { _ in 0.045 }?.at == 60)
  }

  /// The same machine under load: pictures are left out because frames wait for a core, their work is what it was.
  @Test func aLoadedMachineIsNoReason() {
    #expect(stepsDown(within: 1000, step: 3) { _ in 0.012 } == nil)
  }

  @Test func nowAndThenALateFrameIsForgiven() {
    // 15 of 60 are a quarter, and a quarter is not more than a quarter.
    #expect(stepsDown(within: 1000) { $0 % 4 == 0 ? 0.05 : 0.01 } == nil)
    #expect(stepsDown(within: 1000) { $0 % 3 == 0 ? 0.05 : 0.01 } != nil)
  }

  /// What it asked for may fail (the lite model is damaged): asking again with every frame helps nobody.
  @Test func itSpeaksOnce() {
    var governor = ModelGovernor()
    let said = (0..<500).count { governor.judge(cpu: 0.05, index: $0, time: Double($0) * interval, hands: 1) != nil }
    #expect(said == 1)
  }

  @Test func aPauseOfTheCameraAndAnotherClockAreNoSlowness() {
    var governor = ModelGovernor()
    for i in 0..<500 {
      // Five seconds without a picture; then one with the same time; then a source that begins again.
      let times = [Double(i) * 5, Double(i) * 5, -1]
      let downs = times.enumerated().map { governor.judge(cpu: 0.1, index: $0 == 2 ? 0 : 3 * i + $0 + 1, time: $1, hands: 1) }
      #expect(downs == [nil, nil, nil])
    }
  }

  /// A slow machine takes long to look for palms while somebody dances without showing a hand; a smaller landmark model would not help.
  @Test func lookingForHandsIsNoSlowness() {
    var governor = ModelGovernor()
    let downs = (0..<500).count { governor.judge(cpu: 0.05, index: $0, time: Double($0) * interval, hands: 0) != nil }
    #expect(downs == 0)
  }
}
