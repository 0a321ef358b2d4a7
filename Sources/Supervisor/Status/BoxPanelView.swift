import GestureFlowAPI
import Licensing
import Modes
import Panel
import Perception

extension PanelView {
  /// Makes the view of a box for the panel.
  /// - Parameters:
  ///   - state: state of the box.
  ///   - values: values of the box.
  ///   - isOutOfMedia: whether the box is silent because the stick of the track is gone.
  ///   - hands: what the tracker sees.
  ///   - policy: mode and tier.
  ///   - status: the part of the status for the mode.
  ///   - choosing: progress of fingers that choose a scene, 0...1; nil while the box waits for none.
  package init(
    _ state: Status.State, _ values: Controls.Values, isOutOfMedia: Bool, hands: Hands, policy: Policy,
    mode status: ModeStatus = ModeStatus(), choosing: Double? = nil
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
    if let choosing { self.hands = choosing > 0 ? .holding(choosing) : .choosing }
    if let light = policy.mode.facts.signal.row.light { (modeLED, modePattern) = (light.led, light.pattern) }
    isPro = policy.limits.isShown
  }

  /// Shows the playback of the stream. A pause at the player counts as a pause. Without a source, or a writer of a
  /// pipe, nothing plays.
  private mutating func show(_ stream: StreamStatus) {
    switch stream.playback {
    case .playing, .starved: break
    case .paused: track = .paused
    case .stopped, .waiting: track = .none
    }
  }

  /// Shows the stems; nothing plays before the first set is loaded. A pause takes priority over a waiting loop, which
  /// waits during the whole pause.
  private mutating func show(_ stems: StemsStatus) {
    if stems.channels.isEmpty { track = .none }
    if track == .playing, stems.channels.contains(where: { $0.pendingLoop != nil }) { track = .loopPending }
    if hands == .seen || hands == .misplaced, stems.selectProgress > 0 { hands = .holding(stems.selectProgress) }
  }
}

extension PanelView.Hands {
  /// Makes the view of the hands.
  /// - Parameters:
  ///   - snapshot: result of the last frame; nil without a tracker or a camera.
  ///   - isPoor: whether the frames show hands badly (`FrameWatch`).
  ///   - isMisplaced: whether the place of the hands is bad (`PlaceWatch`). A hand that holds a value hides it.
  package init(_ snapshot: HandsPipeline.Snapshot?, isPoor: Bool = false, isMisplaced: Bool = false) {
    guard let snapshot else {
      self = .none
      return
    }
    guard !snapshot.hands.isEmpty else {
      self = isPoor ? .unusable : .searching
      return
    }
    let seen = isMisplaced && snapshot.held.isEmpty ? Self.misplaced : .seen
    self = snapshot.holdProgress > 0 ? .holding(Double(snapshot.holdProgress)) : seen
  }
}
