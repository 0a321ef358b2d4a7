import GestureFlowAPI
import Sound

extension Mode {
  /// Constants of the mode, one row each.
  package var facts: ModeFacts {
    switch self {
    case .player: ModeFacts(channel: .track, pausesWithoutHands: true, signal: .playerMode)
    case .stems: ModeFacts(channel: .stems, pausesWithoutHands: true, signal: .stemsMode)
    // No automatic pause: without hands the instrument is silent anyway, and fingers on a touch device play it, too.
    case .instrument: ModeFacts(channel: .notes, pausesWithoutHands: false, signal: .instrumentMode)
    case .theremin: ModeFacts(channel: .notes, pausesWithoutHands: false, signal: .thereminMode, isContinuous: true)
    case .stream: ModeFacts(channel: .stream, pausesWithoutHands: true, signal: .streamMode)
    }
  }
}

extension PlayModes {
  /// Makes all modes of the box.
  /// - Parameters:
  ///   - controls: says which mode is active.
  ///   - jukebox: chooses the tracks of mode player.
  ///   - deck: plays the tracks.
  ///   - stems: controller of mode stems.
  ///   - instrument: controller of the modes instrument and theremin.
  ///   - stream: controller of mode stream.
  ///   - onSound: receives the name of a sound that was chosen.
  package init(
    _ controls: ControlLoop, _ jukebox: Jukebox, _ deck: Deck, _ stems: StemController, _ instrument: InstrumentController,
    _ stream: StreamController, onSound: @escaping @Sendable (String) -> Void
  ) {
    let notes = InstrumentMode(controls: controls, instrument: instrument, onSound: onSound)
    self.init(
      controls,
      [
        PlayerMode(controls: controls, jukebox: jukebox, deck: deck),
        StemsMode(controls: controls, stems: stems) { channel throws(Problem) in
          try controls.view.policy.check(stem: channel)
        },
        notes, ThereminMode(instrument: notes),
        StreamMode(stream: stream, controls: controls),
      ])
  }
}
