import Camera
import GestureFlowAPI
import Panel
import Settings
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// The measurement of `gfctl latency`: a panel and a camera that sees it, joined in software.
@Suite struct LatencyStepsTests {
  /// The panel and the camera, by a clock that goes only in the pauses of the test.
  private final class World: Sendable {
    private struct State {
      var switches: [(time: Double, isOn: Bool)] = []
      var frames: [Frame] = []
      /// Number of the next frame.
      var number = 0
      var isLost = false
      var isTraced = false
      var events: [(type: String, value: String)] = []
      var onPause: @Sendable () -> Void = {}
    }
    /// Seconds from one frame to the next, of exposure, and from its end to the capture time.
    static let period = 0.035
    static let exposure = 0.016
    static let stamping = 0.007
    /// Pixels of a frame.
    private static let width = 32
    private static let height = 24

    let time: ManualTime
    let panel: PanelPart
    private let isInView: Bool
    private let state = Mutex(State())

    init(isInView: Bool = true) throws {
      let time = ManualTime()
      self.time = time
      self.isInView = isInView
      panel = PanelPart(PanelLines(), configuration: Configuration(), clock: { time.seconds }) { _ in }
      try panel.start()
      let loop = panel.loop
      #expect(waitUntil { loop.lit == [.player, .status] }, "the state of a box that starts")
    }

    var steps: [String] { state.withLock { $0.events.filter { $0.type == "test" }.map { $0.value } } }
    var ends: [String] { state.withLock { $0.events.filter { $0.type == "testEnded" }.map { $0.value } } }
    var isTraced: Bool { state.withLock { $0.isTraced } }
    func publish(_ type: String, _ value: String) { state.withLock { $0.events.append((type, value)) } }
    func lose() { state.withLock { $0.isLost = true } }
    func onPause(_ act: @escaping @Sendable () -> Void) { state.withLock { $0.onPause = act } }

    /// Delays of all measured switches in ms.
    var delays: [Double] {
      let times = state.withLock { $0.switches.filter { $0.time > 1 }.map { $0.time } }
      return times.dropFirst(LEDLatency.searches + 1).map { time in
        let number = ((time - 1 - Self.exposure / 2) / Self.period).rounded(.up)
        return 1000 * (1 + number * Self.period + Self.exposure + Self.stamping - time)
      }
    }

    /// Advances the clock and takes the frames of that time. The panel first does what it should: meanwhile the clock
    /// stands still.
    func pause(_ seconds: Double) {
      let loop = panel.loop
      let tested = loop.tested
      if let tested { #expect(waitUntil { loop.lit == tested }) }
      let switchedAt = loop.switchedAt
      time.advance(seconds)
      let now = time.seconds
      let act: @Sendable () -> Void = state.withLock { state in
        if let tested, switchedAt > state.switches.last?.time ?? 0 { state.switches.append((switchedAt, !tested.isEmpty)) }
        while true {
          let start = 1 + Double(state.number) * Self.period
          let stamp = start + Self.exposure + Self.stamping
          guard stamp <= now else { break }
          if state.isTraced { state.frames.append(frame(state.number, from: start, stamp: stamp, state.switches)) }
          state.number += 1
        }
        return state.onPause
      }
      act()
    }

    func takeFrames(_ goesOn: Bool) -> [Frame]? {
      state.withLock { state in
        defer { (state.frames, state.isTraced) = ([], goesOn) }
        return state.isLost ? nil : state.frames
      }
    }

    private func frame(_ number: Int, from start: Double, stamp: Double, _ switches: [(time: Double, isOn: Bool)]) -> Frame {
      let end = start + Self.exposure
      var lit = 0.0
      for (index, change) in switches.enumerated() where change.isOn {
        let off = index + 1 < switches.count ? switches[index + 1].time : .infinity
        lit += max(0, min(end, off) - max(start, change.time))
      }
      var bytes = [UInt8](repeating: 90, count: Self.width * Self.height)
      for y in 10..<13 {
        for x in 20..<23 { bytes[y * Self.width + x] = UInt8(40 + (isInView ? 160 * lit / Self.exposure : 0)) }
      }
      return .of(
        bytes: bytes, width: Self.width, height: Self.height, luma: PlaneLayout(stride: Self.width), index: number, time: stamp)
    }

    func makeTester(
      _ engine: SoundEngine = SoundEngine(), openInput: (@Sendable () throws(Failure) -> any SoundInput)? = nil
    ) -> PartTester {
      PartTester(
        engine, panel, nil, isPlaying: { true }, takeMIDI: { _ in [] }, takeFrames: { self.takeFrames($0) }, openInput: openInput,
        publish: { self.publish($0, $1) }, pause: { seconds, _ in self.pause(seconds) }, now: { self.time.seconds })
    }
  }

  /// A cable from the output to an input, which hears everything some time later.
  private final class Cable: SoundInput, Sendable {
    let name = "double"
    private let engine: SoundEngine
    private let time: ManualTime
    private let begin: Double
    private let delay: Double
    /// Frames that were played.
    private let played = Mutex(0)

