import GestureFlowAPI
import Modes
import Realtime

/// Commands for mode stems.
extension Box {
  /// Carries out a command for the stems.
  /// - Returns: what was done.
  /// - Throws: `Problem` with the reason.
  func actOnStems(_ command: Command) throws(Problem) -> String {
    switch command {
    case .tempo(let bpm): return try set(bpm)
    case .channel(let stem):
      try check(stem)
      controls.change { $0.stems.select(stem.index) }
      publish("channelSelected", "\(stem.number)")
    case .mute(let stem):
      try check(stem)
      return controls.change({ $0.stems.toggleMute(stem.index) }) ? "channel \(stem.number) is muted" : "channel \(stem.number) is heard"
    case .solo(let stem):
      try check(stem)
      return controls.change({ $0.stems.toggleSolo(stem.index) }) ? "channel \(stem.number) is heard alone" : "all channels are heard"
    case .stemVolume(let stem, let volume):
      try check(stem)
      controls.change { $0.stems.set(stem.index, volume: volume) }
    case .stemPitch(let stem, let cents):
      try check(stem)
      controls.change { $0.stems.set(stem.index, pitchCents: cents) }
    default: throw unhandled(command)
    }
    return "done"
  }

  /// Sets the tempo of the stem set. In mode instrument it sets that of the echoes.
  private func set(_ tempo: Tempo) throws(Problem) -> String {
    try self.tempo.checkFree()
    let isInstrument = controls.values.channel == .notes
    let done = isInstrument ? setEchoes(tempo.value) : try setStems(tempo.value)
    link.share(tempo.value, at: Clock.seconds)
    return done
  }

  private func setStems(_ bpm: Double) throws(Problem) -> String {
    try checkMode("tempo")
    return "\(try stems.setTempo(bpm).rounded(digits: 1)) beats a minute"
  }

  private func setEchoes(_ bpm: Double) -> String {
    controls.change { $0.instrument.set { $0.tempo = bpm } }
    return "\(bpm.rounded(digits: 1)) beats per minute for echoes in beats"
  }

  /// Publishes the stems' events, and completes a scene whose set is heard.
  package func lookAtStems() {
    for change in stems.look() {
      switch change {
      case .selected(let channel): part.panel.selected(channel + 1)
      case .set: publish("stemSet", stems.title ?? "")
      case .bar(let bar): publish("bar", "\(bar + 1)")
      case .beat: part.panel.beat()
      case .pending(let channel, let region): publish("loopPending", "\(channel + 1) \(region.start) \(region.end)")
      case .dropped(let channel, let region): publish("loopDropped", "\(channel + 1) \(region.start) \(region.end)")
      case .applied(let channel, let region, let frame):
        reporter.publish("loopApplied", "\(channel + 1) \(region.start) \(region.end)", frame: frame)
      }
    }
    lookAtDueScene()
  }

  private func checkMode(_ word: String) throws(Problem) {
    guard controls.values.channel == .stems else { throw .refused("'\(word)' belongs to mode stems: run gfctl mode stems first") }
  }

  private func check(_ stem: StemNumber) throws(Problem) {
    try checkMode("stem")
    // Check the set first: no tier adds a channel that the set does not have.
    try stems.check(stem.index)
    try controls.view.policy.check(stem: stem.number)
  }
}
