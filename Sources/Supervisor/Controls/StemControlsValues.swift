import Gestures

/// What the store holds, and what it tells the hands.
extension StemControls {
  /// One channel.
  package struct Channel: Sendable, Equatable {
    /// 0...1.
    package var volume: Double
    /// -200...200.
    package var pitchCents: Double
    /// Muted by a person.
    package var isMuted: Bool

    /// - Parameters: see the properties.
    package init(volume: Double = 0.8, pitchCents: Double = 0, isMuted: Bool = false) {
      self.volume = volume
      self.pitchCents = pitchCents
      self.isMuted = isMuted
    }
  }

  /// What holds at one moment.
  package struct Values: Sendable, Equatable {
    /// Four of them, whether or not the set has them.
    package var channels = [Channel](repeating: Channel(), count: StemControls.channels)
    /// The one that is heard alone; nil if all are.
    package var solo: Int?
    /// The one that the hands play; nil before one was selected.
    package var selected: Int?
    /// Tempo over the set's own, 0.5...2, and the set for which it was set, by its number; every other one is played at its own.
    package var tempo = 1.0
    package var tempoOf = 0
    /// Channels that the tier plays; those behind them are not heard.
    package var most = StemControls.channels

    package init() {}

    /// Whether nothing of a channel is to be heard, whatever its volume.
    package func isSilent(_ channel: Int) -> Bool {
      channels[channel].isMuted || channel >= most || solo.map { $0 != channel } ?? false
    }
  }

  /// What was set from elsewhere and the hands do not know yet; nil is unchanged.
  package struct Outside: Sendable, Equatable {
    package var volumes = [Double?](repeating: nil, count: StemControls.channels)
    package var pitchCents = [Double?](repeating: nil, count: StemControls.channels)
    /// The outer nil is unchanged, the inner one is no channel.
    package var selected: Int??
    /// Channels that can be selected.
    package var count: Int?

    /// Nothing was set.
    package init() {}

    /// Tells the hands.
    package func tell(_ gestures: inout GestureEngine) {
      if let count { gestures.set(stemCount: count) }
      for i in 0..<StemControls.channels {
        gestures.set(stem: i, volume: volumes[i].map { Float($0) }, pitchCents: pitchCents[i].map { Float($0) })
      }
      if let selected { gestures.select(stem: selected) }
    }
  }
}
