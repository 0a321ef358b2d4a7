import Foundation
import Stretch
import TestSupport
import Testing

/// Tests that a lower pitch has no images above its band. It also loses no treble.
@Suite struct ImageTests {
  /// White noise, interleaved stereo with equal sides.
  private static let noise: [Float] = {
    var seed: UInt32 = 1
    return (0..<160_000).flatMap { _ -> [Float] in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      let x = Float(Int32(bitPattern: seed)) * 0x1p-33
      return [x, x]
    }
  }()

  /// Returns the mean power of a spectrum between two frequencies, in dB.
  private static func level(_ lines: [Double], _ from: Double, _ to: Double) -> Double {
    let width = Signals.rate / 2 / Double(lines.count)
    let band = lines[Int(from / width)..<Int(to / width)]
    return 10 * log10(band.reduce(0) { $0 + $1 * $1 } / Double(band.count))
  }

  @Test(arguments: [-1200.0, -700, -300, -100])
  func `images within 1 kHz above the band are 65 dB below it`(cents: Double) {
    let out = Sounds.render(MemorySource(Self.noise), blocks: 768) { _ in (1, cents) }
    let lines = Signals.spectrum(out.left.suffix(65_536))
    let top = 24_000 * pow(2, cents / 1200)
    let images = Self.level(lines, top, top + 1000) - Self.level(lines, 1000, 0.8 * top)
    #expect(images < -65, "\(images) dB")
  }

  @Test(arguments: [(18_000.0, 0.1), (20_000, 0.5)])
  func `treble keeps its level at a lower pitch`(hz: Double, decibels: Double) {
    let out = Sounds.render(MemorySource(Signals.sine(hz, seconds: 2.7)), blocks: 768) { _ in (1, -700) }
    let change = Signals.decibels(Signals.level(out.left.suffix(65_536)) / 0.353_55)
    #expect(abs(change) < decibels, "\(change) dB")
  }
}
