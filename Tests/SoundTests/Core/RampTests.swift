import Sound
import Testing

/// Values that move in a straight line, sample by sample.
@Suite struct RampTests {
  @Test func `arrives exactly and in time`() {
    var ramp = Ramp(0.2)
    ramp.aim(0.9, frames: 100)
    var steps: [Float] = []
    var last = ramp.value
    for _ in 0..<100 {
      #expect(ramp.isMoving)
      let next = ramp.next()
      steps.append(next - last)
      last = next
    }
    #expect(last == 0.9 && !ramp.isMoving && ramp.next() == 0.9)
    #expect(steps.allSatisfy { abs($0 - 0.007) < 1e-4 })
  }

  @Test func `turns round without a jump`() {
    var ramp = Ramp(1)
    ramp.aim(0, frames: 100)
    for _ in 0..<50 { _ = ramp.next() }
    let middle = ramp.value
    ramp.aim(1, frames: 100)
    #expect(abs(ramp.next() - middle) < 0.011 && ramp.goal == 1)
    // The same target does not restart the ramp.
    for _ in 0..<98 { _ = ramp.next() }
    ramp.aim(1, frames: 1000)
    #expect(ramp.next() == 1)
  }
}
