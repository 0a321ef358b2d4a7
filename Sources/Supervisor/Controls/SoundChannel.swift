import GestureFlowAPI
import Panel

/// A channel of the sound engine. Each mode is heard through one channel, and modes of one channel share its
/// settings.
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

/// Constants of a mode that code outside the mode needs.
package struct ModeFacts: Sendable {
  /// The channel that plays the mode's sound.
  package let channel: SoundChannel
  /// Whether the music pauses after some time without hands (`AutoPause`).
  package let pausesWithoutHands: Bool
  /// The panel's LED for the mode.
  package let led: LED
  /// Pattern of that LED.
  package var ledPattern = LEDPattern.on
  /// Whether held notes stay at full level and follow the hand (`SynthPatch.continuous`).
  package var isContinuous = false
}

extension Mode {
  /// The mode's constants.
  package var facts: ModeFacts {
    switch self {
    case .player: ModeFacts(channel: .track, pausesWithoutHands: true, led: .player)
    case .stems: ModeFacts(channel: .stems, pausesWithoutHands: true, led: .stems)
    // Without hands it is silent anyway. Fingers on a touch device play it, too.
    case .instrument: ModeFacts(channel: .notes, pausesWithoutHands: false, led: .instrument)
    case .theremin: ModeFacts(channel: .notes, pausesWithoutHands: false, led: .instrument, ledPattern: .slowBlink, isContinuous: true)
    case .stream: ModeFacts(channel: .stream, pausesWithoutHands: true, led: .stream)
    }
  }
}
