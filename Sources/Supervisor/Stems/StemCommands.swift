import GestureFlowAPI

/// What people and programs ask of mode stems.
extension Box {
  /// - Returns: what was done; nil for a command that is none of the stems'. - Throws: `Problem` that says why not.
  func actOnStems(_ command: Command) throws(Problem) -> String? {
    let isStems = controls.values.mode == .stems
    switch command {
    case .nextFolder where isStems: stems.rack.skip(1)
    case .prevFolder where isStems: stems.rack.skip(-1)
    case .select(let text) where isStems:
      guard stems.rack.select(text) else {
        throw .notFound("there is no stem set '\(text)'; gfctl library list shows all")
      }
    case .seek where isStems: throw .refused("stems run round and round: they have no place to seek; gfctl loop repeats a part of one")
    case .speed where isStems: throw .refused("'speed' belongs to mode player: in mode stems gfctl tempo sets the tempo")
    case .pitch where isStems: throw .refused("'pitch' belongs to mode player: in mode stems gfctl stem pitch sets that of a channel")
    case .loop(let wish):
      try checkStem(wish.channel, "loop")
      try stems.loop(wish.channel - 1, wish.region)
      return wish.region.isWhole
        ? "channel \(wish.channel) is played whole from the next bar line on"
        : "channel \(wish.channel) repeats quarters \(wish.region.start) to \(wish.region.end) from the next bar line on"
    case .tempo(let bpm):
      if controls.values.mode == .instrument { return nil }
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

  /// To the next track, or the one before; in mode stems to another set, in mode instrument to another sound.
  func skip(_ by: Int) {
    switch controls.values.mode {
    case .stems: stems.rack.skip(by)
    case .instrument: note("sound", instrument.skip(by))
    case .player, .stream: jukebox.skip(by)
    }
  }

  /// The mode is another one: what it plays is heard, and its hands count.
  func follow(_ policy: Policy) {
    stems.controls.set(most: policy.mostStems)
    instrument.controls.set { $0.limits = policy.instrument }
    if policy.mode == .stems { stems.rack.open() }
    controls.set(mode: policy.mode)
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
      case .applied(let channel, let region, let frame):
        note("loopApplied", "\(channel + 1) \(region.start) \(region.end)", frame: frame)
      }
    }
  }

  private func checkMode(_ word: String) throws(Problem) {
    guard controls.values.mode == .stems else { throw .refused("'\(word)' belongs to mode stems: gfctl mode stems goes there") }
  }

  /// - Parameter channel: from 1.
  private func checkStem(_ channel: Int, _ word: String = "stem") throws(Problem) {
    try checkMode(word)
    // No tier brings a channel that the set does not have.
    try stems.check(channel - 1)
    try policy.withLock { policy throws(Problem) in try policy.check(stem: channel) }
  }
}
