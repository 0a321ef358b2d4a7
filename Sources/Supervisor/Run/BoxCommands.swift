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
      note("command", command.name.rawValue)
      return done
    } catch {
      note("refused", error.detail)
      log.notice("refused: \(error.detail)")
      panel.loop.flash(.refused, on: .status)
      throw error
    }
  }

  private func act(on command: Command) throws(Problem) -> String {
    switch command {
    case .play:
      controls.play()
      return "playing"
    case .pause:
      controls.pause()
      return "paused"
    case .toggle: return controls.toggle() ? "playing" : "paused"
    case .next: jukebox.skip(1)
    case .prev: jukebox.skip(-1)
    case .nextFolder: jukebox.skipFolder(1)
    case .prevFolder: jukebox.skipFolder(-1)
    case .seek(let seconds):
      if let length = feeder.now?.length, seconds > length {
        throw .badField("number", "the track is \(String(format: "%.1f", length)) seconds long")
      }
      jukebox.seek(to: seconds)
    case .select(let track):
      guard jukebox.select(track) else { throw .notFound("there is no track '\(track)'; gfctl library list shows all") }
    case .volume(let volume): controls.set(volume: volume)
    case .speed(let speed): controls.set(speed: speed)
    case .pitch(let cents): controls.set(pitchCents: cents)
    case .autopause(let isOn): setAutoPause(isOn)
    case .mode(let mode): try withPolicy { policy throws(Problem) in try policy.change(mode: mode) }
    case .nextMode: try withPolicy { policy throws(Problem) in try policy.nextMode() }
    case .tier(let tier): try withPolicy { policy throws(Problem) in try policy.change(tier: tier) }
    case .toggleTier: try withPolicy { policy throws(Problem) in try policy.toggleTier() }
    case .rescan:
      guard let library = library.library else { throw .refused("there is no library: the music was named at the start") }
      library.rescan()
    case .import(let path):
      guard let importer = library.library?.importer else {
        throw .refused("there is nowhere to import to: the daemon runs without --state-dir")
      }
      guard path.hasPrefix("/"), access(path, R_OK) == 0 else {
        throw .badField("text", "'\(path)' is no file that the daemon can read; give its whole path")
      }
      if let copy = importer.copy(of: path) { return "\(path) was imported before and has not changed: its copy is \(copy)" }
      guard importer.add(path) else { throw .busy("too many files wait to be imported, or the box goes down: try again later") }
      return "\(path) waits to be imported"
    case .reload: return reload()
    case .shutdown: shutDown()
    case .output, .scale, .key, .range, .waveform, .effect, .panic:
      throw .notBuilt("'\(command.name.rawValue)' belongs to mode instrument, which is not built yet")
    case .loop: throw .notBuilt("'loop' belongs to mode stems, which is not built yet")
    }
    return "done"
  }

  /// A held gesture goes the way of the buttons, also while a stick is gone.
  func carryOut(_ gesture: GestureCommand) {
    switch gesture {
    case .nextTrack: jukebox.skip(1)
    case .previousTrack: jukebox.skip(-1)
    case .togglePlay: controls.toggle()
    }
  }

  private func withPolicy(_ body: (inout Policy) throws(Problem) -> Void) throws(Problem) {
    lock.lock()
    defer { lock.unlock() }
    try body(&policy)
  }

  private func setAutoPause(_ on: Bool) {
    controls.setAutoPause(on)
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

  /// Changes one key in the owner's file and takes it over. - Throws: `Problem` that names key and range.
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
        case .mode: .nextMode
        case .tier: .toggleTier
        case .prev: .prev
        case .next: .next
        case .play: .toggle
        }
    case .doubleClick(let button):
      note("button", "\(button.rawValue) doubleClick")
      command = Command.Name(rawValue: config.configuration.doubleClick(button)).flatMap { try? Command($0) }
    case .hold(let button):
      lock.withLock { countIn = nil }
      note("button", "\(button.rawValue) hold")
      command =
        switch button {
        case .mode: .autopause(!controls.values.autoPause)
        case .tier: .output(.midi)
        case .prev: .prevFolder
        case .next: .nextFolder
        case .play: .shutdown
        }
    case .countIn(_, let share): lock.withLock { countIn = share }
    }
    guard let command else { return }
    // A refusal is told by notice, event and LED already.
    do throws(Problem) { try carryOut(command) } catch {}
  }
}
