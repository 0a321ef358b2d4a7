import Foundation
import Sound
import TestSupport
import Testing

/// Tests of the filter of the player's music by its effect on tones and noise.
@Suite struct TrackFilterTests {
  /// Runs a sound through a filter in blocks, equal on both sides.
  /// - Parameter knob: returns the knob before a block.
  /// - Returns: the left side.
  private func run(_ x: [Float], _ knob: (Int) -> Float) -> [Float] {
    var filter = TrackFilter()
    var (left, right) = (x, x)
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        for at in stride(from: 0, to: x.count - 127, by: 128) {
          filter.rtAim(knob(at / 128))
          filter.rtProcess(l.baseAddress! + at, r.baseAddress! + at, count: 128)
        }
      }
    }
    #expect(left.map(\.bitPattern) == right.map(\.bitPattern))
    return left
  }

  @Test func `in the middle the samples are untouched`() {
    let x = Rig.noise(128 * 750)
    #expect(run(x) { _ in 0 } == x)
    // Half a second of each kind, and back.
    let y = run(x) { $0 < 187 ? -0.7 : $0 < 375 ? 0.7 : 0 }
    #expect(y[..<48_000] != x[..<48_000] && y[72_000...] == x[72_000...])
  }

  /// A second-order filter without resonance: 3 dB at its corner, 12 dB an octave beyond it.
  @Test(arguments: [
    (Float(-0.5), 150.0, 0.0), (-0.5, 1200, -3), (-0.5, 9600, -38.6), (0.5, 60, -36.1), (0.5, 480, -3), (0.5, 4800, 0),
  ]) func `each side cuts beyond its corner`(knob: Float, hz: Double, wanted: Double) {
    let y = run(Rig.sine(hz, frames: 65_536)) { _ in knob }
    let level = Signals.decibels(Signals.level(y[32_000...]) / (0.25 / 2.0.squareRoot()))
    #expect(abs(level - wanted) < 0.4, "\(level) dB at \(hz) Hz")
  }

  /// The knob jumps from end to end thirty times a second. The roughness is that of the tone itself.
  @Test func `a jump of the knob makes no click`() {
    let y = run(Rig.sine(440, frames: 96_000)) { $0 / 12 % 2 == 0 ? 1 : -1 }
    let turn = 2 * Float.pi * 440 / Float(SoundFormat.rate)
    let worst = Signals.roughest(y[...]) / (0.25 * turn * turn)
    #expect(worst < 1.5, "\(worst)")
  }

  @Test func `a sample that is NaN does not stay`() {
    var x = Rig.sine(440, frames: 9600)
    x[1000] = .nan
    let y = run(x) { _ in -0.5 }
    #expect(y[1100...].allSatisfy(\.isFinite) && Signals.level(y[4800...]) > 0.1)
  }
}
