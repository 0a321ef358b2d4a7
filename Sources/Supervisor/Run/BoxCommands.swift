import Foundation
import GestureFlowAPI
import Gestures
import Library
import Panel
import Sound

extension Box {
  /// Carries out what a button, a client or a gesture asks for; callable from any thread.
  /// - Returns: what was done, in a sentence. - Throws: `Problem` that says why not, which is also told by event, notice and LED.
  @discardableResult public func carryOut(_ command: Command) throws(Problem) -> String {
    try command.validate()
    do throws(Problem) {
      let done = try act(on: command)
      note("command", command.command.rawValue)
      return done
    } catch {
      note("refused", error.detail)
      log.notice("refused: \(error.detail)")
      panel.loop.flash(.refused, on: .status)
      throw error
    }
  }

  private func act(on command: Command) throws(Problem) -> String {
    let number = command.number ?? 0
    let text = command.text ?? ""
    switch command.command {
    case .play: return play(true)
    case .pause: return play(false)
    case .toggle: return toggle()
    case .next: jukebox.skip(1)
    case .prev: jukebox.skip(-1)
    case .nextFolder: jukebox.skipFolder(1)
    case .prevFolder: jukebox.skipFolder(-1)
    case .seek:
      if let length = feeder.now?.length, number > length {
        throw .badField("number", "the track is \(String(format: "%.1f", length)) seconds long")
      }
      feeder.seek(to: number)
    case .select: guard jukebox.select(text) else { throw .notFound("there is no track '\(text)'; gfctl library list shows all") }
    case .volume: set(volume: Float(number))
    case .speed: set(speed: Float(number))
    case .pitch: set(pitchCents: Float(number))
    case .autopause: setAutoPause(command.flag ?? true)
    case .mode:
      try withPolicy { policy throws(Problem) in try policy.change(mode: text) }
    case .nextMode: try withPolicy { policy throws(Problem) in try policy.nextMode() }
    case .tier: try withPolicy { policy throws(Problem) in try policy.change(tier: Policy.Tier(rawValue: text) ?? .free) }
    case .toggleTier: try withPolicy { policy throws(Problem) in try policy.toggleTier() }
    case .rescan:
      guard let library = library.library else { throw .refused("there is no library: the music was named at the start") }
      library.rescan()
    case .import:
      guard let importer = library.library?.importer else {
        throw .refused("there is nowhere to import to: the daemon runs without --state-dir")
      }
      guard text.hasPrefix("/"), access(text, R_OK) == 0 else {
        throw .badField("text", "'\(text)' is no file that the daemon can read; give its whole path")
      }
      importer.add(text)
      return "\(text) waits to be imported"
    case .reload: return reload()
    case .shutdown: shutDown()
    case .output, .scale, .key, .range, .waveform, .effect, .panic:
      throw .notBuilt("'\(command.command.rawValue)' belongs to mode instrument, which is not built yet")
    case .loop: throw .notBuilt("'loop' belongs to mode stems, which is not built yet")
    }
    return "done"
  }

  private func play(_ play: Bool) -> String {
    // A person's wish to hear music also ends a pause for want of hands.
    if play { engine.post(.autoPause(false)) }
    engine.post(.userPlay(play))
    return play ? "playing" : "paused"
  }

  private func toggle() -> String {
    let state = feeder.lastState
    return play(state.userPaused || state.autoPaused)
  }

  /// A held gesture goes the way of the buttons, also while a stick is gone.
  func carryOut(_ gesture: GestureCommand) {
    switch gesture {
    case .nextTrack: jukebox.skip(1)
    case .previousTrack: jukebox.skip(-1)
    case .togglePlay: _ = toggle()
    }
  }

  private func withPolicy(_ body: (inout Policy) throws(Problem) -> Void) throws(Problem) {
    lock.lock()
    defer { lock.unlock() }
    try body(&policy)
  }

  private func set(speed: Float? = nil, pitchCents: Float? = nil, volume: Float? = nil) {
    performance?.set(speed: speed, pitchCents: pitchCents, volume: volume)
    let control = performance?.snapshot.control
    let now = feeder.lastState
    engine.post(
      .control(
        speed: speed ?? control?.speed ?? now.speed, cents: pitchCents ?? control?.pitchCents ?? now.cents,
        volume: volume ?? control?.volume ?? now.volume, time: 0))
  }

  private func setAutoPause(_ on: Bool) {
    lock.withLock { autoPauseNow = on }
    performance?.autoPause = on
    if !on { engine.post(.autoPause(false)) }
    note("autoPause", on ? "on" : "off")
  }

  /// Reads the configuration files again. What cannot change live is said.
  @discardableResult public func reload() -> String {
    let old = config.configuration
    let errors = config.load(isReload: true)
    if let first = errors.first {
      for error in errors { log.notice("\(error)") }
      return "nothing was changed: \(first)"
    }
    return adopt(old)
  }

  /// Changes one key in the box's own file and takes it over. - Throws: `Problem` that names key and range.
  public func configure(_ change: ConfigChange) throws(Problem) -> String {
    let old = config.configuration
    try config.set(change.key, to: change.value)
    if let first = config.errors.first { return "written, but nothing was changed: \(first)" }
    return adopt(old)
  }

  private func adopt(_ old: Configuration) -> String {
    let new = config.configuration
    performance?.apply(new.gestures)
    if new.autoPause != old.autoPause { setAutoPause(new.autoPause) }
    let later = ConfigStore.notLive(old, new)
    let text = later.isEmpty ? "the configuration is in use" : "in use; at the next start: \(later.joined(separator: ", "))"
    log.notice(text)
    note("configuration", text)
    return text
  }

  private func shutDown() {
    log.notice("shutting down")
    powerOff.store(1)
    requestStop()
  }

  // MARK: - Buttons

  /// What a button does in player mode: the table of the product.
  func act(_ action: ButtonAction) {
    var command: Command?
    switch action {
    case .click(let button):
      note("button", "\(button.rawValue) click")
      command =
        switch button {
        case .mode: Command(.nextMode)
        case .tier: Command(.toggleTier)
        case .prev: Command(.prev)
        case .next: Command(.next)
        case .play: Command(.toggle)
        }
    case .doubleClick(let button):
      note("button", "\(button.rawValue) doubleClick")
      command = Command.Name(rawValue: config.configuration.doubleClick(button)).map { Command($0) }
    case .hold(let button):
      lock.withLock { countIn = nil }
      note("button", "\(button.rawValue) hold")
      command =
        switch button {
        case .mode: Command(.autopause, flag: !lock.withLock { autoPauseNow })
        case .tier: Command(.output, text: "midi")
        case .prev: Command(.prevFolder)
        case .next: Command(.nextFolder)
        case .play: Command(.shutdown)
        }
    case .countIn(_, let share): lock.withLock { countIn = share }
    }
    guard let command else { return }
    // A refusal is told by notice, event and LED already.
    do throws(Problem) { try carryOut(command) } catch {}
  }
}
