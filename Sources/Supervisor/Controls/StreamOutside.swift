import Gestures

extension StreamControls {
  /// What was set from elsewhere and the hands do not know yet; nil is unchanged.
  package struct Outside: Sendable, Equatable {
    /// 0...1; the whole box's.
    package var volume: Double?
    /// -2400...2400.
    package var pitchCents: Double?

    /// Tells the hands.
    package func tell(_ gestures: inout GestureEngine) {
      gestures.set(streamVolume: volume.map { Float($0) }, streamPitchCents: pitchCents.map { Float($0) })
    }
  }
}
