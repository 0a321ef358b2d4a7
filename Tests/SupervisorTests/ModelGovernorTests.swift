import Supervisor
import Testing

/// When `auto` goes down to the lite model.
struct ModelGovernorTests {
  private let interval = 1.0 / 30

  /// The frame at which it steps down, if frames take what `seconds` says.
  private func stepsDown(within frames: Int, _ seconds: (Int) -> Double) -> Int? {
    var governor = ModelGovernor()
    return (1...frames).first { governor.shouldStepDown(seconds: seconds($0), interval: interval, hands: 1) }
  }

  @Test func aMachineThatKeepsUpStaysWithTheFullModel() {
    #expect(stepsDown(within: 1000) { _ in 0.026 } == nil)
  }

  @Test func aMachineThatIsTooSlowStepsDownAfterSixtyFrames() {
    #expect(stepsDown(within: 1000) { _ in 0.028 } == 60)
  }

  @Test func nowAndThenALateFrameIsForgiven() {
    // 15 of 60 are a quarter, and a quarter is not more than a quarter.
    #expect(stepsDown(within: 1000) { $0 % 4 == 0 ? 0.05 : 0.01 } == nil)
    #expect(stepsDown(within: 1000) { $0 % 3 == 0 ? 0.05 : 0.01 } != nil)
  }

  @Test func aPauseOfTheCameraIsNoSlowness() {
    var governor = ModelGovernor()
    for _ in 0..<500 {
      let down = [5.0, 0].map { governor.shouldStepDown(seconds: 0.02, interval: $0, hands: 1) }
      #expect(down == [false, false])
    }
  }

  /// A slow machine takes long to look for palms while somebody dances without showing a hand; a smaller landmark model would not help.
  @Test func lookingForHandsIsNoSlowness() {
    var governor = ModelGovernor()
    let downs = (0..<500).count { _ in governor.shouldStepDown(seconds: 0.05, interval: interval, hands: 0) }
    #expect(downs == 0)
  }
}
