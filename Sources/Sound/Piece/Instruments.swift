// The instruments of the built-in songs. Gains are in dB; the song sets the loudness of a stem.

extension Instrument {
  // MARK: - Struck

  static let kick = drum(
    "kick",
    DrumSound(
      seconds: 0.34, sweeps: [.init(from: 180, to: 50, fall: 36, decay: 11, gain: 1)],
      noises: [.init(filter: .band, hz: 3400, decay: 150, gain: 0.4, width: 0.3)], drive: 1.7),
    gain: -1)
  static let softKick = drum(
    "softKick",
    DrumSound(
      seconds: 0.4, sweeps: [.init(from: 110, to: 55, fall: 28, decay: 10, gain: 0.8)],
      noises: [.init(filter: .band, hz: 2200, decay: 120, gain: 0.2)], drive: 1.6),
    gain: -7, reflections: 0.2, room: 0.08)
  static let snare = drum(
    "snare",
    DrumSound(
      seconds: 0.34,
      sweeps: [.init(from: 245, to: 188, fall: 40, decay: 22, gain: 0.5), .init(from: 410, to: 331, fall: 40, decay: 30, gain: 0.25)],
      noises: [
        .init(filter: .high, hz: 2100, decay: 15, gain: 0.5, width: 0.8),
        .init(filter: .band, hz: 5200, q: 0.8, decay: 20, gain: 0.5, width: 0.9),
      ], drive: 2),
    gain: -2, reflections: 0.35, room: 0.35)
  static let rim = drum(
    "rim",
    DrumSound(
      seconds: 0.14,
      sweeps: [.init(from: 1750, to: 1690, fall: 60, decay: 60, gain: 0.5), .init(from: 830, to: 800, fall: 60, decay: 70, gain: 0.5)],
      noises: [.init(filter: .high, hz: 3200, decay: 90, gain: 0.4, width: 0.7)], drive: 1.5),
    gain: -6, pans: [0.25], reflections: 0.45, room: 0.5)
  static let clap = drum(
    "clap",
    DrumSound(
      seconds: 0.34,
      noises: [
        .init(filter: .band, hz: 1450, q: 1.1, decay: 16, gain: 1, width: 0.8, bursts: [0, 0.009, 0.019, 0.028]),
        .init(filter: .high, hz: 4000, decay: 20, gain: 0.5, width: 1, bursts: [0.028]),
      ], drive: 2),
    gain: -3, reflections: 0.3, room: 0.4)
  static let hat = drum(
    "hat",
    DrumSound(
      seconds: 0.14, noises: [.init(filter: .high, hz: 7200, q: 1, decay: 46, gain: 0.8, width: 0.7)], metal: (0.35, 55), drive: 1.6),
    gain: -5, pans: [-0.4, -0.25, -0.4, -0.1], reflections: 0.25, room: 0.08)
  static let openHat = drum(
    "openHat",
    DrumSound(seconds: 0.42, noises: [.init(filter: .high, hz: 6800, q: 1, decay: 9, gain: 0.7, width: 0.9)], metal: (0.35, 9), drive: 1.6),
    gain: -8, pans: [-0.3], reflections: 0.25, room: 0.1)
  static let shaker = drum(
    "shaker",
    DrumSound(
      seconds: 0.18, noises: [.init(filter: .band, hz: 6800, q: 0.8, decay: 28, gain: 1.4, attack: 0.022, width: 0.8)], drive: 1.6),
    gain: -5, pans: [0.35, 0.2], reflections: 0.3, room: 0.2)
  static let ride = drum(
    "ride",
    DrumSound(seconds: 0.9, noises: [.init(filter: .high, hz: 5600, decay: 6, gain: 0.3, width: 1)], metal: (0.5, 5), drive: 1), gain: -11,
    pans: [0.35], reflections: 0.3, room: 0.2)
  static let crash = drum(
    "crash",
    DrumSound(seconds: 2.2, noises: [.init(filter: .high, hz: 3600, decay: 2.4, gain: 0.7, width: 1)], metal: (0.3, 2.2), drive: 1.6),
    gain: -9, pans: [0.3, -0.3], reflections: 0.3, room: 0.2)
  static let highTom = drum("highTom", tom(190, 128), gain: -2, pans: [-0.35], reflections: 0.3, room: 0.25)
  static let lowTom = drum("lowTom", tom(128, 82), gain: -1, pans: [0.35], reflections: 0.3, room: 0.25)

