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
    var wasReady = false
    /// When the end began, in seconds of `Clock`; nil while the box runs.
    var stopBegun: Double?
    /// From the start of the process to the end of the boot, in seconds.
    var startSeconds = 0.0
    var seenXruns = 0
    /// Seconds of `Clock` at which the way to the loudspeaker was measured last.
    var lookAheadMeasured = 0.0
  }

  /// How every part is.
  package let supervision: Supervision
  /// What was saved, and when it is saved again.
  package let keeping: StateKeeper
  private let log: BootLog
  private let onReady: @Sendable () -> Void
  private let systemd: Mutex<Systemd>
  private let course = Mutex(Course())

  /// - Parameters:
  ///   - supervision: the parts. - keeping: the state that outlives a power cut.
  ///   - systemd: what tells the service manager. - log: where the course of the boot is said.
  ///   - onReady: called once, when the box is ready.
  package init(
    _ supervision: Supervision, keeping: StateKeeper, systemd: Systemd = Systemd(), log: BootLog,
    onReady: @escaping @Sendable () -> Void = {}
  ) {
    self.supervision = supervision
    self.keeping = keeping
    self.systemd = Mutex(systemd)
    self.log = log
    self.onReady = onReady
  }

  /// Everything that was begun is there, or has said why not.
  package var isBooted: Bool { course.withLock { $0.isBooted } }
  /// From the start of the process to the end of the boot, in seconds; 0 until then.
  package var startSeconds: Double { course.withLock { $0.startSeconds } }
  /// Seconds from one round to the next: until the boot is over it looks more often, so that nothing waits for it.
  package var pause: Double { isBooted ? 0.1 : 0.01 }

  /// How the box is, its parts and the rest.
  package func health(of box: some Supervised) -> Health { supervision.health(other: box.otherProblems) }

  /// One round. - Parameter now: seconds of `Clock`.
  package func round(_ box: some Supervised, at now: Double) {
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
    if supervision.isReady {
      becomeReady()
      keeping.keep(at: now, isPaused: box.isPaused) { box.collect(&$0) }
    }
    showPanel(of: box)
    box.refreshWave()
    measureLookAhead(of: box, at: now)
  }

  /// From now on the box goes down: that is told, and the state saved.
  /// - Parameters:
  ///   - now: seconds of `Clock`. - powersOff: the machine is switched off next.
  ///   - switchOff: asks for that. It comes before anything that may take its time.
  package func beginStop(of box: some Supervised, at now: Double, powersOff: Bool = false, switchOff: () -> Void = {}) {
    course.withLock { $0.stopBegun = now }
    supervision.beginStop()
    systemd.withLock { $0.stopping(withMachine: powersOff) }
    if powersOff { switchOff() }
    keeping.save(at: now) { box.collect(&$0) }
  }

  /// Feeds the watchdog while blocks are rendered, whatever the rounds wait for; while the box ends, it asks the manager to wait on, up to a limit.
  /// - Returns: false when the end has taken too long: then the manager ends it.
  package func feed(for box: some Supervised, at now: Double) -> Bool {
    if let begun = course.withLock({ $0.stopBegun }) {
      guard now - begun < Deadlines.whole else { return false }
      systemd.withLock { $0.extend(by: Deadlines.extended) }
    } else {
      let progress = progress(of: box, at: now)
      systemd.withLock { $0.feed(progress: progress, at: now) }
    }
    return true
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

  private func becomeReady() {
    let isNew = course.withLock { course in
      defer { course.wasReady = true }
      return !course.wasReady
    }
    if isNew { onReady() }
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
