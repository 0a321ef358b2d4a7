/// The parameter of a voice that the LFO moves.
package enum LFOKind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Pitch, by at most 0.4 semitones to either side.
  case vibrato
  /// Loudness, reduced by at most 80 %.
  case tremolo
}

/// A slow sine of one voice, which starts with the note.
package struct LFO: BitwiseCopyable {
  /// Largest deviation of a vibrato, in semitones.
  package static let vibrato: Float = 0.4
  /// Deepest tremolo, as a share of the level.
  package static let tremolo: Float = 0.8
  /// Highest rate in Hz.
  package static let fastest: Float = 20

  private let sine: Wavetable
  private var phase: UInt32 = 0

  package init() { sine = Wavetables.shared.tables[0] }

  /// Starts at the rising zero crossing.
  @_noLocks package mutating func rtBegin() { phase = 0 }

  /// Returns the advance of the phase over a number of frames.
  /// - Parameter hertz: 0...20; NaN counts as 0.
  @_noLocks static func rtWay(_ count: Int, hertz: Float) -> UInt32 {
    let rate = hertz > 0 ? min(hertz, fastest) : 0
    return UInt32(rate * Float(count) * Float(0x1p32 / Double(SoundFormat.rate)))
  }

  /// Advances the phase without a value.
  @_noLocks mutating func rtPass(_ way: UInt32) { phase &+= way }

  /// Advances the phase and returns the value, -1...1.
  @_noLocks mutating func rtNext(_ way: UInt32) -> Float {
    phase &+= way
    let at = sine.samples + Int(phase &>> sine.shift)
    return at[0] + (at[1] - at[0]) * (Float((phase &<< (32 &- sine.shift)) &>> 8) * 0x1p-24)
  }
}
