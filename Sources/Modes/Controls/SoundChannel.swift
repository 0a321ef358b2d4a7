import GestureFlowAPI

/// A channel of the sound engine. Each mode plays through one of them; modes of one channel share its settings.
package enum SoundChannel: Sendable {
  /// Tracks of the library, with speed and pitch.
  case track
  /// Up to four stems of one set.
  case stems
  /// The synthesizer and the MIDI port.
  case notes
  /// Another program's player or pipe.
  case stream
}

/// Constants of a mode that code outside the mode needs. `ModeRegistry.swift` has a row for each mode.
package struct ModeFacts: Sendable {
  /// The channel that plays the mode.
  package let channel: SoundChannel
  /// Whether the music pauses after some time without hands (`AutoPause`).
  package let pausesWithoutHands: Bool
  /// Tone of a change to the mode, and the mode's light.
  package let signal: Signal
  /// Whether held notes last at full level and move with the hand. See `SynthPatch.continuous`.
  package var isContinuous = false
}
