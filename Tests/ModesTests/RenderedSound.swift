import Foundation
import Sound
import TestSupport

/// The rendered sound of a patch, in planes of 48 kHz. It plays notes of one source each, held for two seconds
/// and then released.
struct RenderedSound {
  static let rate = Double(SoundFormat.rate)
  /// Seconds for which the notes are held, and again from the release to the end.
  static let held = 2.0
  static let after = 2.0

  let left: [Float]
  let right: [Float]
  /// Number of resets of a voice or an effect after invalid samples.
  let resets: Int
  /// Energy of both sides, summed over all frames before each frame.
  private let energy: [Double]

  /// - Parameters:
  ///   - keys: MIDI notes.
  ///   - velocity: velocity of each note, 0...1.
  init(_ patch: SynthPatch, keys: [Int], velocity: Float = 0.8) {
    var synth = Synth()
    var effects = SynthEffects()
    synth.rtTake(patch.sound)
    effects.rtTake(patch.knobs(beat: 0.5))
    let block = 128
    let l = UnsafeMutablePointer<Float>.allocate(capacity: block)
    let r = UnsafeMutablePointer<Float>.allocate(capacity: block)
    defer {
      l.deallocate()
      r.deallocate()
    }
    var (left, right): ([Float], [Float]) = ([], [])
    func render(_ seconds: Double, _ synth: inout Synth, _ effects: inout SynthEffects) {
      for _ in 0..<Int(seconds * Self.rate) / block {
        l.initialize(repeating: 0, count: block)
        r.initialize(repeating: 0, count: block)
        synth.rtAdd(l, r, count: block)
        effects.rtProcess(l, r, count: block)
        left += UnsafeBufferPointer(start: l, count: block)
        right += UnsafeBufferPointer(start: r, count: block)
      }
    }
    // The knobs glide to their values before a note starts.
    render(0.5, &synth, &effects)
    left.removeAll()
    right.removeAll()
    for (source, key) in keys.enumerated() { synth.rtOn(source: source, key: key, velocity: velocity) }
    render(Self.held, &synth, &effects)
    for (source, key) in keys.enumerated() { synth.rtOff(source: source, key: key) }
    render(Self.after, &synth, &effects)
    (self.left, self.right) = (left, right)
    energy = Signals.energy(left, right)
    resets = synth.resets + effects.resets
  }

  /// Returns the level of a time range in dBFS, both sides together.
  func level(_ from: Double, _ to: Double) -> Double {
    let range = Int(from * Self.rate)..<min(Int(to * Self.rate), left.count)
    return 10 * log10(max(energy[range.upperBound] - energy[range.lowerBound], 0) / Double(2 * range.count) + 1e-12)
  }

  /// Level of the loudest eighth of a second of the held notes. A sound level meter set to fast shows the same.
  var loudest: Double { stride(from: 0, through: Self.held - 0.125, by: 0.025).map { level($0, $0 + 0.125) }.max() ?? -120 }

  /// Highest sample in dBFS; infinity when a sample is infinite or NaN.
  var peak: Double { 20 * log10(Double(max(Signals.peak(left), Signals.peak(right), 1e-6))) }

  /// Seconds until the level of 20 ms is within 3 dB of the held notes' highest level.
  var attack: Double {
    let levels = stride(from: 0, through: Self.held - 0.02, by: 0.005).map { level($0, $0 + 0.02) }
    let top = levels.max() ?? 0
    return Double(levels.firstIndex { $0 > top - 3 } ?? 0) * 0.005
  }

  /// Centre of the spectrum in Hz, weighted by amplitude, from 0.1 s on.
  var centroid: Double {
    let count = 16_384
    let from = Int(0.1 * Self.rate)
    let both = (from..<(from + count)).map { left[$0] + right[$0] }
    let lines = Signals.spectrum(both[...], window: Signals.hann)
    let sum = lines.dropFirst().reduce(1e-12, +)
    let weighted = lines.indices.dropFirst().reduce(0) { $0 + lines[$1] * Double($1) * Self.rate / Double(count) }
    return weighted / sum
  }

  /// Fall of the held notes' last half second below their loudest part, in dB.
  var fallen: Double { loudest - level(Self.held - 0.5, Self.held) }

  /// Fall of the level half a second after the release below the loudest part, in dB.
  var tail: Double { loudest - level(Self.held + 0.5, Self.held + 0.9) }
}
