import Gestures

extension StreamControls {
  /// Values set by others that the hands do not know yet; nil is unchanged.
  package struct Outside: Sendable, Equatable {
    /// Volume of the whole box, 0...1.
    package var volume: Double?
    /// Pitch in cents, -2400...2400.
    package var pitchCents: Double?

    /// Applies the changes to the gesture engine.
    package func tell(_ gestures: inout GestureEngine) {
      gestures.set(streamVolume: volume.map { Float($0) }, streamPitchCents: pitchCents.map { Float($0) })
    }
  }
}
