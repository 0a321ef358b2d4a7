import CLanes
import Foundation

/// Attack, decay, sustain and release in the form the envelope uses.
package struct EnvelopeShape: BitwiseCopyable, Sendable {
  /// Goal of an attack relative to its peak. It lies above 1 so that the attack is straight enough to be heard as
  /// a rise.
  static let overshoot: Float = 1.3
  /// Shortest attack and release in seconds. A shorter one would click.
  package static let shortest = 0.002
  /// Longest time of a stage in seconds.
  package static let longest = 20.0

  fileprivate let attack: Float
  fileprivate let decay: Float
  fileprivate let sustain: Float
  fileprivate let release: Float

  /// Creates a shape from times in seconds, 0.002...20. The attack time lasts until the peak; the others last
  /// until 60 dB of the way are done. NaN counts as the shortest time.
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

/// The loudness of one note. A new start begins at the current level, and a filter of 0.3 ms rounds the corners,
/// so the envelope never clicks.
package struct Envelope: BitwiseCopyable {
  private enum Stage: UInt8, BitwiseCopyable { case idle, attack, decay, release }
  /// Level below which the envelope is silent: -100 dB.
  private static let silence: Float = 1e-5

  /// Current level, 0...1.
  package private(set) var level: Float = 0
  private var raw: Float = 0
  private var peak: Float = 0
  private var stage = Stage.idle

  package init() {}

  /// Whether the envelope is silent.
  package var isIdle: Bool { stage == .idle }
  /// Whether the note is held.
  package var isHeld: Bool { stage == .attack || stage == .decay }

  /// Starts, or starts again from the current level.
  /// - Parameter peak: 0...1.
  @_noLocks package mutating func rtBegin(peak: Float) {
    self.peak = min(max(peak, 0), 1)
    stage = raw < self.peak ? .attack : .decay
  }

  /// Releases the note.
  @_noLocks package mutating func rtEnd() { if stage != .idle { stage = .release } }

  /// Puts the envelope for the next frames into a lane.
  @_noLocks package func rtPut(into lanes: borrowing EnvelopeLanes, _ lane: Int, _ shape: EnvelopeShape) {
    let (peak, sustained) = (self.peak, shape.sustain * self.peak)
    switch stage {
    case .idle: lanes.rtClear(lane)
    case .attack:
      let goal = EnvelopeShape.overshoot * peak
      gf_envelopes_put(lanes.all, Int64(lane), raw, level, peak, goal, shape.attack, sustained, shape.decay)
    case .decay: gf_envelopes_put(lanes.all, Int64(lane), raw, level, .infinity, sustained, shape.decay, 0, 0)
    case .release: gf_envelopes_put(lanes.all, Int64(lane), raw, level, .infinity, 0, shape.release, 0, 0)
    }
  }

  /// Takes over the envelope state from its lane.
  @_noLocks package mutating func rtTake(from lanes: borrowing EnvelopeLanes, _ lane: Int) {
    raw = gf_envelopes_raw(lanes.all, Int64(lane))
    level = gf_envelopes_level(lanes.all, Int64(lane))
    if stage == .attack, !gf_envelopes_rises(lanes.all, Int64(lane)) { stage = .decay }
    if stage == .release, level < Self.silence, raw < Self.silence {
      stage = .idle
      raw = 0
      level = 0
    }
  }
}

/// Four envelopes, computed side by side. Each gives the same bits as alone.
package struct EnvelopeLanes: ~Copyable {
  /// Number of lanes.
  package static let count = 4
  private static let corner: Float = 0.067

  fileprivate let all: UnsafeMutablePointer<gf_envelopes>

  package init() {
    all = .allocate(capacity: 1)
    all.initialize(to: gf_envelopes())
  }

  deinit { all.deallocate() }

  /// Sets a lane to silence.
  @_noLocks package func rtClear(_ lane: Int) { gf_envelopes_put(all, Int64(lane), 0, 0, .infinity, 0, 0, 0, 0) }

  /// Writes the levels of the next frames to four rows.
  /// - Parameters:
  ///   - rows: `SynthStep.frames` apart.
  ///   - count: number of frames, at most `SynthStep.frames`.
  @_noLocks @inline(never) package func rtRender(_ rows: UnsafeMutablePointer<Float>, count: Int) {
    gf_envelopes_levels(all, Self.corner, rows, Int64(SynthStep.frames), Int64(count))
  }
}
