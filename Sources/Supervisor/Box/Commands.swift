import Foundation
import GestureFlowAPI
import Gestures
import Library
import Realtime

/// What people and programs ask the box to do.
extension Box {
  /// Carries out what a button, a client or a gesture asks for; callable from any thread.
  /// - Returns: what was done, in a sentence. - Throws: `Problem` that says why not, which is also told by event, notice and LED.
  @discardableResult public func carryOut(_ command: Command) throws(Problem) -> String {
    try command.validate()
    do throws(Problem) {
      let done = try act(on: command)
      if case .tempo(let bpm) = command { link.share(bpm, at: Clock.seconds) }
      performance?.carriedOut(command)
      note("command", command.name.rawValue)
      return done
    } catch {
      if let ask = SourceAsk(command), controls.values.channel == .stream { stream.refuse(ask, error, at: Clock.seconds) }
      // Other modes' commands that make no sense are answered where they come from; a limit, and what someone else's player cannot, are told in the room.
      refuse(error.detail, isHeard: error.type == Problem.tierLimitType || controls.values.channel == .stream)
      throw error
    }
  }

  private func act(on command: Command) throws(Problem) -> String {
    if case .tempo = command { try tempo.checkFree() }
    if let done = try actOnStems(command) { return done }
    if let done = try actOnInstrument(command) { return done }
    if let done = try actOnLearning(command) { return done }
    if let done = try actOnLicence(command) { return done }
    if let done = try actOnHands(command) { return done }
    if let ask = SourceAsk(command) { return try modes.now.source.ask(ask) }
    switch command {
    case .stream(let name):
      guard let chosen = try stream.choose(name) else { return "no source is chosen: mode stream plays the one that begins to play last" }
      return controls.values.channel == .stream ? "'\(chosen)' is chosen" : "'\(chosen)' is chosen for mode stream"
    case .autopause(let isOn): setAutoPause(isOn)
    case .mode(let mode): try change { policy throws(Problem) in try policy.change(mode: mode) }
    case .nextMode: try change { policy throws(Problem) in policy.nextMode() }
    case .tier(let tier): try change { policy throws(Problem) in try policy.change(tier: tier) }
    case .toggleTier: try change { policy throws(Problem) in try policy.toggleTier() }
    case .rescan:
      guard let library = part.library.library else {
        throw .refused("there is no library: the music was named at the start, or the index is still being opened")
      }
      library.rescan()
      rereadSticks()
    case .import(let path):
      guard let importer = part.library.library?.importer else {
        throw .refused("there is nowhere to import to: the daemon runs without --state-dir")
      }
      guard path.hasPrefix("/"), access(path, R_OK) == 0 else {
        throw .badField("text", "'\(path)' is no file that the daemon can read; give its whole path")
      }
      let shown = MusicList.shown(path)
      if let copy = importer.recall(path) {
        return "\(shown) was imported before and has not changed: its copy is \(MusicList.shown(copy))"
      }
      guard importer.add(path, isAsked: true) else {
        throw .busy("too many files wait to be imported, or the box goes down: try again later")
      }
      return "\(shown) waits to be imported"
    case .captureStart: return try startCapture()
    case .captureStop: return try stopCapture()
    case .captureRemove(let name): return try removeCapture(name)
    case .reload: return reload()
    case .shutdown: shutDown()
    // Carried out above, or refused.
    case .output, .scale, .key, .range, .waveform, .effect, .sound, .bend, .legato, .panic: break
    case .midiConnect, .midiDisconnect, .midiLearn, .midiForget, .midiLearnCancel: break
    case .licenseInstall, .licenseRemove, .hands, .toggleHands, .home: break
    case .play, .pause, .toggle, .next, .prev, .nextFolder, .prevFolder, .seek, .select, .volume, .speed, .pitch: break
    case .loop, .tempo, .channel, .mute, .solo, .stemVolume, .stemPitch: break
    }
    return "done"
  }

  /// Reads sounds and licences of all sticks again. Whoever asks for it waits for none of them: a slow stick would hold up all others who wait for an answer.
  private func rereadSticks() {
    let isDue = isLookDue.withLock { isDue in
      defer { isDue = true }
      return isDue
    }
    // It serves all who ask until it begins.
    if isDue { return }
    stickLooks.async { [weak self] in
      guard let self else { return }
      isLookDue.withLock { $0 = false }
      instrument.update(soundSticks, rereads: true)
      lookAtSticksForLicences(rereads: true)
    }
  }

  /// Changes mode or tier; what follows of it is in force before another change begins.
  private func change(_ body: (inout Policy) throws(Problem) -> Void) throws(Problem) {
    try policy.withLock { policy throws(Problem) in
      try body(&policy)
      follow(policy)
    }
  }

  /// A held gesture goes the way of the buttons, also while a stick is gone.
  func carryOut(_ gesture: GestureCommand) {
    switch gesture {
    case .nextTrack: ask(.skip(1))
    case .previousTrack: ask(.skip(-1))
    case .togglePlay: ask(.toggle)
    case .muteChannel: break  // Stems mode has made an event of it, and no other mode has channels.
    }
  }

  func setAutoPause(_ on: Bool) {
    controls.setAutoPause(on)
    note("autoPause", on ? "on" : "off")
  }

  private func shutDown() {
    log.notice("shutting down")
    requestEnd(powerOff: true)
  }
}
