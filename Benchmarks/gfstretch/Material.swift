import Foundation
import Stretch

/// The signals of the measurement.
enum Material {
  static let rate = 48_000
  static let block = 128

  /// Returns a stem by its number. It is a chord of saws and a glide like a voice's; from number 2 on with a beat of
  /// noise over it. Interleaved stereo.
  static func stem(_ number: Int, seconds: Int) -> [Float] {
    var x = [Float](repeating: 0, count: seconds * rate * 2)
    var seed = UInt32(12_345 + number)
    var phase = [0, 0.3, 0.6, 0.8]
    let chord = [110, 138.6, 164.8, 220]
    for i in 0..<seconds * rate {
      let t = Double(i) / Double(rate)
      var v = 0.0
      for k in 0..<4 {
        let f = chord[k] * Double(1 + number) * (number == 1 ? 1 + 0.1 * sin(2 * t) : 1)
        phase[k] += f / Double(rate)
        phase[k] -= phase[k].rounded(.down)
        v += 0.08 * (2 * phase[k] - 1)
      }
      seed = seed &* 1_664_525 &+ 1_013_904_223
      let beat = t.truncatingRemainder(dividingBy: 0.25)
      let noise = Double(Int32(bitPattern: seed)) / 2_147_483_648
      if number >= 2 { v = 0.3 * v + 0.5 * noise * exp(-beat * 40) }
      x[2 * i] = Float(v + 0.001 * noise)
      x[2 * i + 1] = Float(0.7 * v - 0.001 * noise)
    }
    return x
  }

  /// A roll: pulses of noise every 15 ms.
  static func roll(_ number: Int, seconds: Int) -> [Float] {
    var seed = UInt32(777 + number)
    return (0..<seconds * rate).flatMap { i -> [Float] in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      let x = Float(Int32(bitPattern: seed)) / 2_147_483_648 * exp(-Float(i % 720) / 60)
      return [0.5 * x, 0.4 * x]
    }
  }
}

/// Two planes of a block.
struct Block: ~Copyable {
  let left = UnsafeMutablePointer<Float>.allocate(capacity: Material.block)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: Material.block)

  init() {
    left.initialize(repeating: 0, count: Material.block)
    right.initialize(repeating: 0, count: Material.block)
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  func equals(_ other: borrowing Block) -> Bool {
    let bytes = Material.block * MemoryLayout<Float>.size
    return memcmp(left, other.left, bytes) == 0 && memcmp(right, other.right, bytes) == 0
  }
}

/// A stem with what is heard of it.
final class Stem {
  let source: MemorySource
  private var head = Playhead()
  let block = Block()

  init(_ sound: [Float]) { source = MemorySource(sound) }

  /// Starts, or goes over to another place.
  func jump(to place: Double, speed: Double, semitones: Double) {
    head.rtReleased()?.free()
    let next = StretcherHandle.make()
    _ = next.start(at: Place(place), speed: speed, ratio: PitchRatio.rtFrom(cents: 100 * semitones), source)
    if !head.rtTake(next) { next.free() }
  }

  func render(speed: Double, semitones: Double) {
    _ = head.rtRender(
      block.left, block.right, count: Material.block, speed: speed, ratio: PitchRatio.rtFrom(cents: 100 * semitones), source,
      former: source)
  }

  /// Place of the next frame in 2^-32 frames.
  var position: Int64 { head.rtPlace().frame << 32 | Int64(head.rtPlace().fraction) }
}
