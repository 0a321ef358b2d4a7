import Foundation

/// How the voices of the built-in piece sound: each sample is a pure function of the time since the note's start.
enum PieceVoice {
  /// Adds `count` frames of a note, beginning `from` frames after its start, to interleaved stereo.
  static func add(_ note: PieceNote, from: Int64, count: Int, to output: UnsafeMutablePointer<Float>) {
    let right = note.gain * (0.5 + 0.5 * note.pan).squareRoot() * 1.414
    let left = note.gain * (0.5 - 0.5 * note.pan).squareRoot() * 1.414
    let rate = Float(SoundFormat.rate)
    // Every voice ends in silence, however long its note.
    let fade = Float(min(480, note.length / 4))
    for i in 0..<count {
      let frame = from + Int64(i)
      let t = Float(frame) / rate
      let out = min(1, Float(note.length - frame) / fade)
      let x = sample(note, frame, t) * out
      output[2 * i] += x * left
      output[2 * i + 1] += x * right
    }
  }

  @inline(__always) private static func sample(_ note: PieceNote, _ frame: Int64, _ t: Float) -> Float {
    let tau = 2 * Float.pi
    switch note.voice {
    case .kick:
      // A sine that falls from 160 to 48 Hz; its phase is the integral of 48 + 112 e^(-30 t).
      let phase = 48 * t + 112 / 30 * (1 - exp(-30 * t))
      return sin(tau * phase) * exp(-9 * t)
    case .snare:
      return noise(frame) * exp(-22 * t) * 0.8 + sin(tau * 185 * t) * exp(-28 * t) * 0.7
    case .hat:
      // The difference of two noises is noise without its lows.
      return (noise(frame) - noise(frame - 1)) * 0.5 * exp(-60 * t)
    case .bass:
      let p = tau * note.pitch * t
      let bright = exp(-6 * t)
      return (sin(p) + sin(2 * p) * 0.4 * bright + sin(3 * p) * 0.25 * bright) * min(1, t * 200)
    case .chord:
      let p = tau * note.pitch * t
      let slow = min(1, t * 3)
      let detuned = sin(p * 1.003) + sin(p * 0.997)
      return (detuned + sin(2 * p) * 0.25 + sin(3 * p) * 0.12) * slow * 0.8
    case .lead:
      let p = tau * note.pitch * t
      return sin(p + 1.4 * exp(-5 * t) * sin(2 * p)) * min(1, t * 120) * exp(-2.2 * t)
    }
  }

  /// White noise, -1...1, the same for the same frame.
  @inline(__always) private static func noise(_ frame: Int64) -> Float {
    var z = UInt64(bitPattern: frame) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z ^= z >> 27
    return Float(Int32(truncatingIfNeeded: z)) * 0x1p-31
  }
}