    init(_ engine: SoundEngine, _ time: ManualTime, delay: Double) {
      (self.engine, self.time, self.begin, self.delay) = (engine, time, time.seconds, delay)
    }

    func read() -> (samples: [Float], time: Double) {
      let rate = Double(SoundFormat.rate)
      return played.withLock { played -> (samples: [Float], time: Double) in
        let before = played
        let wanted = Int((time.seconds - begin) * rate)
        var block = [Float](repeating: 0, count: 2 * SoundFormat.block)
        var samples: [Float] = []
        while played < wanted {
          engine.rtRender(&block)
          for frame in 0..<SoundFormat.block { samples.append(block[2 * frame]) }
          played += SoundFormat.block
        }
        return (samples, begin + Double(before) / rate + delay)
      }
    }
  }

  /// Measures, which runs to its end at once.
  private func run(_ tester: PartTester) throws {
    _ = try tester.start(.latency, problems: []) { work in
      work()
      return true
    }
  }

  @Test func `the figures of a known panel and camera are right within 2 ms`() throws {
    let world = try World()
    defer { world.panel.stop() }
    let tester = world.makeTester()
    #expect(tester.ledToFrame == nil)
    try run(tester)
    #expect(world.ends == [""] && world.steps.count == 2, "\(world.ends)")
    let figures = try #require(tester.ledToFrame)
    let known = world.delays.sorted()
    try #require(known.count == 40 && figures.count == 40)
    #expect(abs(figures.p50 - known[19]) < 2 && abs(figures.p95 - known[37]) < 2 && abs(figures.max - known[39]) < 2)
    #expect(known[0] > 14 && known[39] < 51, "half the exposure, the stamp and up to a period")
    #expect(world.panel.loop.tested == nil && !world.isTraced)
  }

  @Test func `the way from the levels to the sound is right within 2 ms`() throws {
    var found: [Double] = []
    for delay in [0.004, 0.081] {
      let world = try World()
      defer { world.panel.stop() }
      let (engine, time) = (SoundEngine(volume: 1), world.time)
      let tester = world.makeTester(engine, openInput: { () throws(Failure) -> any SoundInput in Cable(engine, time, delay: delay) })
      try run(tester)
      #expect(world.ends == [""] && world.steps.count == 3 && world.steps.last?.contains("'double' must hear it") == true, "\(world.steps)")
      #expect(!world.isTraced && world.panel.loop.tested == nil, "frames are not kept meanwhile")
      let figures = try #require(tester.levelsToSound)
      #expect(figures.count == SoundLatency.clicks && tester.ledToFrame != nil)
      found.append(figures.p50)
    }
    // A click waits for the next block, and the limiter looks ahead. Both are the same for either cable.
    #expect(found[0] >= 4 && found[0] < 14 && abs(found[1] - found[0] - 77) < 2, "\(found)")
  }

  @Test func `without an input, or a cable to it, that stage stays unmeasured and the rest is good`() throws {
    let world = try World()
    defer { world.panel.stop() }
    let none = world.makeTester(openInput: { () throws(Failure) -> any SoundInput in
      throw Failure("no sound card records", remedy: "plug one in")
    })
    try run(none)
    #expect(world.ends == [""] && none.ledToFrame != nil && none.levelsToSound == nil)
    #expect(world.steps.last == "the way to the sound is not measured, because no sound card records: plug one in", "\(world.steps)")
    // Another engine is silent.
    let time = world.time
    let deaf = world.makeTester(openInput: { () throws(Failure) -> any SoundInput in Cable(SoundEngine(), time, delay: 0.01) })
    try run(deaf)
    #expect(world.ends == ["", ""] && deaf.ledToFrame != nil && deaf.levelsToSound == nil)
    #expect(world.steps.last?.contains("0 of 20 clicks were heard: connect the output") == true, "\(world.steps)")
  }

  @Test func `LEDs out of the view end it after a few switches`() throws {
    let world = try World(isInView: false)
    defer { world.panel.stop() }
    let tester = world.makeTester()
    try run(tester)
    #expect(world.ends.first?.hasPrefix("the camera sees no LED of the panel change: point it") == true, "\(world.ends)")
    #expect(world.time.seconds < 8 && tester.ledToFrame == nil && world.panel.loop.tested == nil && !world.isTraced)
  }

  @Test func `a camera that is lost ends it with a remedy, and so does a person`() throws {
    let lost = try World()
    defer { lost.panel.stop() }
    lost.onPause { if lost.time.seconds > 5 { lost.lose() } }
    try run(lost.makeTester())
    #expect(lost.ends == ["the camera delivers no frames: run gfctl doctor"] && !lost.isTraced)

    let world = try World()
    defer { world.panel.stop() }
    let tester = world.makeTester()
    try run(tester)
    #expect(tester.ledToFrame != nil)
    world.onPause { _ = try? tester.start(.end, problems: []) { _ in false } }
    try run(tester)
    #expect(world.ends == ["", ""] && tester.ledToFrame == nil, "figures of an earlier place of the camera are gone")
  }
}
