import GestureFlowAPI

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
}

extension Mode {
  /// One row a mode.
  package var facts: ModeFacts {
    switch self {
    case .player: ModeFacts(channel: .track, pausesWithoutHands: true)
    case .stems: ModeFacts(channel: .stems, pausesWithoutHands: true)
    // Without hands it is silent anyway, and fingers on a touch device play it, too.
    case .instrument: ModeFacts(channel: .notes, pausesWithoutHands: false)
    case .stream: ModeFacts(channel: .stream, pausesWithoutHands: true)
    }
  }
}
