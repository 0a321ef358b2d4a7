import Foundation
import GestureFlowAPI
import Sound
import Synchronization

/// What goes on in a box that is wired: about ten rounds a second, each of which looks at every part, tells the service manager, saves what is due, and shows on the panel how
/// the box is. It also decides when the boot is over. One thread runs the rounds and the end; anyone may ask. Time comes in, and the box stands behind `Supervised`.
package final class SupervisionLoop: Sendable {
  /// The course of one run.
  private struct Course: Sendable {
    var isBooted = false
    var hasSettled = false
    /// When the box was ready first, in seconds of `Clock`.
    var readySince: Double?
    /// When the end began, in seconds of `Clock`; nil while the box runs.
    var stopBegun: Double?
    /// The machine's shutdown was asked for.
    var hasSwitchedOff = false
    /// From the start of the process to the end of the boot, in seconds.
    var startSeconds = 0.0
    var seenXruns = 0
    /// Seconds of `Clock` at which the way to the loudspeaker was measured last.
    var lookAheadMeasured = 0.0
    /// Looks of the feeder since the last round began. A process that was halted has not looked either.
    var looksInRound = 0
    /// The rounds do not go on; nil while they do.
    var standstill: PartStatus?
  }

  /// What the loop reports to its box.
  package struct Reports: Sendable {
    /// Called once, when the start went well: every part is there or has said why not, or the box has been ready for a minute.
    package var settled: @Sendable () -> Void = {}
    /// Called in each round in which the box is ready and has settled, with the seconds of `Clock`.
    package var ready: @Sendable (Double) -> Void = { _ in }
    /// Carries out what may wait for the journal, so that the feeder does not.
    package var aside: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    /// Reports nothing.
    package init() {}
  }

  /// How every part is.
  package let supervision: Supervision
  /// What was saved, and when it is saved again.
  package let keeping: StateKeeper
  private let log: BootLog
  private let reports: Reports
  private let systemd: Mutex<Systemd>
  private let course = Mutex(Course())

  /// - Parameters:
  ///   - supervision: the parts. - keeping: the state that outlives a power cut.
  ///   - systemd: what tells the service manager. - log: where the course of the boot is said.
  ///   - reports: what the box is told.
  package init(
    _ supervision: Supervision, keeping: StateKeeper, systemd: Systemd = Systemd(), log: BootLog, reports: Reports = Reports()
  ) {
    self.supervision = supervision
    self.keeping = keeping
    self.systemd = Mutex(systemd)
    self.log = log
    self.reports = reports
  }

  /// Everything that was begun is there, or has said why not.
  package var isBooted: Bool { course.withLock { $0.isBooted } }
  /// From the start of the process to the end of the boot, in seconds; 0 until then.
  package var startSeconds: Double { course.withLock { $0.startSeconds } }
  /// Seconds from one round to the next: until the boot is over it looks more often, so that nothing waits for it.
  package var pause: Double { isBooted ? 0.1 : 0.01 }

  /// How the box is, its parts and the rest. - Parameter countsEnd: see `Supervision.health`.
  package func health(of box: some Supervised, countsEnd: Bool = true) -> Health {
    supervision.health(other: box.otherProblems + [course.withLock { $0.standstill }].compactMap { $0 }, countsEnd: countsEnd)
  }

  /// One round. - Parameter now: seconds of `Clock`.
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
      box.note("part", "\(part.name) \(part.state.rawValue)")
      // In the middle of a start, too: READY does not wait for the slowest part.
      tellServiceManager(of: box, at: now)
    }
    tellServiceManager(of: box, at: now)
    if !isBooted, !supervision.parts.contains(where: { $0.state == .starting }) { finishBoot(of: box) }
    settle(at: now)
    // A box that waits for its card keeps what a person sets on it.
    if supervision.isReady || isBooted { keeping.keep(at: now, isPaused: box.isPaused) { box.collect(&$0) } }
    showPanel(of: box)
    box.refreshWave()
    measureLookAhead(of: box, at: now)
  }

  /// From now on the box goes down: that is told, and the state saved. Callable from any thread, also while a round waits for a device, and again.
  /// - Parameters:
  ///   - now: seconds of `Clock`. - powersOff: the machine is switched off next.
  ///   - saves: false when parts are being stopped already: they no longer hold the state.
  ///   - switchOff: asks for the shutdown, once. It comes before anything that may take its time.
  package func beginStop(
    of box: some Supervised, at now: Double, powersOff: Bool = false, saves: Bool = true, switchOff: () -> Void = {}
  ) {
    let (isFirst, switchesOff) = course.withLock { course in
      let isFirst = course.stopBegun == nil
      if isFirst { course.stopBegun = now }
      let switchesOff = powersOff && !course.hasSwitchedOff
      if switchesOff { course.hasSwitchedOff = true }
      return (isFirst, switchesOff)
    }
    supervision.beginStop()
    if isFirst { systemd.withLock { $0.stopping(withMachine: powersOff) } }
    if switchesOff { switchOff() }
    if saves { keeping.save(at: now) { box.collect(&$0) } }
  }

  /// Feeds the watchdog while blocks are rendered, whatever the rounds wait for; while the box ends, it asks the manager to wait on, up to a limit.
  ///
  /// It also notices when the rounds stand still. That is told and no reason to end the box: the music plays on.
  /// - Returns: false when the end has taken too long: then the manager ends it.
  package func feed(for box: some Supervised, at now: Double) -> Bool {
    if let begun = course.withLock({ $0.stopBegun }) {
      guard now - begun < Deadlines.whole else { return false }
      systemd.withLock { $0.extend(by: Deadlines.extended) }
    } else {
      let progress = progress(of: box, at: now)
      systemd.withLock { $0.feed(progress: progress, at: now) }
      lookAtRounds()
    }
    return true
  }

  private func lookAtRounds() {
    let part = supervision.current
    let news: PartStatus? = course.withLock { course in
      course.looksInRound += 1
      guard Double(course.looksInRound) * Deadlines.tick >= Deadlines.standstill, course.standstill == nil else { return nil }
      course.standstill = Self.standstill(in: part)
      return course.standstill
    }
    guard let news else { return }
    reports.aside { [log] in log.part(news.name, .warn, "\(news.reason ?? ""): \(news.remedy ?? "")") }
  }

  private static func standstill(in part: String?) -> PartStatus {
    let cause = part.map { "waits for '\($0)'" } ?? "stands still"
    return PartStatus(
      name: "supervision", state: .degraded,
      reason: "it \(cause) for more than \(Int(Deadlines.standstill)) s, and LEDs and restarts of parts wait with it",
      remedy: part.map { "unplug the device of '\($0)', or start the box again" } ?? "start the box again")
  }

  private func recordRound() {
    let wasStill = course.withLock { course in
      course.looksInRound = 0
      defer { course.standstill = nil }
      return course.standstill != nil
    }
    if wasStill { log.part("supervision", .ok, "goes on") }
  }

  /// There is a watchdog to feed.
  package var hasWatchdog: Bool { systemd.withLock { $0.isFed } }

  /// Stops every part, the last started first.
  package func stop() { supervision.stop() }

  private func tellServiceManager(of box: some Supervised, at now: Double) {
    let state = health(of: box).state.rawValue
    let verb = box.isPaused ? "paused" : box.isAway ? "auto-paused" : "playing"
    let status = "\(state): \(verb) \(box.trackTitle ?? "nothing")"
    let progress = progress(of: box, at: now)
    systemd.withLock { $0.tell(ready: supervision.isReady, status: status, progress: progress, at: now) }
  }

  /// Changes while the audio thread lives: with blocks, and with its looks for a card that is gone. A box whose sound has failed must not be killed for it: there the
  /// seconds count, too.
  private func progress(of box: some Supervised, at now: Double) -> Int64 {
    let health = box.sinkHealth
    let hasNone = !health.running && supervision.parts.contains { $0.name == "sound" && $0.state == .failed }
    return box.renderedBlocks + Int64(health.looks) + (hasNone ? Int64(now) : 0)
  }

  private func settle(at now: Double) {
    let isReady = HealthJudge.isReady(supervision.parts)
    let (isGood, isNew) = course.withLock { course in
      if isReady, course.readySince == nil { course.readySince = now }
      let isLongReady = course.readySince.map { now - $0 >= Deadlines.settled } ?? false
      let settles = course.isBooted || isLongReady
      defer { course.hasSettled = settles }
      return (settles && isReady, settles && !course.hasSettled)
    }
    if isNew { reports.settled() }
    if isGood { reports.ready(now) }
  }

  private func finishBoot(of box: some Supervised) {
    let seconds = box.age
    course.withLock { course in
      course.isBooted = true
      course.startSeconds = seconds
    }
    for thread in box.threads {
      if let refusal = thread.refusal { log.part("threads", .warn, "\(thread.name) runs without what it asked for: \(refusal)") }
    }
    log.part("ready", .ok, String(format: "after %.2f s", seconds))
    guard let level = box.bootToneLevel else { return }
    for note in BootTone.notes(for: health(of: box).state) { box.play(note, level: level) }
  }

  /// Lasting patterns first: a flash lies over them. Where nothing can be heard nothing broke for the listener, and the lasting pattern says what to do: such xruns are counted, but not shown.
  private func showPanel(of box: some Supervised) {
    box.show(health(of: box).state)
    let xruns = box.sinkHealth.xruns
    let isNewXrun = course.withLock { course in
      defer { course.seenXruns = xruns }
      return xruns > course.seenXruns
    }
    if isNewXrun, !box.isOutOfMedia { box.flash(.doubleFlash, on: .status) }
  }

  /// Once a second: from a frame's capture to the audio callback, and from there through the device's periods.
  private func measureLookAhead(of box: some Supervised, at now: Double) {
    let isDue = course.withLock { course in
      guard now - course.lookAheadMeasured >= 1 else { return false }
      course.lookAheadMeasured = now
      return true
    }
    guard isDue, let toCallback = box.captureToCallback else { return }
    let health = box.sinkHealth
    box.measured(toLoudspeaker: toCallback + Double(health.period * health.periods) / Double(SoundFormat.rate))
  }
}
