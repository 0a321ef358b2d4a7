import CLanes
import CRealtime
import Foundation

/// Shape of a voice's wave.
package enum Waveform: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case sine, saw, triangle, square

  /// Returns the amplitude of a harmonic, counted from 1. The wave peaks at 1; the square peaks at 0.7, because
  /// it is the loudest for its height.
  func amplitude(_ harmonic: Int) -> Double {
    let n = Double(harmonic)
    switch self {
    case .sine: return harmonic == 1 ? 1 : 0
    case .saw: return 2 / (.pi * n)
    case .triangle: return harmonic & 1 == 0 ? 0 : (harmonic & 2 == 0 ? 8 : -8) / (.pi * .pi * n * n)
    case .square: return harmonic & 1 == 0 ? 0 : 0.7 * 4 / (.pi * n)
    }
  }
}

/// Four waveforms without audible aliasing, from tables (`Wavetables`). Pitch moves in a straight line from call
/// to call. A new waveform fades in within 5 ms.
package struct Oscillator: BitwiseCopyable {
  /// Highest MIDI note: 21.1 kHz.
  static let highestNote: Float = 136
  /// Frames of the fade to another waveform.
  static let fade = SoundFormat.rate * 5 / 1000
  /// Phase advance per frame at MIDI note 0 (8.1758 Hz). A full turn of the phase is 2^32.
  private static let turn: Float = 731558.103361708

  private let tables: UnsafePointer<Wavetable>
  private var phase: UInt32 = 0
  private var step: UInt32 = 0
  /// The note of the current step, in semitones, and its band.
  private var (note, wanted): (Float, Float) = (0, 0)
  /// Current position among the bands of the tables.
  private var band: Float = 0
  private var waveform = Waveform.sine
  private var former = Waveform.sine
  private var fading = 0

  /// Creates the tables, if they do not exist yet.
  package init() { tables = Wavetables.shared.tables }

  /// Turns per frame: the pitch divided by the sample rate.
  package var turn: Float { Float(step) * 0x1p-32 }

  /// Starts a new tone at the wave's first zero crossing.
  /// - Parameter note: in semitones, 69 is 440 Hz.
  @_noLocks package mutating func rtBegin(_ waveform: Waveform, note: Float) {
    phase = 0
    step = Self.rtStep(note)
    self.note = note
    wanted = Self.rtBand(note)
    band = wanted
    self.waveform = waveform
    fading = 0
  }

  /// Changes the waveform, unless a fade is still running.
  @_noLocks package mutating func rtTake(_ waveform: Waveform) {
    guard fading == 0, waveform != self.waveform else { return }
    former = self.waveform
    self.waveform = waveform
    fading = Self.fade
  }

  /// Writes the next frames.
  /// - Parameters:
  ///   - out: has room for a multiple of four frames.
  ///   - count: number of frames.
  ///   - note: reached with the last frame, in semitones; NaN counts as the lowest.
  @_noLocks @inline(never) package mutating func rtRender(_ out: UnsafeMutablePointer<Float>, count: Int, note: Float) {
    guard count > 0 else { return }
    var (goal, change): (UInt32, UInt32) = (step, 0)
    if note != self.note {
      goal = Self.rtStep(note)
      change = UInt32(truncatingIfNeeded: (Int64(goal) &- Int64(step)) / Int64(count))
      wanted = Self.rtBand(note)
      self.note = note
    }
    // One call stays within a band, so two tables are enough. In a glide faster than 2 semitones in 16 frames the
    // harmonics follow a little later.
    var low = Int(band)
    if wanted < band, Float(low) == band { low = max(low &- 1, 0) }
    let reached = min(max(wanted, Float(low)), Float(low &+ 1))
    let path = gf_wave_path(
      phase: phase, step: step, change: change, share: band - Float(low), slope: (reached - band) / Float(count))
    gf_wave(out, Int64(count), rtPair(waveform, low), path)
    if fading > 0 {
      gf_wave_fade(out, Int64(count), rtPair(former, low), path, Float(fading), Float(Self.fade))
      fading = max(fading &- count, 0)
    }
    let frames = UInt32(truncatingIfNeeded: count)
    phase &+= frames &* step &+ (frames &* (frames &+ 1) / 2) &* change
    step = goal
    band = reached
  }

  @_noLocks private func rtPair(_ waveform: Waveform, _ band: Int) -> gf_wave_tables {
    let row = tables + (Int(waveform.rawValue) &* (Wavetables.bands &+ 1) &+ band)
    return gf_wave_tables(low: row[0].samples, high: row[1].samples, low_shift: row[0].shift, high_shift: row[1].shift)
  }

  @_noLocks private static func rtStep(_ note: Float) -> UInt32 {
    UInt32(turn * gf_exp2f(min(rtSound(note), highestNote) / 12))
  }

  @_noLocks private static func rtBand(_ note: Float) -> Float {
    let band = (rtSound(note) - Wavetables.lowestNote) / Wavetables.bandWidth
    return min(max(band, 0), Float(Wavetables.bands &- 1))
  }

  /// Returns the note; NaN and very low notes become -24.
  @_noLocks private static func rtSound(_ note: Float) -> Float { note > -24 ? note : -24 }
}
