import Foundation
import GestureFlowAPI
import Link
import MIDI
import Modes
import ModesDoubles
import Settings
import Sound
import Synchronization
import TestSupport

/// Stems with an engine, and a tempo shared with external gear. Time is the test's own; the sound card is 15 ms
/// late.
final class Band {
  /// Records the commands and messages that the controller sent.
  private final class Recorder: Sendable {
    let sends = Mutex<[(message: ClockMessage, time: Double, sentAt: Double)]>([])
    let notices = Mutex<[String]>([])
  }

  static let latency = 0.015
  let engine = SoundEngine()
  let stems: StemController
  let controls: ControlLoop
  let controller: TempoController
  let link: LinkController
  /// Shared tempo session that leads the stems, once it exists.
  var session: SessionDouble?
  /// Current time in seconds.
  private(set) var now = 1000.0
  /// Delay in seconds after which sent ticks come back; nil without an echo.
  var echo: Double?
  private let loader: StemLoader
  private let told = Recorder()
  private let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
  private var random = SplitMix(12)
  private var nextTick: Double?
  private var echoes: [Double] = []
  private var blocks = 0

  /// Plays one channel of two bars in place of the first built-in set, with this metre. The set has 110 beats a
  /// minute. The built-in channels take much longer to load, and all keep the same time.
  init(follows: Bool = false, gives: Bool = false, mode: Mode = .stems, metre: Metre = .common) throws {
    let path = FileManager.default.temporaryDirectory.path + "/gf-\(UUID().uuidString).wav"
    defer { unlink(path) }
    let frames = BarGrid(milliBPM: 110_000, metre: metre).rtStart(ofBar: 2)
    // The length is rounded down.
    Signals.write(Signals.sine(220, seconds: (Double(frames) + 0.5) / Double(SoundFormat.rate)), to: path)
    let channel = StemSet.Channel(name: "Tone", source: .file(path), bars: 2)
    loader = try StemLoader(engine.stems)
    let load = loader.way(waits: true)
    controls = ControlLoop(engine)
    stems = StemController(
      engine.stems, controls,
      load: { set, done in
        var set = set
        set.metre = metre
        set.channels = [channel]
        load(set, done)
      }
    ) { _ in }
    var configuration = Configuration()
    (configuration.tempoSource, configuration.midiClockOut) = (follows ? "midi" : "set", gives)
    controller = TempoController(
      stems, controls, configuration,
      dependencies: .init(pair: { [engine] in engine.clockPair }, notice: { [told] text in told.notices.withLock { $0.append(text) } }))
    link = LinkController(stems, controls, pair: { [engine] in engine.clockPair }) { [told] text in
      told.notices.withLock { $0.append(text) }
    }
    stems.selector.open()
    controls.set(mode: mode)
    render()
  }

  deinit {
    loader.stop()
    block.deallocate()
  }

  var status: MIDIStatus {
    var status = MIDIStatus(available: true)
    controller.add(to: &status)
    return status
  }

  /// Tempo at which the set plays, in beats a minute.
  var bpm: Double { stems.status(progress: 0).tempoBPM }

  /// Beat at which the set plays now, in beats of the set.
  var beat: Double {
    let state = engine.stems.state
    let ahead = Double(state.rendered) / 48_000 - heard
    return (state.place - ahead * 48_000 * state.tempo) * 110 / (60 * 48_000)
  }

  var notices: [String] { told.notices.withLock { $0 } }

  func takeSends() -> [(message: ClockMessage, time: Double, sentAt: Double)] {
    told.sends.withLock { sends in
      defer { sends = [] }
      return sends
    }
  }

  func hear(_ message: ClockMessage) { controller.hear(message, at: now) }

  /// Advances the time. A clock of a given tempo comes in, each tick up to 1 ms too early or late.
  func run(_ seconds: Double, clock bpm: Double? = nil) {
    let end = now + seconds
    if bpm == nil { nextTick = nil } else if nextTick == nil { nextTick = now + 0.001 }
    while now < end {
      while let bpm, let tick = nextTick, tick <= now {
        controller.hear(.tick, at: tick + (random.unit() * 2 - 1) * 0.001)
        nextTick = tick + 60 / bpm / 24
      }
      while let first = echoes.first, first <= now { controller.hear(.tick, at: echoes.removeFirst()) }
      render()
      if blocks % 4 == 0 { look() }
    }
  }

  /// Does the periodic work of the tempo and keeps the messages that it sends.
  func round(at now: Double) { keep(controller.round(at: now)) }

  /// Shuts the box down.
  func end() { keep(controller.end(at: now)) }

  private func keep(_ sends: [(message: ClockMessage, time: Double)]) {
    let sends = sends.map { ($0.message, $0.time, now) }
    told.sends.withLock { $0 += sends }
  }

  private func look() {
    let before = told.sends.withLock { $0.count }
    round(at: now)
    if let session { link.round(session, at: now) }
    _ = stems.look()
    guard let echo else { return }
    echoes += told.sends.withLock { $0.dropFirst(before).filter { $0.message == .tick }.map { $0.time + echo } }
  }

  /// When frame 0 would have been heard, and the seconds since then.
  private var heard: Double { Double(blocks) * Double(SoundFormat.block) / 48_000 - (Self.latency + Double(Limiter.delay) / 48_000) }

  private func render() {
    let begun = Int64(now * 1e9)
    engine.rtRender(block)
    blocks += 1
    now += Double(SoundFormat.block) / 48_000
    engine.rtTell(nextAt: Int64((now + Self.latency) * 1e9), begunAt: begun)
  }
}
