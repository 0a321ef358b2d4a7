import Gestures
import SyntheticHands
import Testing

/// Tests of the distance at which two hands engage the volume. A single frame does not set it.
@Suite struct DwellLineTests {
  /// Shows two open hands that rest or part slowly, with noisy readings.
  /// - Returns: the volume when they have moved to twice the true distance.
  private func end(parting: Float, shake: Float, seed: UInt64) -> Float {
    var random = SplitMix(seed: seed)
    var volume = VolumeClutch(initial: 0.4)
    var time = 0.0
    func see(_ distance: Float) {
      volume.update(.init(distance: distance, areOpen: true), at: time)
      time += 1 / 30
    }
    while !volume.isEngaged, time < 2 { see(3 + parting * Float(time) + (random.unit() - 0.5) * shake) }
    let begun = 3 + parting * Float(time - 1 / 30)
    #expect(volume.isEngaged && volume.value == 0.4)
    see(2 * begun)
    return volume.value
  }

  @Test(arguments: [0, 0.5, -0.5] as [Float]) func `no single frame decides`(parting: Float) {
    let exact = end(parting: parting, shake: 0, seed: 0)
    #expect(abs(exact - 0.8) < 1e-3, "what moves is not behind: \(exact)")
    var most: Float = 0
    for seed in 0..<20 { most = max(most, abs(end(parting: parting, shake: 0.06, seed: UInt64(seed)) - exact)) }
    // One reading alone could be off by 0.03 of 3. The volume would then be off by 0.008.
    #expect(most < 0.006, "\(most)")
  }
}
