import GestureFlowAPI

/// What people and programs ask of mode stems.
extension Box {
  /// - Returns: what was done; nil for a command that is none of the stems'. - Throws: `Problem` that says why not.
  func actOnStems(_ command: Command) throws(Problem) -> String? {
    switch command {
    case .tempo(let bpm):
      if controls.values.channel == .notes { return nil }
      try checkMode("tempo")
      return "\(try stems.setTempo(bpm).rounded(digits: 1)) beats a minute"
    case .channel(let channel):
      try checkStem(channel)
      stems.controls.select(channel - 1)
      note("channelSelected", "\(channel)")
    case .mute(let channel):
      try checkStem(channel)
      return stems.controls.toggleMute(channel - 1) ? "channel \(channel) is muted" : "channel \(channel) is heard"
    case .solo(let channel):
      try checkStem(channel)
      return stems.controls.toggleSolo(channel - 1) ? "channel \(channel) is heard alone" : "all channels are heard"
    case .stemVolume(let channel, let volume):
      try checkStem(channel)
      stems.controls.set(channel - 1, volume: volume)
    case .stemPitch(let channel, let cents):
      try checkStem(channel)
      stems.controls.set(channel - 1, pitchCents: cents)
    default: return nil
    }
    return "done"
  }

  /// The mode is another one: what it plays is heard as soon as what was played before is silent, and its hands count.
  /// - Parameter isFirst: nothing was heard yet.
  func follow(_ policy: Policy, isFirst: Bool = false) {
    stems.controls.set(most: policy.heard.mostStems)
    instrument.controls.set { $0.limits = policy.heard.instrument }
    if policy.mode.facts.channel == .stems { stems.rack.open() }
    controls.set(mode: policy.mode, waits: !isFirst)
    performance?.change(mode: policy.mode)
  }

  /// Makes known what happened in the stems.
  func lookAtStems() {
    for news in stems.look() {
      switch news {
      case .selected(let channel): part.panel.selected(stem: channel + 1)
      case .set: note("stemSet", stems.title ?? "")
      case .bar(let bar): note("bar", "\(bar + 1)")
      case .beat: part.panel.beat()
      case .pending(let channel, let region): note("loopPending", "\(channel + 1) \(region.start) \(region.end)")
      case .dropped(let channel, let region): note("loopDropped", "\(channel + 1) \(region.start) \(region.end)")
      case .applied(let channel, let region, let frame):
        note("loopApplied", "\(channel + 1) \(region.start) \(region.end)", frame: frame)
      }
    }
  }

  private func checkMode(_ word: String) throws(Problem) {
    guard controls.values.channel == .stems else { throw .refused("'\(word)' belongs to mode stems: gfctl mode stems goes there") }
  }

  /// - Parameter channel: from 1.
  private func checkStem(_ channel: Int) throws(Problem) {
    try checkMode("stem")
    // No tier brings a channel that the set does not have.
    try stems.check(channel - 1)
    try policy.withLock { policy throws(Problem) in try policy.check(stem: channel) }
  }
}
