import Foundation
import GestureFlowAPI
import Modes
import Panel
import Realtime
import Settings
import Sound
import Supervisor
import Synchronization

/// A double of the box. The test sets the loop's readings, and the double records the loop's actions.
final class BoxDouble: Supervised {
  /// The readings that the loop receives.
  struct Sight: Sendable {
    var age = 2.5
    var otherProblems: [PartStatus] = []
    var threads: [ThreadStatus] = []
    var trackTitle: String? = "Song"
    var isOutOfMedia = false
    var isPaused = false
    var isAway = false
    var sinkHealth = SinkHealth()
    var renderedBlocks: Int64 = 0
    var captureToCallback: Double?
    var bootToneLevel: Double?
    var volume = 0.5
  }

  /// The actions of the loop, in order.
  struct Deeds: Sendable {
    var published: [String] = []
    var shown: [Status.State] = []
    /// Each flash has the number of states shown before it.
    var flashes: [(pattern: LEDPattern, led: LED, after: Int)] = []
    var tone: [(note: ToneNote, level: Double)] = []
    var signals: [Signal] = []
    var waves = 0
    var lookAheads: [Double] = []
  }

  private let sight = Mutex(Sight())
  private let done = Mutex(Deeds())

  var deeds: Deeds { done.withLock { $0 } }
  func see(_ change: (inout Sight) -> Void) { sight.withLock { change(&$0) } }

  var age: Double { sight.withLock { $0.age } }
  var otherProblems: [PartStatus] { sight.withLock { $0.otherProblems } }
  var threads: [ThreadStatus] { sight.withLock { $0.threads } }
  var trackTitle: String? { sight.withLock { $0.trackTitle } }
  var isOutOfMedia: Bool { sight.withLock { $0.isOutOfMedia } }
  var isPaused: Bool { sight.withLock { $0.isPaused } }
  var isAway: Bool { sight.withLock { $0.isAway } }
  var sinkHealth: SinkHealth { sight.withLock { $0.sinkHealth } }
  var renderedBlocks: Int64 { sight.withLock { $0.renderedBlocks } }
  var captureToCallback: Double? { sight.withLock { $0.captureToCallback } }
  var bootToneLevel: Double? { sight.withLock { $0.bootToneLevel } }

  func publish(_ type: String, _ value: String) { done.withLock { $0.published.append("\(type) \(value)") } }
  func collect(_ state: inout SavedState) { state.volume = sight.withLock { $0.volume } }
  func show(_ state: Status.State) { done.withLock { $0.shown.append(state) } }
  func flash(_ pattern: LEDPattern, on led: LED) { done.withLock { $0.flashes.append((pattern, led, $0.shown.count)) } }
  func announce(_ signal: Signal) { done.withLock { $0.signals.append(signal) } }
  func play(_ note: ToneNote, level: Double) { done.withLock { $0.tone.append((note, level)) } }
  func refreshWave() { done.withLock { $0.waves += 1 } }
  func measured(toLoudspeaker seconds: Double) { done.withLock { $0.lookAheads.append(seconds) } }
}

/// A component whose state the test sets. Its start fails on demand.
final class PartDouble: Component {
  let name: String
  let patience = BackOff(first: 1, longest: 1)
  private let onStart: @Sendable () -> Void
  private let now: Mutex<Condition>
  private let refusal = Mutex<Failure?>(nil)
  private let stops = Atomic(0)

  init(_ name: String, _ condition: Condition = .running, onStart: @escaping @Sendable () -> Void = {}) {
    self.name = name
    self.onStart = onStart
    now = Mutex(condition)
  }

  var condition: Condition { now.withLock { $0 } }
  var summary: String { "works" }
  var stopCount: Int { stops.load(ordering: .acquiring) }
  func become(_ condition: Condition) { now.withLock { $0 = condition } }
  func refuseToStart(_ failure: Failure?) { refusal.withLock { $0 = failure } }

  func start() throws(Failure) {
    onStart()
    if let refusal = refusal.withLock({ $0 }) { throw refusal }
  }
  func stop() { stops.add(1, ordering: .acquiringAndReleasing) }
}

/// A loop over doubles, and its messages to the service manager.
struct LoopStand {
  let box = BoxDouble()
  let log = BootLog(quiet: true)
  let loop: SupervisionLoop
  private let sent: Sent

  /// - Parameters:
  ///   - watchdog: timeout of the watchdog in seconds; 0 without one.
  ///   - folder: folder of the state.
  init(_ parts: [any Component], watchdog: Double = 0, folder: String? = nil, calls: AtomicFile.Calls = .system, sent: Sent = Sent()) {
    let keeping = StateSaver(folder, Configuration(), log: log, calls: calls)
    self.sent = sent
    loop = SupervisionLoop(
      Supervision(parts + (folder == nil ? [] : [keeping])), keeping: keeping, systemd: Systemd(interval: watchdog) { sent.add($0) },
      log: log)
  }

  var messages: [String] { sent.messages }
  var lines: [String] { sent.lines }

  /// Runs rounds at these times, in seconds.
  func rounds(at times: Double...) { for time in times { loop.round(box, at: time) } }
  /// Renders blocks, as a present card does.
  func render(_ blocks: Int64 = 1) {
    box.see { sight in
      sight.sinkHealth.running = true
      sight.renderedBlocks += blocks
    }
  }
}
