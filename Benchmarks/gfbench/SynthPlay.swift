import Foundation
import GestureFlowAPI
import Realtime
import Sound

/// Plays the piece that the synthesizer's peers also play (Benchmarks/synthpeers.py). It runs as fast as this machine
/// can. The piece has sixteen saws with attack, decay, sustain and release, and low-pass, echo and room for all of
/// them.
enum SynthPlay {
  /// Seconds of a note until its end, and with its release. Of sixteen notes one begins every eighth of a second.
  private static let (held, whole) = (1.7, 2.0)

  private static var patch: SynthPatch {
    var patch = SynthPatch()
    (patch.attack, patch.decay, patch.sustain, patch.release, patch.spread) = (0.005, 0.2, 0.7, 0.3, 1)
    (patch.tone, patch.delayTime, patch.delayFeedback, patch.delayMix, patch.reverbMix) = (0.8, .seconds(0.3), 0.35, 0.4, 0.4)
    return patch
  }

  /// - Parameters:
  ///   - voices: 0...16.
  ///   - path: where the sound goes, interleaved stereo floats.
  static func run(seconds: Int, voices: Int, _ path: String) throws {
    guard let file = FileHandle(emptying: path) else {
      throw Failure("\(path) cannot be written")
    }
    defer { try? file.close() }
    let rig = SynthRig(patch)
    // Written seldom, so that the file costs little.
    var samples: [Float] = []
    samples.reserveCapacity(128 * SoundFormat.block)
    func write() throws {
      try samples.withUnsafeBytes { try file.write(contentsOf: $0) }
      samples.removeAll(keepingCapacity: true)
    }
    let eighth = 0.125
    try withFlushToZero {
      for block in 0..<seconds * SoundFormat.rate / SoundFormat.block {
        let (from, to) = (time(block), time(block + 1))
        for k in 0..<voices {
          let begin = Double(k) * eighth
          if passes(begin, from, to) { rig.synth.rtOn(source: 0, key: 40 + 3 * k, velocity: 1) }
          if passes(begin + held, from, to) { rig.synth.rtOff(source: 0, key: 40 + 3 * k) }
        }
        rig.render(.all)
        for i in 0..<SoundFormat.block {
          samples.append(rig.left[i])
          samples.append(rig.right[i])
        }
        if block % 64 == 63 { try write() }
      }
    }
    try write()
  }

  private static func time(_ block: Int) -> Double { Double(block * SoundFormat.block) / Double(SoundFormat.rate) }

  /// Whether a note's begin lies in from..<to. The begins are `first`, and a whole number of notes' lengths after it.
  private static func passes(_ first: Double, _ from: Double, _ to: Double) -> Bool {
    let next = first + max(0, ((from - first) / whole).rounded(.up)) * whole
    return next < to
  }
}
