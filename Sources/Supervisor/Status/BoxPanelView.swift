import GestureFlowAPI
import Panel

extension PanelView {
  /// What the panel shows of a box.
  /// - Parameters:
  ///   - state: how the box is.
  ///   - values: how the music is played.
  ///   - isOutOfMedia: nothing is heard, because the stick of what was heard is gone.
  ///   - policy: mode and tier.
  ///   - status: the mode's part of the status.
  package init(
    _ state: Status.State, _ values: Controls.Values, isOutOfMedia: Bool, hands: Hands, policy: Policy,
    mode status: ModeStatus = ModeStatus()
  ) {
    self.init()
    health =
      switch state {
      case .starting: .starting
      case .healthy: isOutOfMedia ? .noMedia : .ready
      case .degraded, .failed: .needsHelp
      case .stopping: .halted
      }
    track = isOutOfMedia ? .none : values.isResting ? .paused : .playing
    self.hands = hands
    if let stems = status.stems { show(stems) }
    if let stream = status.stream { show(stream) }
    if values.areHandsOff { self.hands = .off }
    (modeLED, modePattern) = (policy.mode.facts.led, policy.mode.facts.ledPattern)
    isPro = policy.limits.isShown
  }

  /// What is paused at the player is paused; without a source, or a writer of a pipe, nothing plays.
  private mutating func show(_ stream: StreamStatus) {
    switch stream.playback {
    case .playing, .starved: break
    case .paused: track = .paused
    case .stopped, .waiting: track = .none
    }
  }

  /// Before the first set is loaded nothing plays. A pause is told before a loop that waits: it waits as long as the pause lasts.
  private mutating func show(_ stems: StemsStatus) {
    if stems.channels.isEmpty { track = .none }
    if track == .playing, stems.channels.contains(where: { $0.pendingLoop != nil }) { track = .loopPending }
    if hands == .seen, stems.selectProgress > 0 { hands = .holding(stems.selectProgress) }
  }
}

extension PanelView.Hands {
  /// - Parameter snapshot: what the last frame gave; nil without a tracker or a camera.
  package init(_ snapshot: Performance.Snapshot?) {
    guard let snapshot else {
      self = .none
      return
    }
    self = snapshot.hands.isEmpty ? .searching : snapshot.holdProgress > 0 ? .holding(Double(snapshot.holdProgress)) : .seen
  }
}
