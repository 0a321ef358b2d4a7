import Foundation
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of volume and pitch by whole hands with noisy landmarks. A change of one does not change the other. An
/// unintended motion changes neither.
@Suite struct StemOpenHandTests {
  private static let rates = [10.0, 15, 30, 60]

  /// One value moves through its whole range. The landmarks shake.
  @Test(arguments: rates) func `volume and pitch do not leak into each other`(rate: Double) {
    for seed in 0..<4 as Range<UInt64> {
      for grip in [StemGrip.level, .roll] {
        var engine = StemPlay.engine()
        engine.set(stem: 0, volume: grip == .level ? 0 : 0.5, pitchCents: grip == .roll ? -200 : 0)
        var random = SplitMix(seed: seed)
        let output = StemPlay.play(&engine, 0, 4, rate: rate) { time in
          let x = min(max(Float(time - 0.5) / 2.5, 0), 1)
          let way = x * x * (3 - 2 * x)
          // The wrist wobbles a little.
          let (rise, roll): (Float, Float) = grip == .level ? (2.3 * way, 8 * sin(5 * way)) : (0.15 * sin(5 * way), 90 * way - 45)
          let posed = PosedHand(.right, .open, wrist: SIMD2(0.42, 0.9 - rise * 0.2), size: 0.2, roll: -roll)
          return [StemPlay.hand(posed, noise: 0.01, &random)]
        }
        let (volume, cents) = (output[output.count - 1].stems.volumes[0], output[output.count - 1].stems.pitchCents[0])
        if grip == .level {
          #expect(volume > 0.98 && output.allSatisfy { abs($0.stems.pitchCents[0]) < 5 }, "\(volume), \(cents) cents, seed \(seed)")
        } else {
          #expect(cents > 195 && output.allSatisfy { abs($0.stems.volumes[0] - 0.5) < 0.02 }, "\(volume), \(cents) cents, seed \(seed)")
        }
        #expect(output.engaged == [grip == .level ? .level : .roll], "seed \(seed)")
      }
    }
  }

  @Test func `opening and closing a hand on the spot moves nothing`() {
    for rate in Self.rates {
      var engine = StemPlay.engine()
      let output = StemPlay.play(&engine, 0, 6, rate: rate) { time in
        let x = Float((sin(time * 3) + 1) / 2)
        return [StemPlay.hand(.right, .fist.blended(with: .open, min(max(x * 2 - 0.5, 0), 1)))]
      }
      let last = output[output.count - 1].stems
      #expect(abs(last.volumes[0] - 0.8) < 0.01 && abs(last.pitchCents[0]) < 5, "\(last) at \(rate) frames a second")
    }
  }

  @Test func `a still hand that holds the pitch is not heard`() {
    for rate in Self.rates {
      var engine = StemPlay.engine()
      var random = SplitMix(seed: 3)
      let output = StemPlay.play(&engine, 0, 4, rate: rate) { time in
        let roll = 30 * min(max(Float(time - 0.5), 0), 1)
        return [StemPlay.hand(PosedHand(.right, .open, wrist: SIMD2(0.42, 0.75), size: 0.2, roll: -roll), noise: 0.01, &random)]
      }
      let still = output.filter { $0.control.time > 1.9 }.map(\.stems.pitchCents[0])
      #expect((still.max() ?? 0) - (still.min() ?? 0) < 10, "\(still) at \(rate) frames a second")
      #expect(abs((still.last ?? 0) - 118) < 8)
    }
  }

  /// Without a selected channel the hand moves nothing.
  @Test func `without a channel nothing is moved`() {
    var engine = StemPlay.engine(selected: nil)
    let output = StemPlay.play(&engine, 0, 3) { [StemPlay.hand(.right, .open, rise: Float($0) / 2)] }
    #expect(output.engaged.isEmpty && output.allSatisfy { $0.stems == StemsControl() })
  }
}