  private static func tom(_ from: Float, _ to: Float) -> DrumSound {
    DrumSound(
      seconds: 0.45, sweeps: [.init(from: from, to: to, fall: 18, decay: 9, gain: 0.8)],
      noises: [.init(filter: .band, hz: 2600, decay: 60, gain: 0.25)], drive: 1)
  }

  private static func drum(
    _ name: String, _ sound: DrumSound, gain: Float, pans: [Float] = [0], reflections: Float = 0, room: Float = 0
  ) -> Instrument {
    Instrument(
      name: name, stem: .drums, part: .strokes, recipe: .drum(sound), gain: gain, pans: pans, reflections: reflections, room: room,
      roomSeconds: 0.8)
  }

  // MARK: - Bass

  static let subBass = Instrument(
    name: "subBass", stem: .bass,
    recipe: .tone(
      ToneSound(
        layers: [
          .init(wave: .harmonics([1, 0.3, 0.1])),
          .init(wave: .saw, gain: 0.28, cents: [-7, 7], isWide: true, from: 3, bright: 2600, dark: 700),
        ], attack: 0.006, decay: 0.5, sustain: 0.75, release: 0.09, darkens: 0.12)),
    reflections: 0.06)
  static let uprightBass = Instrument(
    name: "uprightBass", stem: .bass,
    recipe: .tone(
      ToneSound(
        layers: [
          .init(wave: .harmonics([1, 0.5, 0.25, 0.12, 0.06]), bright: 900, dark: 420),
          .init(wave: .saw, gain: 0.3, cents: [-5, 5], isWide: true, from: 3, bright: 3200, dark: 500),
        ], attack: 0.014, decay: 1.6, sustain: 0.4, release: 0.16, darkens: 0.14)),
    reflections: 0.1, room: 0.05)
  static let sawBass = Instrument(
    name: "sawBass", stem: .bass,
    recipe: .tone(
      ToneSound(
        layers: [
          .init(wave: .harmonics([1, 0.35])),
          .init(wave: .saw, gain: 0.55, cents: [-9, 9], isWide: true, from: 2, bright: 5200, dark: 900),
        ], attack: 0.004, decay: 0.28, sustain: 0.55, release: 0.06, darkens: 0.1)),
    reflections: 0.05)

  // MARK: - Chords

