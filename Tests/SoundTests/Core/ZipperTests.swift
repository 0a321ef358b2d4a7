import Foundation
import Sound
import TestSupport
import Testing

/// Hands send thirty values a second, each a step. The sound bends between them and has no edges. A tone's
/// second difference is its level times the square of its phase step per frame. An edge of a fiftieth of its
/// level is more than three times that.
@Suite struct ZipperTests {
  private static let level: Float = 0.25

  /// Returns the largest second difference of a tone of 440 Hz. Speed and pitch move in steps. The unit is the
  /// value that the highest tone has by itself.
  private func roughness(_ controls: (Int) -> (speed: Float, cents: Float), highest: Float) -> Float {
    let rig = Rig()
    rig.fill(0, Rig.sine(440, frames: 300_000, level: Self.level))
    rig.set(speed: controls(0).speed, cents: controls(0).cents)
    rig.load(0, at: 20_000)
    for step in 0..<60 {
      let (speed, cents) = controls(step)
      rig.set(speed: speed, cents: cents)
      // 12 blocks are 32 ms.
      rig.render(12)
    }
    let turn = 2 * Float.pi * 440 * Float(pow(2, Double(highest) / 1200)) / Float(SoundFormat.rate)
    return Signals.roughest(rig.left[4800...]) / (Self.level * turn * turn)
  }

  @Test func `pitch in steps has no edges`() {
    // The pitch moves by 20 cents a step, and by 400 at the turn.
    let worst = roughness({ (0.9, Float($0 % 20 - 10) * 20) }, highest: 180)
    print("pitch in steps: \(worst)")
    #expect(worst < 1.5)
  }

  @Test func `speed in steps has no edges`() {
    let worst = roughness({ (0.7 + Float($0 % 20) * 0.03, 0) }, highest: 0)
    print("speed in steps: \(worst)")
    #expect(worst < 1.5)
  }

  /// The measure finds an edge.
  @Test func `an edge of a fiftieth is found`() {
    var tone = Rig.sine(440, frames: 9600, level: Self.level)
    for i in 4800..<9600 { tone[i] += 0.02 * Self.level }
    let turn = 2 * Float.pi * 440 / Float(SoundFormat.rate)
    #expect(Signals.roughest(tone[...]) / (Self.level * turn * turn) > 3)
  }
}
