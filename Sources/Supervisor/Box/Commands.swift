import Foundation
import GestureFlowAPI
import Gestures
import Library
import Licensing
import Modes
import Realtime
import Settings

/// Commands of people and programs.
extension Box: CommandHandler {
  /// Carries out a command of a client and waits for its end. Any thread but that of the controls may call.
  /// - Returns: what was done, in a sentence.
  /// - Throws: `Problem` with the reason, which is also reported by event, notice and LED.
  @discardableResult public func carryOut(_ command: Command) throws(Problem) -> String {
    let answer = Answer<Result<String, Problem>>()
    controls.post(.command(command) { answer.set($0) }, by: self)
    return try answer.wait().get()
  }

  /// Carries out a command of a client. Any thread may call; it never waits.
  /// - Parameter reply: receives what was done in a sentence, or the reason of the refusal, on any thread.
  public func carryOut(_ command: Command, reply: @escaping @Sendable (Result<String, Problem>) -> Void) {
    controls.post(.command(command, reply), by: self)
  }

  /// Carries out a command on the thread of the controls. A command that may block runs beside that thread.
  package func handle(_ command: Command, _ reply: @escaping CommandReply) {
    // A command for the playing source is for the source of this moment, however long it waits.
    let source = modes.now.source
    guard command.name.mayBlock else { return end(command, act(command, source), reply) }
    let lane: CommandWorkers.Lane = if case .shutdown = command { .shutdown } else { .part(command.row.domain) }
    let isTaken = beside(lane) { [self] in
      let result = act(command, source)
      controls.post(.ended(command, result, reply), by: self)
    }
    if !isTaken { end(command, .failure(.busy("too many commands wait: try again later")), reply) }
  }

  /// Runs work that may block, on the thread of a part. A run without a clock does it at once.
  /// - Returns: false if too much work waits; it will not run.
  @discardableResult package func beside(_ domain: CommandRow.Domain, _ work: @escaping @Sendable () -> Void) -> Bool {
    beside(.part(domain), work)
  }

  func beside(_ lane: CommandWorkers.Lane, _ work: @escaping @Sendable () -> Void) -> Bool {
    if let workers = running.now.workers { return workers.run(lane, work) }
    work()
    return true
  }

  /// Reports the result of a command, on the thread of the controls.
  package func end(_ command: Command, _ result: Result<String, Problem>, _ reply: @escaping CommandReply) {
    switch result {
    case .success:
      pipeline?.carriedOut(command)
      publish("command", command.name.rawValue)
    case .failure(let problem):
      if command.row.domain == .transport, controls.values.channel == .stream {
        stream.refuse(command.name, problem, at: Clock.seconds)
      }
      // A misplaced command of another mode is answered only to its sender. A tier limit, and a request that a stream
      // source cannot fulfil, also sound a tone. So does each refusal of a press (`press`).
      refuse(problem.detail, isHeard: problem.type == Problem.tierLimitType || controls.values.channel == .stream)
    }
    reply(result)
  }

  private func act(_ command: Command, _ source: any PlaySource) -> Result<String, Problem> {
    do throws(Problem) { return .success(try act(on: command, source)) } catch { return .failure(error) }
  }

  /// Sends a command to the part that its table row names.
  private func act(on command: Command, _ source: any PlaySource) throws(Problem) -> String {
    switch command.row.domain {
    case .transport: try source.ask(command)
    case .mode: try actOnMode(command)
    case .hands: try actOnHands(command)
    case .stems: try actOnStems(command)
    case .stream: try actOnStream(command)
    case .instrument: try actOnInstrument(command)
    case .midi: try actOnMIDI(command)
    case .library: try actOnLibrary(command)
    case .licence: try actOnLicence(command)
    case .capture: try actOnCapture(command)
    case .scene: try actOnScene(command)
    case .box: try actOnBox(command)
    }
  }

  /// Makes the problem of a command that its part does not know.
  func unhandled(_ command: Command) -> Problem { .failed("'\(command.name.rawValue)' is known and does nothing in this version") }

  private func actOnBox(_ command: Command) throws(Problem) -> String {
    switch command {
    case .reload: return reload()
    case .swapHands: return try swapHands()
    case .test(let test):
      if settings.freeRunning { throw .refused("a run without a clock has nothing to test: start it without --free-running") }
      return try tester.start(test, problems: health.problems) { beside(.test, $0) }
    case .pairingCode: return try newPairingCode()
    case .shutdown:
      log.notice("shutting down")
      requestEnd(powerOff: true)
      return "done"
    default: throw unhandled(command)
    }
  }