  static let pad = Instrument(
    name: "pad", stem: .chords,
    recipe: .tone(
      ToneSound(
        layers: [.init(wave: .saw, cents: [-9, 6], isWide: true, bright: 1500, dark: 3600)], attack: 0.18, decay: 1, sustain: 0.85,
        release: 0.6, darkens: 1.4)),
    gain: -23, room: 0.3)
  static let warmPad = Instrument(
    name: "warmPad", stem: .chords,
    recipe: .tone(
      ToneSound(
        layers: [.init(wave: .saw, cents: [-7, 5], isWide: true, bright: 900, dark: 2200)], attack: 0.4, decay: 1, sustain: 0.9,
        release: 0.8, darkens: 1.2, breath: 0.06)),
    gain: -23, room: 0.4, roomSeconds: 1.8)
  static let guitar = Instrument(
    name: "guitar", stem: .chords, recipe: .string(StringSound(bright: 4800, seconds: 2.4, dull: 0.35, place: 0.14)), gain: -12,
    pans: [-0.45, 0.45, -0.2, 0.3], reflections: 0.25, room: 0.22, strum: 0.011)
  static let harp = Instrument(
    name: "harp", stem: .chords, recipe: .string(StringSound(bright: 5200, seconds: 3.4, dull: 0.3, place: 0.3, release: 0.7)), gain: -12,
    pans: [-0.4, -0.2, 0.2, 0.4, 0.2, -0.2], reflections: 0.25, room: 0.35, roomSeconds: 1.8, strum: 0.035)
  static let stab = Instrument(
    name: "stab", stem: .chords,
    recipe: .tone(
      ToneSound(
        layers: [.init(wave: .saw, cents: [-12, 0, 11], isWide: true, bright: 9000, dark: 900)], attack: 0.003, decay: 0.35, sustain: 0.1,
        release: 0.12, darkens: 0.09)),
    gain: -17, pans: [-0.3, 0.3], reflections: 0.2, room: 0.25)
  static let arp = Instrument(
    name: "arp", stem: .chords,
    recipe: .tone(
      ToneSound(
        layers: [.init(wave: .pulse(0.3), cents: [-6, 6], isWide: true, bright: 9000, dark: 1400)], attack: 0.002, decay: 0.25,
        sustain: 0.05, release: 0.1, darkens: 0.07)),
    gain: -18, pans: [-0.6, 0.6, -0.3, 0.3], reflections: 0.15, room: 0.15, echoes: [.init(steps: 3, gain: -9, pan: 0.6)])

  // MARK: - Lead

  static let voiceAh = voice("voiceAh", [[760, 110, 1], [1150, 130, 0.6], [2700, 220, 0.35], [3600, 300, 0.25]])
  static let voiceOoh = voice("voiceOoh", [[380, 90, 1], [820, 120, 0.5], [2600, 220, 0.2], [3500, 300, 0.15]])

  private static func voice(_ name: String, _ formants: [SIMD3<Float>]) -> Instrument {
    Instrument(
      name: name, stem: .lead, part: .melody,
      recipe: .tone(
        ToneSound(
          layers: [.init(wave: .vowel(formants)), .init(wave: .vowel(formants), gain: 0.65, cents: [-8], isWide: true)], attack: 0.045,
          decay: 0.6, sustain: 0.85, release: 0.16,
          vibrato: 22, breath: 0.12)),
      gain: -14, reflections: 0.2, room: 0.22, roomSeconds: 1.5,
      echoes: [.init(steps: 3, gain: -13, pan: -0.7), .init(steps: 6, gain: -18, pan: 0.7)])
  }

  private static let fluteWave = ToneSound.Wave.harmonics([1, 0.55, 0.36, 0.18, 0.12, 0.07, 0.05, 0.03])
  static let flute = Instrument(
    name: "flute", stem: .lead, part: .melody,
    recipe: .tone(
      ToneSound(
        layers: [.init(wave: fluteWave), .init(wave: fluteWave, gain: 0.5, cents: [-6], isWide: true)], attack: 0.05, decay: 0.5,
        sustain: 0.85, release: 0.14, vibrato: 16, breath: 0.3)),
    gain: -14, reflections: 0.25, room: 0.35, roomSeconds: 1.8, echoes: [.init(steps: 6, gain: -15, pan: 0.6)])
  static let sawLead = Instrument(
    name: "sawLead", stem: .lead, part: .melody,
    recipe: .tone(
      ToneSound(
        layers: [
          .init(wave: .saw, bright: 8500, dark: 3000),
          .init(wave: .saw, gain: 0.8, cents: [-12, 11], isWide: true, bright: 8500, dark: 3000),
        ], attack: 0.006, decay: 0.5, sustain: 0.65,
        release: 0.12, darkens: 0.25, vibrato: 12)),
    gain: -15, reflections: 0.15, room: 0.2, echoes: [.init(steps: 3, gain: -11, pan: 0.7), .init(steps: 6, gain: -16, pan: -0.7)])
}
