import Camera
import Foundation
import GestureFlowAPI
import Perception
import Settings
import SyntheticHands
import Realtime
import Synchronization
import TestSupport
import Testing

/// Tests of the camera's thread and the hands' thread, with scripted sources.
@Suite struct CameraLoopTests {
  /// A source that plays a list of events. After the last event it reports that no frame came.
  private final class Script: FrameSource {
    private let events: Mutex<[FrameEvent]>
    let name = "script"
    let dropped = 3
    let damage = FrameDamage(warned: 1, refused: 2)

    init(_ events: [FrameEvent]) { self.events = Mutex(events.reversed()) }

    func next(timeout: Double) -> FrameEvent {
      let event = events.withLock { $0.popLast() }
      if event == nil { usleep(1000) }
      return event ?? .nothing
    }
    func close() {}
    /// Adds events to play.
    func add(_ more: [FrameEvent]) { events.withLock { $0 = more.reversed() + $0 } }
  }

  /// A source that delivers nothing until it is closed.
  private final class Hung: FrameSource {
    private let closed = DispatchSemaphore(value: 0)
    private let asked = Tally()
    let name = "hung"
    let dropped = 0
    var isAsked: Bool { asked.count > 0 }

    func next(timeout: Double) -> FrameEvent {
      asked.add()
      closed.wait()
      closed.signal()
      return .ended
    }
    func close() { closed.signal() }
  }

