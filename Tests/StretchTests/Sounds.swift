import Foundation
import Stretch
import TestSupport

/// A stretcher's output for a script, with all that the tests ask of it.
struct Rendered {
  var left: [Float] = []
  var right: [Float] = []
  /// Place in the input, in 2^-32 frames, behind the last frame.
  var position: Int64 = 0
  var missing = 0
  /// Whether the source passed untouched, block by block.
  var through: [Bool] = []
}

enum Sounds {
  static let block = 128

  /// Renders blocks of 128 frames. - Parameter script: speed and cents of a block, by its number.
  static func render<Source: StretchSource & ~Copyable>(
    _ source: borrowing Source, blocks: Int, at position: Double = 0, _ script: (Int) -> (speed: Double, cents: Double)
  ) -> Rendered {
    var result = Rendered()
    var stretcher = Stretcher()
    let first = script(0)
    result.missing = stretcher.start(at: Place(position), speed: first.speed, ratio: PitchRatio.rtFrom(cents: first.cents), source)
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
    defer { planes.deallocate() }
    planes.initialize(repeating: 0, count: 2 * block)
    for i in 0..<blocks {
      let (speed, cents) = script(i)
      result.missing += stretcher.rtRender(
        planes, planes + block, count: block, speed: speed, ratio: PitchRatio.rtFrom(cents: cents), source)
      result.left += UnsafeBufferPointer(start: planes, count: block)
      result.right += UnsafeBufferPointer(start: planes + block, count: block)
      result.through.append(stretcher.isThrough)
    }
    result.position = stretcher.place.frame << 32 | Int64(stretcher.place.fraction)
    return result
  }

  /// Interleaved stereo: a tone, a chord of other tones on the right, clicks four times a second.
  static func mixture(seconds: Double) -> [Float] {
    (0..<Int(seconds * Signals.rate)).flatMap { i -> [Float] in
      let t = Double(i) / Signals.rate
      let click: Float = i % 12_000 == 6000 ? 0.4 : 0
      let l = 0.2 * sin(2 * .pi * 220 * t) + 0.1 * sin(2 * .pi * 1333 * t)
      let r = 0.2 * sin(2 * .pi * 331 * t + 1) + 0.05 * sin(2 * .pi * 7000 * t)
      return [Float(l) + click, Float(r) - click]
    }
  }

  /// The left samples of interleaved stereo.
  static func left(_ samples: [Float]) -> [Float] { stride(from: 0, to: samples.count, by: 2).map { samples[$0] } }
}
