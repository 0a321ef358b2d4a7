import Foundation
import GestureFlowAPI
import Modes
import Realtime
import Sound

/// Runs the regular work of the box, about ten rounds a second. Each round polls every part, informs the service
/// manager, saves due state, and shows the state of the box on the panel. The loop also decides when the boot is
/// over. One thread runs the rounds and the end; any thread may read. The caller passes the time, and `Supervised`
/// represents the box.
package final class SupervisionLoop: Sendable {
  /// State of one run.
  private struct RunState: Sendable {
    var isBooted = false
    var hasSettled = false
    /// Time at which the box was first ready, in seconds of `Clock`.
    var readySince: Double?
    /// Time at which the end began, in seconds of `Clock`. Nil while the box runs.
    var stopBegun: Double?
    /// Whether the machine's shutdown was requested.
    var hasSwitchedOff = false
    /// Seconds from process start to the end of the boot.
    var startSeconds = 0.0
    var seenXruns = 0
    /// Devices that are gone, by the names of their parts.
    var lost: Set<String> = []
    /// Time of the last measurement to the loudspeaker, in seconds of `Clock`.
    var lookAheadMeasured = 0.0
    /// Polls of the feeder since the last round began. A halted process makes no polls, so its halt does not count.
    var looksInRound = 0
    /// Report that the rounds stand still; nil while they continue.
    var standstill: PartStatus?
    /// The last messages to the service manager. The thread of the rounds and the feeder send them.
    var told = Systemd.Told()
  }

  /// Reports of the loop to its box.
  package struct Reports: Sendable {
    /// Called once, when the start was good. Every part is then ready or has given a reason, or the box has been
    /// ready for a minute.
    package var settled: @Sendable () -> Void = {}
    /// Called in each round of a ready and settled box. The number is seconds of `Clock`.
    package var ready: @Sendable (Double) -> Void = { _ in }
    /// Runs work that may wait for the journal. The feeder then does not wait.
    package var aside: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    /// Makes reports that do nothing.
    package init() {}
  }

  /// The supervision of the parts.
  package let supervision: Supervision
  /// The saved state and its next save.
  package let keeping: StateSaver
  private let log: BootLog
  private let reports: Reports
  private let systemd: Systemd
  /// Published by the thread of the rounds. The feeder adds the standstill of the rounds and its messages. The first
  /// request to stop adds its time.
  private let run = Published(RunState())

  /// Makes the loop.
  /// - Parameters:
  ///   - supervision: the parts.
  ///   - keeping: the state that survives a power cut.
  ///   - systemd: informs the service manager.
  ///   - log: receives the progress of the boot.
  ///   - reports: called for the box.
  package init(
    _ supervision: Supervision, keeping: StateSaver, systemd: Systemd = Systemd(), log: BootLog, reports: Reports = Reports()
  ) {
    self.supervision = supervision
    self.keeping = keeping
    self.systemd = systemd
    self.log = log
    self.reports = reports
  }

  /// Whether every started part is ready or has given a reason.
  package var isBooted: Bool { run.now.isBooted }
  /// Seconds from process start to the end of the boot; 0 before.
  package var startSeconds: Double { run.now.startSeconds }
  /// Seconds between two rounds; shorter during the boot, to save time.
  package var pause: Double { isBooted ? 0.1 : 0.01 }

  /// Returns the health of the box, with its parts.
  /// - Parameter countsEnd: see `Supervision.health`.
  package func health(of box: some Supervised, countsEnd: Bool = true) -> Health {
    supervision.health(other: box.otherProblems + [run.now.standstill].compactMap { $0 }, countsEnd: countsEnd)
  }

  /// Runs one round.
  /// - Parameter now: seconds of `Clock`.
  package func round(_ box: some Supervised, at now: Double) {
    recordRound()
    supervision.look(at: now) { part, change in
      switch change {
      case .none: return
      case .works(let summary): log.part(part.name, .ok, summary)
      case .degraded(let why): log.part(part.name, .warn, "\(why)")
      case .failed(let why): log.part(part.name, isBooted ? .warn : .fail, "\(why)")
      case .off(let why): log.part(part.name, .ok, "off: \(why)")
      }
      box.publish("part", "\(part.name) \(part.state.rawValue)")
      if let signal = signal(of: part.name, change) { box.announce(signal) }
      // Also during a start: READY does not wait for the slowest part.
      tellServiceManager(of: box, at: now)
    }
    tellServiceManager(of: box, at: now)
    if !isBooted, !supervision.parts.contains(where: { $0.state == .starting }) { finishBoot(of: box) }
    settle(at: now)
    // A box that waits for its card still keeps a person's settings.
    if supervision.isReady || isBooted { keeping.keep(at: now, isPaused: box.isPaused) { box.collect(&$0) } }
    showPanel(of: box)
    box.refreshWave()
    measureLookAhead(of: box, at: now)
  }

  /// Begins the shutdown: reports it and saves the state. Any thread may call, also while a round waits for a device,
  /// and more than once.
  /// - Parameters:
  ///   - now: seconds of `Clock`.
  ///   - powersOff: whether the machine is switched off next.
  ///   - saves: false when parts are already being stopped: they no longer hold the state.
  ///   - switchOff: requests the machine's shutdown, once. It comes before any step that may take long.
  package func beginStop(
    of box: some Supervised, at now: Double, powersOff: Bool = false, saves: Bool = true, switchOff: () -> Void = {}
  ) {
    let (isFirst, switchesOff) = run.change { run in
      let isFirst = run.stopBegun == nil
      if isFirst { run.stopBegun = now }
      let switchesOff = powersOff && !run.hasSwitchedOff
      if switchesOff { run.hasSwitchedOff = true }
      return (isFirst, switchesOff)
    }
    supervision.beginStop()
    if isFirst { systemd.stopping(withMachine: powersOff) }
    if switchesOff { switchOff() }
    if saves { keeping.save(at: now) { box.collect(&$0) } }
  }

  /// Feeds the watchdog while the audio thread renders blocks. It does not depend on the rounds. During a shutdown it
  /// requests more time from the manager, up to a limit.
  ///
  /// It also reports rounds that stand still. They do not end the box: the music plays on.
  /// - Returns: false when the end took too long; then the manager ends the process.
  package func feed(for box: some Supervised, at now: Double) -> Bool {
    if let begun = run.now.stopBegun {
      guard now - begun < Deadlines.whole else { return false }
      systemd.extend(by: Deadlines.extended)
    } else {
      let progress = progress(of: box, at: now)
      systemd.tell(run.change { systemd.meal(&$0.told, progress: progress, at: now) })
      lookAtRounds()
    }
    return true
  }

  private func lookAtRounds() {
    let report = Self.standstill(in: supervision.current)
    let isNew = run.change { run in
      run.looksInRound += 1
      guard Double(run.looksInRound) * Deadlines.tick >= Deadlines.standstill, run.standstill == nil else { return false }
      run.standstill = report
      return true
    }
    guard isNew else { return }
    reports.aside { [log] in log.part(report.name, .warn, "\(report.reason ?? ""): \(report.remedy ?? "")") }
  }

  private static func standstill(in part: String?) -> PartStatus {
    let cause = part.map { "waits for '\($0)'" } ?? "is blocked"
    return PartStatus(
      .supervision,
      reason: "it \(cause) for more than \(Int(Deadlines.standstill)) s, which delays LEDs and restarts of parts",
      remedy: part.map { "unplug the device of '\($0)', or restart the box" } ?? "restart the box")
  }

  private func recordRound() {
    let wasStill = run.change { run in
      run.looksInRound = 0
      defer { run.standstill = nil }
      return run.standstill != nil
    }
    if wasStill { log.part("supervision", .ok, "goes on") }
  }

  /// Whether a watchdog exists.
  package var hasWatchdog: Bool { systemd.isFed }

  /// Stops every part, the last started first.
  package func stop() { supervision.stop() }

  private func tellServiceManager(of box: some Supervised, at now: Double) {
    let state = health(of: box).state.rawValue
    let verb = box.isPaused ? "paused" : box.isAway ? "auto-paused" : "playing"
    let status = "\(state): \(verb) \(box.trackTitle ?? "nothing")"
    let progress = progress(of: box, at: now)
    let isReady = supervision.isReady
    systemd.tell(run.change { systemd.lines(&$0.told, ready: isReady, status: status, progress: progress, at: now) })
  }

  /// Returns a count that rises while the audio thread is alive. Blocks raise it, and so do searches for a lost card.
  /// A box whose sound has failed must not be killed for it, so the seconds count there.
  private func progress(of box: some Supervised, at now: Double) -> Int64 {
    let health = box.sinkHealth
    let hasNone = !health.running && supervision.parts.contains { $0.name == "sound" && $0.state == .failed }
    return box.renderedBlocks + Int64(health.looks) + (hasNone ? Int64(now) : 0)
  }

  private func settle(at now: Double) {
    let isReady = HealthJudge.isReady(supervision.parts)
    let (isGood, isNew) = run.change { run in
      if isReady, run.readySince == nil { run.readySince = now }
      let isLongReady = run.readySince.map { now - $0 >= Deadlines.settled } ?? false
      let settles = run.isBooted || isLongReady
      defer { run.hasSettled = settles }
      return (settles && isReady, settles && !run.hasSettled)
    }
    if isNew { reports.settled() }
    if isGood { reports.ready(now) }
  }

  private func finishBoot(of box: some Supervised) {
    let seconds = box.age
    run.change { run in
      run.isBooted = true
      run.startSeconds = seconds
    }
    for thread in box.threads {
      if let refusal = thread.refusal { log.part("threads", .warn, "\(thread.name) runs without the settings it requested: \(refusal)") }
    }
    let health = health(of: box)
    if health.state == .failed {
      let names = health.problems.map(\.name).joined(separator: ", ")
      log.part("ready", .fail, String(format: "not after %.2f s: see ", seconds) + names)
    } else {
      log.part("ready", .ok, String(format: "after %.2f s", seconds))
    }
    guard let level = box.bootToneLevel else { return }
    for note in Signal.ofBoot(health.state).row.tone { box.play(note, level: level) }
  }

  /// Returns the signal of a device that goes or comes after boot. The boot tone reports one that was never there.
  private func signal(of part: String, _ change: ComponentRunner.Change) -> Signal? {
    let (gone, back): (Signal, Signal)
    switch part {
    case "camera": (gone, back) = (.cameraLost, .cameraBack)
    case "sound": (gone, back) = (.cardLost, .cardBack)
    default: return nil
    }
    return run.change { run in
      switch change {
      case .failed: run.lost.insert(part).inserted && run.isBooted ? gone : nil
      case .works, .degraded: run.lost.remove(part) != nil && run.isBooted ? back : nil
      case .none, .off: nil
      }
    }
  }

  /// Shows the lasting pattern first, because a flash lies over it. Xruns of a silent box are counted but not shown:
  /// the listener heard no gap, and the lasting pattern shows the remedy.
  private func showPanel(of box: some Supervised) {
    box.show(health(of: box).state)
    let xruns = box.sinkHealth.xruns
    let isNewXrun = run.change { run in
      defer { run.seenXruns = xruns }
      return xruns > run.seenXruns
    }
    if isNewXrun, !box.isOutOfMedia, let light = Signal.xrun.row.light { box.flash(light.pattern, on: light.led) }
  }

  /// Measures the time from capture to loudspeaker, once a second. It adds the device's periods to the time from a
  /// frame's capture to the audio callback.
  private func measureLookAhead(of box: some Supervised, at now: Double) {
    let isDue = run.change { run in
      guard now - run.lookAheadMeasured >= 1 else { return false }
      run.lookAheadMeasured = now
      return true
    }
    guard isDue, let toCallback = box.captureToCallback else { return }
    box.measured(toLoudspeaker: toCallback + box.sinkHealth.fullSeconds)
  }
}
