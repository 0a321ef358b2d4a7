import GestureFlowAPI
import Panel

/// A channel of the sound engine. A mode is heard through one of them, and modes of one channel share its settings.
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
  /// The channel through which it is heard.
  package let channel: SoundChannel
  /// The music pauses when no hand has been there for a while (`AutoPause`).
  package let pausesWithoutHands: Bool
  /// LED of the panel that shows it.
  package let led: LED
  /// How that is lit.
  package var ledPattern = LEDPattern.on
  /// Notes last at full level while they are held, and move with the hand (`SynthPatch.continuous`).
  package var isContinuous = false
}

extension Mode {
  /// One row a mode.
  package var facts: ModeFacts {
    switch self {
    case .player: ModeFacts(channel: .track, pausesWithoutHands: true, led: .player)
    case .stems: ModeFacts(channel: .stems, pausesWithoutHands: true, led: .stems)
    // Without hands it is silent anyway, and fingers on a touch device play it, too.
    case .instrument: ModeFacts(channel: .notes, pausesWithoutHands: false, led: .instrument)
    case .theremin: ModeFacts(channel: .notes, pausesWithoutHands: false, led: .instrument, ledPattern: .slowBlink, isContinuous: true)
    case .stream: ModeFacts(channel: .stream, pausesWithoutHands: true, led: .stream)
    }
  }
}
