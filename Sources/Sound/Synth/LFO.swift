/// What a voice's slow oscillation moves.
package enum LFOKind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Its pitch, by 0.4 semitones to either side at the most.
  case vibrato
  /// Its loudness, down by 80 % at the most.
  case tremolo
}

/// A slow sine, one a voice, that begins with the note.
package struct LFO: BitwiseCopyable {
  /// Furthest way of a vibrato, in semitones.
  package static let vibrato: Float = 0.4
  /// Deepest tremolo, as a share of the level.
  package static let tremolo: Float = 0.8
  /// Fastest rate in Hz.
  package static let fastest: Float = 20

  private let sine: Wavetable
  private var phase: UInt32 = 0

  package init() { sine = Wavetables.shared.tables[0] }

  /// Begins with a rising zero.
  @_noLocks package mutating func rtBegin() { phase = 0 }

  /// How far the phase goes in so many frames. - Parameter hertz: 0...20; NaN counts as 0.
  @_noLocks static func rtWay(_ count: Int, hertz: Float) -> UInt32 {
    let rate = hertz > 0 ? min(hertz, fastest) : 0
    return UInt32(rate * Float(count) * Float(0x1p32 / Double(SoundFormat.rate)))
  }

  /// Goes on without a value.
  @_noLocks mutating func rtPass(_ way: UInt32) { phase &+= way }

  /// Its value that far on, -1...1.
  @_noLocks mutating func rtNext(_ way: UInt32) -> Float {
    phase &+= way
    let at = sine.samples + Int(phase &>> sine.shift)
    return at[0] + (at[1] - at[0]) * (Float((phase &<< (32 &- sine.shift)) &>> 8) * 0x1p-24)
  }
}
