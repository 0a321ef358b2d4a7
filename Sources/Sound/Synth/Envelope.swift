import Foundation

/// Attack, decay, sustain and release, as the envelope computes with them.
package struct EnvelopeShape: BitwiseCopyable, Sendable {
  /// How far beyond its peak an attack aims, so that it is straight enough to be heard as a rise.
  static let overshoot: Float = 1.3
  /// Shortest attack and release in seconds; anything shorter would be a click of its own.
  package static let shortest = 0.002
  /// Longest stretch in seconds.
  package static let longest = 20.0

  fileprivate let attack: Float
  fileprivate let decay: Float
  fileprivate let sustain: Float
  fileprivate let release: Float

  /// Times in seconds, 0.002...20; the attack's until the peak, the others' until 60 dB of the way are gone. What is no number counts as the shortest.
  /// - Parameter sustain: level that is held, 0...1 of the peak.
  package init(attack: Double = 0.005, decay: Double = 0.2, sustain: Double = 0.7, release: Double = 0.3) {
    func share(_ seconds: Double, _ left: Double) -> Float {
      let frames = (seconds >= Self.shortest ? min(seconds, Self.longest) : Self.shortest) * Double(SoundFormat.rate)
      return Float(1 - pow(left, 1 / frames))
    }
    self.attack = share(attack, 1 - 1 / Double(Self.overshoot))
    self.decay = share(decay, 0.001)
    self.sustain = sustain >= 0 ? Float(min(sustain, 1)) : 0
    self.release = share(release, 0.001)
  }
}

/// The loudness of one note. It begins anew from where it is, and a filter of 0.3 ms takes its corners off, so that it never clicks.
package struct Envelope: BitwiseCopyable {
  private enum Stage: UInt8, BitwiseCopyable { case idle, attack, decay, release }
  /// Below this it is silence: -100 dB.
  private static let silence: Float = 1e-5
  private static let corner: Float = 0.067

  /// Level of now, 0...1.
  package private(set) var level: Float = 0
  private var raw: Float = 0
  private var peak: Float = 0
  private var stage = Stage.idle

  package init() {}

  /// Whether nothing is heard.
  package var isIdle: Bool { stage == .idle }
  /// Whether the note is held.
  package var isHeld: Bool { stage == .attack || stage == .decay }

  /// Begins, or begins anew from the present level. - Parameter peak: 0...1.
  @_noLocks package mutating func rtBegin(peak: Float) {
    self.peak = min(max(peak, 0), 1)
    stage = raw < self.peak ? .attack : .decay
  }

  /// The note is let go.
  @_noLocks package mutating func rtEnd() { if stage != .idle { stage = .release } }

  /// Multiplies the next frames with it.
  @_noLocks package mutating func rtShape(_ out: UnsafeMutablePointer<Float>, count: Int, _ shape: EnvelopeShape) {
    for i in 0..<count {
      switch stage {
      case .idle: raw = 0
      case .attack:
        raw += (EnvelopeShape.overshoot * peak - raw) * shape.attack
        if raw >= peak {
          raw = peak
          stage = .decay
        }
      case .decay: raw += (shape.sustain * peak - raw) * shape.decay
      case .release: raw -= raw * shape.release
      }
      level += (raw - level) * Self.corner
      out[i] *= level
    }
    if stage == .release, level < Self.silence, raw < Self.silence {
      stage = .idle
      raw = 0
      level = 0
    }
  }
}
