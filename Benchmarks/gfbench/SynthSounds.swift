import Foundation
import Realtime
import Sound

/// Writes sounds of the synthesizer whose truth is known. They are files of floats, one side at 48 kHz, for
/// Benchmarks/instrument_figures.py: steady tones, rooms' answers to an impulse, and a tone while one parameter is
/// swept.
enum SynthSounds {
  /// Frames of a tone, and of a swept one.
  private static let frames = 65_536
  private static let tones = [30.7, 61.3, 220.9, 997.3, 2093.1, 4200, 4371.7, 8123.9]
  /// Seconds in which a room is to die away in each band.
  private static let rooms: [(Float, Float, Float)] = [(1.5, 1.5, 1.5), (2, 2, 2), (3, 2, 0.8), (1.2, 1, 0.6), (4, 5, 3), (0.8, 1.2, 1)]
  /// The parameters that a sweep moves. `move` gets a share that goes from 0 to 1 and back.
  private static let sweeps: [(name: String, move: @Sendable (SynthRig, inout SynthPatch, Float) -> Void)] = [
    ("nothing", { _, _, _ in }),
    ("expression", { rig, _, x in rig.synth.rtExpress(source: 0, 0.2 + 0.8 * x) }),
    ("bend", { rig, _, x in rig.synth.rtBend(source: 0, x - 0.5) }),
    ("modulation", { rig, _, x in rig.synth.rtModulate(source: 0, x) }),
    ("depth", { rig, _, x in rig.synth.rtBrighten(source: 0, x) }),
    ("volume", { _, patch, x in patch.volume = 0.2 + 0.8 * x }),
    ("spread", { _, patch, x in patch.spread = x }),
    ("tone", { _, patch, x in patch.tone = 0.2 + 0.8 * x }),
    ("fuzz", { _, patch, x in patch.fuzz = 0.6 * x }),
    ("delay's level", { _, patch, x in patch.delayMix = x }),
    ("delay's feedback", { _, patch, x in (patch.delayMix, patch.delayFeedback) = (0.4, 0.9 * x) }),
    ("reverb's level", { _, patch, x in patch.reverbMix = x }),
    ("reverb's time", { _, patch, x in (patch.reverbMix, patch.reverbMiddle) = (0.4, 0.5 + 4 * x) }),
  ]

  /// Writes all files into a folder and prints what they are.
  static func run(_ folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var list: [[String: Any]] = []
    func keep(_ sound: [Float], _ facts: [String: Any]) throws {
      let path = "\(folder)/\(list.count).f32"
      try sound.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: path)) }
      list.append(facts.merging(["file": path]) { _, new in new })
    }
    for waveform in Waveform.allCases {
      for hz in tones { try keep(tone(waveform, hz), ["kind": "tone", "waveform": "\(waveform)", "hz": hz]) }
    }
    for (low, middle, high) in rooms {
      try keep(impulse(low, middle, high), ["kind": "room", "asked": [low, middle, high].map(Double.init)])
    }
    for (name, move) in sweeps { try keep(swept(move), ["kind": "sweep", "what": name, "hz": 1000]) }
    try TrackBench.show(["sounds": list, "bands": Reverb.bands])
  }

  private static var plain: SynthPatch {
    var patch = SynthPatch()
    (patch.waveform, patch.sustain, patch.spread) = (.sine, 1, 0)
    return patch
  }

  /// Begins a note of any pitch.
  private static func begin(_ rig: SynthRig, _ hz: Double) {
    let note = 69 + 12 * log2(hz / 440)
    rig.synth.rtOn(source: 0, key: Int(note.rounded()), velocity: 1)
    rig.synth.rtBend(source: 0, Float(note - note.rounded()))
  }

  /// Renders the left side of a number of frames. It leaves out the first half second.
  /// - Parameter before: called before each block with its number.
  private static func render(_ rig: SynthRig, before: (Int) -> Void = { _ in }) -> [Float] {
    var sound: [Float] = []
    withFlushToZero {
      for block in 0..<188 + frames / SoundFormat.block {
        before(block)
        rig.render(.all)
        if block >= 188 { sound += UnsafeBufferPointer(start: rig.left, count: SoundFormat.block) }
      }
    }
    return sound
  }

  private static func tone(_ waveform: Waveform, _ hz: Double) -> [Float] {
    var patch = plain
    patch.waveform = waveform
    let rig = SynthRig(patch)
    begin(rig, hz)
    return render(rig)
  }

  /// Thirty values a second, there and back in 1.4 s.
  private static func swept(_ move: (SynthRig, inout SynthPatch, Float) -> Void) -> [Float] {
    var patch = plain
    let rig = SynthRig(patch)
    rig.synth.rtOn(source: 0, key: 83, velocity: 1)
    let own = Float(69 + 12 * log2(1000.0 / 440) - 83)
    rig.synth.rtBend(source: 0, own)
    return render(rig) { block in
      guard block % 12 == 0 else { return }
      move(rig, &patch, Float(0.5 - 0.5 * cos(2 * .pi * 0.7 * Double(block) / 375)))
      rig.take(patch)
    }
  }

  private static func impulse(_ low: Float, _ middle: Float, _ high: Float) -> [Float] {
    var patch = plain
    (patch.reverbLow, patch.reverbMiddle, patch.reverbHigh, patch.reverbMix) = (low, middle, high, 1)
    let rig = SynthRig(patch)
    var sound: [Float] = []
    withFlushToZero {
      // The knobs arrive in the first second.
      for block in 0..<375 + Int(max(low, middle, high) * 1.2 * 375) {
        rig.left.update(repeating: 0, count: SoundFormat.block)
        rig.right.update(repeating: 0, count: SoundFormat.block)
        if block == 375 { (rig.left[0], rig.right[0]) = (1, 1) }
        rig.render(.reverb)
        if block >= 375 { sound += UnsafeBufferPointer(start: rig.left, count: SoundFormat.block) }
      }
    }
    // The impulse itself.
    sound[0] = 0
    return sound
  }
}
