import GestureFlowAPI

/// Converts the values of a session to commands, depending on the mode.
package enum SessionValues {
  /// Returns the commands for the values that have changed.
  /// - Parameters:
  ///   - wish: the values of a frame. - set: those of the previous frame; nil: none.
  ///   - mode: mode of the session; nil if it does not tell it.
  package static func commands(_ wish: ControlSample, after set: ControlSample?, mode: Mode?) -> [Command] {
    let mode = mode ?? (wish.stems != nil ? .stems : wish.notes != nil ? .instrument : .player)
    var all: [Command] = []
    switch mode {
    case .player:
      if wish.speed != set?.speed { all.append(.speed(clamped(wish.speed, 0.1...2))) }
      if wish.pitchCents != set?.pitchCents { all.append(.pitch(cents: clamped(wish.pitchCents, -2400...2400))) }
    case .stream:
      // Most sources do not support pitch: do not request the original pitch.
      if let cents = wish.streamPitchCents, cents.isFinite, cents != set?.streamPitchCents ?? 0 {
        all.append(.pitch(cents: clamped(cents, -2400...2400)))
      }
    case .stems: all += stems(wish.stems ?? [], after: set?.stems ?? [])
    // Notes are played, not set.
    default: break
    }
    if wish.volume != set?.volume { all.append(.volume(clamped(wish.volume, 0...1))) }
    return all
  }

  private static func stems(_ wish: [StemSample], after set: [StemSample]) -> [Command] {
    wish.prefix(4).enumerated().flatMap { i, stem in
      let before = i < set.count ? set[i] : nil
      var all: [Command] = []
      if stem.volume.isFinite, stem.volume != before?.volume { all.append(.stemVolume(channel: i + 1, clamped(stem.volume, 0...1))) }
      if stem.pitchCents.isFinite, stem.pitchCents != before?.pitchCents {
        all.append(.stemPitch(channel: i + 1, cents: clamped(stem.pitchCents, -200...200)))
      }
      return all
    }
  }

  private static func clamped(_ x: Double, _ range: ClosedRange<Double>) -> Double { min(max(x, range.lowerBound), range.upperBound) }
}