  /// Makes a code for a browser, speaks it and flashes its digits.
  ///
  /// Only the answer names it: events, notices and status are for more readers.
  private func newPairingCode() throws(Problem) -> String {
    let configuration = config.configuration
    guard configuration.pageNetwork else { throw .refused("the page is not open on the network: gfctl network page on") }
    let part = parts.first { $0.name == "page" }
    guard part?.state == .running else {
      throw .refused("\(part?.reason ?? "the page is being opened"): \(part?.remedy ?? "try again")")
    }
    let code = pairing.newCode()
    running.now.voice?.say(.code(code))
    if let light = Signal.pageCode.row.light {
      reporter.signals.flash(.digits(code.compactMap(\.wholeNumberValue)), on: light.led)
    }
    let place = "http://\(HostName.local):\(plainNumber(configuration.pagePort))"
    return "the code is \(code.prefix(3)) \(code.suffix(3)): open \(place) and type it within five minutes"
  }

  private func actOnMode(_ command: Command) throws(Problem) -> String {
    switch command {
    case .mode(let mode): try change { policy throws(Problem) in try policy.change(mode: mode) }
    case .nextMode: try change { policy throws(Problem) in policy.nextMode() }
    case .tier(let tier): try change { policy throws(Problem) in try policy.change(tier: tier) }
    case .toggleTier:
      let hasKeys = licence.hasKeys
      try change { policy throws(Problem) in try policy.toggleTier(hasKeys: hasKeys) }
    default: throw unhandled(command)
    }
    return "done"
  }

  private func actOnStream(_ command: Command) throws(Problem) -> String {
    guard case .stream(let name) = command else { throw unhandled(command) }
    guard let chosen = try stream.choose(name) else { return "no source is chosen: mode stream plays the one that begins to play last" }
    return controls.values.channel == .stream ? "'\(chosen)' is chosen" : "'\(chosen)' is chosen for mode stream"
  }

  private func actOnLibrary(_ command: Command) throws(Problem) -> String {
    switch command {
    case .rescan:
      guard let library = part.library.library else {
        throw .refused("there is no library: the music was named at the start, or the index is still being opened")
      }
      library.rescan()
      rereadSticks()
      return "done"
    case .import(let path): return try importSound(of: path)
    default: throw unhandled(command)
    }
  }

  private func importSound(of path: String) throws(Problem) -> String {
    guard let importer = part.library.library?.importer else {
      throw .refused("there is nowhere to import to: the daemon runs without --state-dir")
    }
    guard path.hasPrefix("/"), access(path, R_OK) == 0 else {
      throw .badField("text", "'\(path)' is not a file that the daemon can read; give its whole path")
    }
    let shown = MusicList.shown(path)
    if let copy = importer.recall(path) {
      return "\(shown) was imported before and has not changed: its copy is \(MusicList.shown(copy))"
    }
    guard importer.add(path, isAsked: true) else {
      throw .busy("too many files wait to be imported, or the box goes down: try again later")
    }
    return "\(shown) waits to be imported"
  }

  /// Reads sounds and licences of all sticks again. The command does not wait for that: a stick may be slow.
  private func rereadSticks() {
    stickReads.request { [self] in
      instrument.update(part.library.connectedSticks, rereads: true)
      licences.update(part.library.connectedSticks, rereads: true)
    }
  }

  /// Changes mode or tier. All consequences are in force before another event is handled.
  private func change(_ body: @escaping @Sendable (inout Policy) throws(Problem) -> Void) throws(Problem) {
    let result = controls.change { controls -> Result<Void, Problem> in
      do throws(Problem) { return .success(try controls.change(body)) } catch { return .failure(error) }
    }
    try result.get()
    stems.openIfPlayed()
  }

  /// Carries out the command of a held gesture as for a button. It does so even without a stick.
  package func handle(_ gesture: GestureCommand) {
    switch gesture {
    case .nextTrack: ask(.next)
    case .previousTrack: ask(.prev)
    case .togglePlay: ask(.toggle)
    case .muteChannel, .songFilter: break  // Stems mode and player mode have made events of them, and no other mode has them.
    }
  }
}
