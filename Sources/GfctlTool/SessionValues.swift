import GestureFlowAPI

/// Converts the values of a session to commands, depending on the mode.
package enum SessionValues {
  /// Returns the commands for the values that have changed.
  /// - Parameters:
  ///   - sample: the values of a frame. - set: those of the previous frame; nil: none.
  ///   - mode: mode of the session; nil if it does not tell it.
  package static func commands(_ sample: ControlSample, after set: ControlSample?, mode: Mode?) -> [Command] {
    let mode = mode ?? (sample.stems != nil ? .stems : sample.notes != nil ? .instrument : .player)
    var all: [Command?] = []
    switch mode {
    case .player:
      if sample.speed != set?.speed { all.append(Speed(nearest: sample.speed).map(Command.speed)) }
      if sample.pitchCents != set?.pitchCents { all.append(Cents(nearest: sample.pitchCents).map(Command.pitch)) }
      if sample.filter ?? 0 != set?.filter ?? 0 { all.append(FilterKnob(nearest: sample.filter ?? 0).map(Command.filter)) }
    case .stream:
      // Most sources do not support pitch: do not request the original pitch.
      if let cents = sample.streamPitchCents, cents.isFinite, cents != set?.streamPitchCents ?? 0 {
        all.append(Cents(nearest: cents).map(Command.pitch))
      }
    case .stems: all += stems(sample.stems ?? [], after: set?.stems ?? [])
    // Notes are played, not set.
    default: break
    }
    if sample.volume != set?.volume { all.append(Volume(nearest: sample.volume).map(Command.volume)) }
    return all.compactMap(\.self)
  }

  private static func stems(_ samples: [StemSample], after set: [StemSample]) -> [Command?] {
    samples.enumerated().flatMap { i, stem -> [Command?] in
      guard let channel = StemNumber(i + 1) else { return [] }
      let before = i < set.count ? set[i] : nil
      var all: [Command?] = []
      if stem.volume.isFinite, stem.volume != before?.volume {
        all.append(Volume(nearest: stem.volume).map { .stemVolume(channel: channel, $0) })
      }
      if stem.pitchCents.isFinite, stem.pitchCents != before?.pitchCents {
        all.append(StemCents(nearest: stem.pitchCents).map { .stemPitch(channel: channel, cents: $0) })
      }
      return all
    }
  }
}
