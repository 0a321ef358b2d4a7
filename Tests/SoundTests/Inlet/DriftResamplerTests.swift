import Foundation
import Sound
import TestSupport
import Testing

/// Tests of sound of any rate with another program's clock.
@Suite struct DriftResamplerTests {
  /// Returns the left side of a converted sine. The writer's clock is given for each piece.
  private func converted(
    _ hz: Double, rate: Int, seconds: Double, room: Int = 700, correction: (Int) -> Double = { _ in 0 }
  ) -> [Float] {
    let resampler = DriftResampler(rate: rate)
    let frames = Int(seconds * Double(rate))
    let left = (0..<frames).map { Float(0.5 * sin(2 * .pi * hz * Double($0) / Double(rate))) }
    let right = left.map { -$0 }
    var output = [Float](repeating: 0, count: 2 * room)
    var (all, at, turn) = ([Float](), 0, 0)
    while true {
      let count = min(1 + turn * 37 % 900, frames - at)
      let step = left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
          output.withUnsafeMutableBufferPointer {
            resampler.process(
              left.baseAddress! + at, right.baseAddress! + at, count: count, to: $0.baseAddress!, room: room, correction: correction(turn))
          }
        }
      }
      for i in 0..<step.made {
        all.append(output[2 * i])
        #expect(output[2 * i + 1] == -output[2 * i])
      }
      at += step.used
      turn += 1
      if at == frames, step.made == 0 { return all }
    }
  }

  @Test(arguments: [8000, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000])
  func `a sine stays a sine`(rate: Int) {
    let hz = min(0.4 * Double(rate), 17_000)
    let out = converted(hz, rate: rate, seconds: 2)
    #expect(abs(Double(out.count) - 96_000) < 2 + 48_000 * 300 / Double(rate), "\(out.count)")
    let spurs = Signals.spurs(out[4000..<4000 + 65_536])
    #expect(abs(spurs.hz - hz) < 0.01 && spurs.worst < -85, "\(spurs)")
  }

  @Test func `its pitch follows the clock`() {
    for ppm in [-500.0, 500] {
      let out = converted(1000, rate: 44_100, seconds: 4) { _ in ppm * 1e-6 }
      let cents = 1200 * log2(Signals.frequency(out[4000..<180_000]) / 1000)
      #expect(abs(cents - 1200 * log2(1 + ppm * 1e-6)) < 0.001, "\(cents)")
    }
  }

  /// The ratio moves up and down as fast as the controller may. 100 Hz at 0.5 bends by 0.000086.
  @Test func `another ratio is not a click`() {
    let out = converted(100, rate: 44_100, seconds: 4) { turn in 500e-6 * sin(Double(turn) / 20) }
    #expect(Signals.roughest(out[2000..<180_000]) < 0.0001, "\(Signals.roughest(out[2000..<180_000]))")
  }

  @Test func `room for one frame is enough`() {
    #expect(converted(440, rate: 44_100, seconds: 0.2, room: 1) == converted(440, rate: 44_100, seconds: 0.2))
  }
}
