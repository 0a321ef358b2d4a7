/// The values of mode stems.
extension StemControls {
  /// Values of one channel.
  package struct Channel: Sendable, Equatable {
    /// Volume, 0...1.
    package var volume: Double
    /// Pitch in cents, -200...200.
    package var pitchCents: Double
    /// Whether a person muted it.
    package var isMuted: Bool

    /// Makes a channel.
    /// - Parameters: see the properties.
    package init(volume: Double = 0.8, pitchCents: Double = 0, isMuted: Bool = false) {
      self.volume = volume
      self.pitchCents = pitchCents
      self.isMuted = isMuted
    }
  }

  /// Values at one moment.
  package struct Values: Sendable, Equatable {
    /// Four channels, even if the set has fewer.
    package var channels = [Channel](repeating: Channel(), count: StemControls.channels)
    /// The channel that plays alone; nil when all play.
    package var solo: Int?
    /// The channel that the hands play; nil before the first selection.
    package var selected: Int?
    /// Factor of the set's own tempo, 0.5...2, and the set's number. Any other set plays at its own tempo.
    package var tempo = 1.0
    package var tempoOf = 0
    /// Number of channels that the tier plays; further channels are silent.
    package var most = StemControls.channels

    package init() {}

    /// Returns whether a channel is silent, whatever its volume.
    package func isSilent(_ channel: Int) -> Bool {
      channels[channel].isMuted || channel >= most || solo.map { $0 != channel } ?? false
    }
  }
}
