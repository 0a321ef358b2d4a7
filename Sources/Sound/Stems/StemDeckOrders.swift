import Stretch

// Commands that the stems receive.
extension StemDeck {
  @_noLocks mutating func rtTakeCommands() {
    if let fresh = keeper._withUnsafeGuaranteedRef({ $0.rtFresh() }) { rtTake(fresh) }
    while let command = keeper._withUnsafeGuaranteedRef({ $0.rtCommand() }) {
      // If too many commands wait, execute this one early.
      if command.due > state.rendered, waiting.rtAdd(command) { continue }
      rtTake(command.command)
    }
  }

  @_noLocks mutating func rtAimPresence() {
    var gain: Float = isWanted ? 1 : 0
    if heard == nil, next == nil { gain = 0 }
    if isStopping { gain = 0 }
    presence.aim(gain, frames: Self.sceneFade)
  }

  @_noLocks private mutating func rtTake(_ levels: StemLevels) {
    mixer.rtAim(levels.channels)
    asked = levels
    rtAimTempo()
    isWanted = levels.isScene
    if levels.isPaused { isWanted = false }
    if levels.isAway { isWanted = false }
  }

  /// Sets the tempo that applies to the current set.
  @_noLocks mutating func rtAimTempo() {
    var number = 0
    if let heard { number = heard.number }
    tempoGoal = Transport.rtHeld(asked.rtTempo(of: number))
  }

  @_noLocks mutating func rtTake(_ command: StemCommand) {
    switch command {
    case .take(let rig):
      if let waiting = next { rtRelease(waiting) }
      next = rig
      state.received = rig.number
      // A place between two frames counts as behind the first. A fade must end before the next one begins.
      var earliest = transport.frame &+ (transport.fraction > 0 ? 1 : 0)
      if leaving != nil { earliest &+= 2 &* Int64(SpliceCurve.frames) }
      due = transport.grid.rtStart(ofBar: transport.grid.rtBar(from: earliest))
    case .levels(let levels): rtTake(levels)
    case .loop(let channel, let region): rtAsk(channel, region)
    }
  }

  /// Requests a region of a channel. It begins at the first bar line that no channel has read yet, so requests
  /// for several channels take effect together. A request for a streamed channel waits until its sound is in
  /// memory.
  @_noLocks private func rtAsk(_ channel: Int, _ region: LoopRegion) {
    guard let rig = heard, channel >= 0, channel < 4, let part = rig.parts[channel] else { return }
    let plan = part.pointee.source.plan
    if part.pointee.gate == nil {
      plan.pointee.rtAsk(region, fixed: rtFixed())
    } else {
      part.pointee.gate?.rtAsk(region, plan, fixed: rtFixed())
    }
  }

  /// Returns the first transport frame at which a loop can still begin.
  @_noLocks func rtFixed() -> Int64 {
    guard let rig = heard else { return 0 }
    var fixed = transport.frame
    for i in 0..<4 { if let part = rig.parts[i] { fixed = max(fixed, part.pointee.source.plan.pointee.reached) } }
    return fixed &+ LoopPlan.lead &+ Int64(SpliceCurve.frames)
  }

  /// Takes the new pages of streamed channels, and reports their places.
  @_noLocks func rtBeginStreams() {
    guard let rig = heard else { return }
    let fixed = rtFixed()
    for i in 0..<4 {
      guard let part = rig.parts[i], part.pointee.gate != nil else { continue }
      part.pointee.gate?.rtBegin(part.pointee.source, at: transport.frame, fixed: fixed)
    }
  }
}
