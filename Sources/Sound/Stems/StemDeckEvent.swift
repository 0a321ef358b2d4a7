// State that the stems report.
extension StemDeck {
  @_noLocks mutating func rtPublish(isAudible: Bool) {
    state.isSilent = !isAudible
    state.next = 0
    if let next { state.next = next.number }
    state.place = Double(transport.frame) + Double(transport.fraction) / 4_294_967_296
    state.bar = transport.rtBar()
    state.beat = transport.rtBeat()
    if let heard { state.set = heard.number }
    state.apart = 0
    for i in 0..<4 {
      state.channels[i] = rtState(i)
      if rtIsApart(i) { state.apart &+= 1 }
    }
    let now = state
    keeper._withUnsafeGuaranteedRef { $0.rtTell(now) }
  }

  @_noLocks private func rtIsApart(_ channel: Int) -> Bool {
    guard let rig = heard, let part = rig.parts[channel] else { return false }
    let place = part.pointee.head.rtPlace()
    if place.frame != transport.frame { return true }
    return place.fraction != transport.fraction
  }

  @_noLocks private func rtState(_ channel: Int) -> StemChannelState {
    var result = StemChannelState()
    let strip = mixer.rtChannel(channel)
    result.volume = strip.volume.goal
    result.cents = strip.cents
    result.peak = strip.peak
    guard let rig = heard, let part = rig.parts[channel] else { return result }
    let plan = part.pointee.source.plan
    let segment = plan.pointee.rtSegment(at: transport.frame)
    result.bars = part.pointee.bars
    result.quarter = 4 * Double(plan.pointee.rtClipFrame(at: transport.frame)) / Double(part.pointee.source.clip.frames)
    result.loop = segment.region
    result.loopBar = max(segment.bar, 0)
    result.loopAt = part.pointee.changedAt
    if let pending = plan.pointee.rtPending(behind: transport.frame) {
      result.pending = pending.region
      result.pendingBar = pending.bar
    }
    rtAddStream(part, &result)
    return result
  }

  @_noLocks private func rtAddStream(_ part: UnsafeMutablePointer<LoadedStem>, _ result: inout StemChannelState) {
    guard let gate = part.pointee.gate else { return }
    result.gaps = gate.gaps
    guard let asked = gate.asked else { return }
    result.pending = asked
    result.pendingBar = part.pointee.source.plan.pointee.rtBar(from: rtFixed())
    result.isFetching = true
  }
}
