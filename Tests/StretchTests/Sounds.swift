import Foundation
import Stretch
import TestSupport

/// A stretcher's output for a script, with all that tests measure.
struct Rendered {
  var left: [Float] = []
  var right: [Float] = []
  /// Place in the input after the last frame, in 2^-32 frames.
  var position: Int64 = 0
  var missing = 0
  /// Whether the source passed unchanged, for each block.
  var through: [Bool] = []
}

/// A looped sound with its onsets. It continues at its end as at its beginning.
final class RoundSource: StretchSource {
  private let samples: [Float]
  private let frames: Int64
  private let onsets: [Onset]

  /// Creates a source.
  /// - Parameter interleaved: the sound, stereo.
  init(_ interleaved: [Float]) {
    samples = interleaved
    frames = Int64(interleaved.count / 2)
    // Take the onsets of the second pass. The first pass begins from silence.
    var finder = OnsetFinder()
    var found: [Onset] = []
    for _ in 0..<3 { interleaved.withUnsafeBufferPointer { finder.take($0.baseAddress!, count: $0.count / 2) { found.append($0) } } }
    let frames = frames
    onsets = found.filter { (frames..<2 * frames).contains($0.frame) }.map {
      Onset($0.frame - frames, isRoll: $0.isRoll, isStrong: $0.isStrong)
    }
  }

  func rtRead(from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) -> Int {
    for i in 0..<count {
      let at = Int(((frame + Int64(i)) % frames + frames) % frames)
      left[i] = samples[2 * at]
      right[i] = samples[2 * at + 1]
    }
    return 0
  }

  func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int {
    var round = frame >= 0 ? frame / frames : -1
    var written = 0
    while written < most, !onsets.isEmpty {
      for onset in onsets where onset.frame + round * frames > frame && written < most {
        list[written] = Onset(onset.frame + round * frames, isRoll: onset.isRoll, isStrong: onset.isStrong)
        written += 1
      }
      round += 1
    }
    return written
  }
}

enum Sounds {
  static let block = 128

  /// Renders blocks of 128 frames.
  /// - Parameter script: returns speed and cents of a block by its index.
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

  /// Returns two tones on each side and clicks, interleaved stereo. The clicks come four times per second.
  static func mixture(seconds: Double) -> [Float] {
    (0..<Int(seconds * Signals.rate)).flatMap { i -> [Float] in
      let t = Double(i) / Signals.rate
      let click: Float = i % 12_000 == 6000 ? 0.4 : 0
      let l = 0.2 * sin(2 * .pi * 220 * t) + 0.1 * sin(2 * .pi * 1333 * t)
      let r = 0.2 * sin(2 * .pi * 331 * t + 1) + 0.05 * sin(2 * .pi * 7000 * t)
      return [Float(l) + click, Float(r) - click]
    }
  }

  /// Returns a steady chord of twelve partials. On the right the phase of each partial is 0.3 more than that of the
  /// one before. The sound is interleaved stereo.
  static func chord(seconds: Double) -> [Float] {
    (0..<Int(seconds * Signals.rate)).flatMap { i -> [Float] in
      let t = Double(i) / Signals.rate
      return [0.0, 0.3].map { side in
        Float(
          partials.indices.reduce(0.0) { sum, k in
            let phase = Double(k * k) + side * Double(k)
            return sum + 0.05 * sin(2 * .pi * partials[k] * t + phase)
          })
      }
    }
  }

  /// Returns the energy at a sound's end beside the chord's partials. It is relative to all energy below a frequency,
  /// in dB. The measure is `chord_residue` of Benchmarks/stretch_quality.py.
  /// - Parameters:
  ///   - tail: number of samples, a power of two.
  ///   - width: Hz on either side that belong to a partial.
  static func residue(_ x: [Float], tail: Int, below top: Double = Signals.rate / 2, width: Double) -> Double {
    let energies = Signals.spectrum(x.suffix(tail)).prefix(Int(top * Double(tail) / Signals.rate)).map { $0 * $0 }
    let rest = energies.indices.filter { bin in !partials.contains { abs(Double(bin) * Signals.rate / Double(tail) - $0) <= width } }
    return 10 * log10(rest.reduce(0) { $0 + energies[$1] } / energies.reduce(0, +))
  }

  /// Frequencies of the chord's partials, in Hz.
  static let partials = [110, 165, 220.5, 277, 331, 441, 554, 660, 1109, 1662, 2217, 3325]

  /// The left samples of interleaved stereo.
  static func left(_ samples: [Float]) -> [Float] { stride(from: 0, to: samples.count, by: 2).map { samples[$0] } }
}