  /// A counter that another thread increments.
  private final class Tally: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .acquiring) }
    func add() { number.add(1, ordering: .acquiringAndReleasing) }
  }

  private static func frames(_ count: Int) -> [FrameEvent] {
    let performer = VirtualPerformer(Choreography(name: "empty", duration: 1, parts: []), width: 64, height: 48, live: false)
    return (0..<count).map { _ in performer.next(timeout: 1) }
  }

  @Test func `frames are counted and a lost camera is reported until a frame comes`() throws {
    let silent = CameraError.silent(path: "/dev/double")
    let loop = CameraLoop(Script(Self.frames(5) + [.lost(silent)]), log: BootLog(quiet: true)) {}
    try loop.start { { nil } }
    defer { loop.stop() }
    #expect(waitUntil { loop.problem == silent })
    #expect(loop.framesReceived == 5 && loop.damage == FrameDamage(warned: 1, refused: 2))

    let back = CameraLoop(Script([.lost(silent)] + Self.frames(3)), log: BootLog(quiet: true), problem: silent) {}
    try back.start { { nil } }
    defer { back.stop() }
    #expect(waitUntil { back.framesReceived == 3 && back.problem == nil })
  }

  @Test func `frames are kept for a measurement alone, and not too many`() throws {
    let silent = CameraError.silent(path: "/dev/double")
    let script = Script(Self.frames(3))
    let loop = CameraLoop(script, log: BootLog(quiet: true)) {}
    try loop.start { { nil } }
    defer { loop.stop() }
    #expect(waitUntil { loop.framesReceived == 3 })
    #expect(loop.takeTrace(goesOn: true)?.isEmpty == true)
    script.add(Self.frames(20))
    #expect(waitUntil { loop.framesReceived == 23 })
    #expect(loop.takeTrace(goesOn: false)?.map(\.index) == Array(0..<16))
    script.add(Self.frames(1))
    #expect(waitUntil { loop.framesReceived == 24 })
    #expect(loop.takeTrace(goesOn: false)?.isEmpty == true)
    script.add([.lost(silent)])
    #expect(waitUntil { loop.takeTrace(goesOn: false) == nil })
  }

  @Test func `the end of a film is reported once`() throws {
    let ends = Tally()
    let loop = CameraLoop(Script(Self.frames(2) + [.ended]), log: BootLog(quiet: true)) { ends.add() }
    try loop.start { { nil } }
    #expect(waitUntil { ends.count == 1 })
    loop.stop()
    #expect(ends.count == 1 && loop.framesReceived == 2)
  }

  /// The loop must close a source before it waits for the source's thread. A thread that hangs never returns by
  /// itself.
  @Test func `a source that hangs is closed first and does not end the film`() throws {
    let (ends, stops) = (Tally(), Tally())
    let source = Hung()
    let loop = CameraLoop(source, log: BootLog(quiet: true)) { ends.add() }
    try loop.start { { nil } }
    #expect(waitUntil { source.isAsked })
    Thread {
      loop.stop()
      stops.add()
    }.start()
    #expect(waitUntil { stops.count == 1 })
    #expect(ends.count == 0)
  }

  /// A source that delivers its events and then hangs in its driver. It hangs until it is closed, or reports
  /// that nothing came.
  private final class Device: FrameSource {
    private let events: Mutex<[FrameEvent]>
    private let hangs: Bool
    private let closed = DispatchSemaphore(value: 0)
    let name = "device"
    let dropped = 0
    let isDevice = true

    init(_ events: [FrameEvent], hangs: Bool) {
      self.events = Mutex(events.reversed())
      self.hangs = hangs
    }

    func next(timeout: Double) -> FrameEvent {
      if let event = events.withLock({ $0.popLast() }) { return event }
      guard hangs else {
        usleep(1000)
        return .nothing
      }
      closed.wait()
      closed.signal()
      return .ended
    }
    func close() { closed.signal() }
  }

  /// A hanging driver counts as lost hands, even when the source reports nothing. Otherwise a note goes on for
  /// more than a second.
  @Test func `a driver that hangs has lost its hands long before it is a problem`() throws {
    let time = Mutex(100.0)
    let clock: @Sendable () -> Double = { time.withLock { $0 } }
    let (hung, slow) = (
      CameraLoop(Device(Self.frames(1), hangs: true), log: BootLog(quiet: true), clock: clock) {},
      CameraLoop(Device(Self.frames(1), hangs: false), log: BootLog(quiet: true), clock: clock) {}
    )
    try hung.start { { nil } }
    defer { hung.stop() }
    try slow.start { { nil } }
    defer { slow.stop() }
    #expect(waitUntil { hung.framesReceived == 1 })
    time.withLock { $0 = 100.3 }
    #expect(!hung.isLost && hung.problem == nil)
    // The limit is half a second, not the ten seconds that a camera may take to open.
    for seconds in [0.5, 9.9] {
      time.withLock { $0 = 100 + seconds }
      #expect(hung.isLost && hung.problem == nil)
      #expect(waitUntil { !slow.isLost }, "a camera that is slow answers")
    }
    time.withLock { $0 = 110.1 }
    #expect(hung.problem == .silent(path: "device"))
    #expect(waitUntil { slow.problem == nil })
  }

  /// A device with twenty frames a second by its own clock, which hangs after three seconds.
  private final class Steady: FrameSource {
    private let time = Mutex(100.0)
    private let frames: Mutex<[FrameEvent]>
    private let closed = DispatchSemaphore(value: 0)
    let name = "steady"
    let dropped = 0
    let isDevice = true

    init(_ frames: [FrameEvent]) { self.frames = Mutex(frames) }

    var now: Double { time.withLock { $0 } }
    func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
    func next(timeout: Double) -> FrameEvent {
      if let frame = frames.withLock({ $0.popLast() }) {
        pass(0.05)
        return frame
      }
      closed.wait()
      closed.signal()
      return .ended
    }
    func close() { closed.signal() }
  }

  @Test func `the rate is that of the last seconds and ends with the answers`() throws {
    let source = Steady(Self.frames(60))
    let loop = CameraLoop(source, log: BootLog(quiet: true), clock: { source.now }) {}
    #expect(loop.framesPerSecond == 0)
    try loop.start { { nil } }
    defer { loop.stop() }
    #expect(waitUntil { loop.framesReceived == 60 })
    #expect(abs(loop.framesPerSecond - 20) < 0.5)
    source.pass(2.9)
    #expect(abs(loop.framesPerSecond - 20) < 0.5)
    source.pass(0.2)
    #expect(loop.framesPerSecond == 0)
  }

  /// Drawing computed frames must not starve the hands. On one shared core the second hand's thread otherwise
  /// runs once in three seconds.
  @Test func `computed frames give way to the hands`() throws {
    for (source, isDevice) in [(Script(Self.frames(1)) as any FrameSource, false), (Device(Self.frames(1), hangs: false), true)] {
      let loop = CameraLoop(source, log: BootLog(quiet: true)) {}
      try loop.start { { nil } }
      defer { loop.stop() }
      let asked = Dictionary(uniqueKeysWithValues: loop.threads.map { ($0.name, $0.priorityAsked) })
      let camera = try #require(asked["gf-camera"])
      let hands = try #require(asked["gf-hands"])
      #expect(isDevice ? camera > hands : camera < hands, "\(asked)")
    }
  }

  /// Without frames the gesture reader receives that report again and again. A frame that comes later is
  /// processed as usual.
  @Test func `the hands thread reports a missing frame`() {
    let box = Mailbox<Frame>()
    let (taken, frameless, ends) = (Tally(), Tally(), Tally())
    let thread = Thread {
      CameraLoop.follow(box, each: { _ in taken.add() }, frameless: { frameless.add() })
      ends.add()
    }
    thread.start()
    #expect(waitUntil { frameless.count >= 2 })
    if case .frame(let frame) = Self.frames(1)[0] { box.put(frame) }
    #expect(waitUntil { taken.count == 1 })
    box.close()
    #expect(waitUntil { ends.count == 1 })
  }

  /// The loop looks for a stall of the camera before presence ends. While the stall lasts it does not look more
  /// often.
  @Test func `the first looks for a frame come soon`() {
    #expect(CameraLoop.wait(after: 0) <= 0.05 && CameraLoop.wait(after: 10) <= 0.05)
    #expect(CameraLoop.wait(after: 1000) == CameraLoop.frameless)
  }

  /// A silent camera is lost until a frame comes. The report has a reason and a remedy.
  @Test func `a silent camera is a lost part until a frame comes`() throws {
    let silent = CameraError.silent(path: "/dev/video0")
    let script = Script(Self.frames(1) + [.lost(silent)])
    let part = CameraPart(RunSettings(), request: V4L2Camera.Request(), log: BootLog(quiet: true), source: script, workers: { { nil } }) {}
    try part.start()
    defer { part.stop() }
    #expect(waitUntil { part.condition == .lost(Failure(silent.reason, remedy: silent.remedy ?? "")) })
    #expect(silent.reason == "no frames from camera /dev/video0 for 2 s")
    #expect(silent.remedy?.contains("until the box opens it again") == true)
    script.add(Self.frames(1))
    #expect(waitUntil { part.condition == .running })
    #expect(part.loop?.framesReceived == 2)
  }
}
