import Camera
import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import Realtime

/// What happens with one frame: hands are found, gestures read, and the engine told. The same for a live box, a film and a test.
///
/// One thread calls `process`; everything else may be asked from anywhere.
public final class Performance: @unchecked Sendable {
  /// A value of the session file: what was seen and what came of it.
  struct SessionLine: Encodable {
    var frame: HandsLine
    var control: ControlSample
    var events: [Event]
  }

  private let tracker: HandTracker
  private let models: TrackerModels
  private let controls: Controls
  private let carryOut: @Sendable (GestureCommand) -> Void
  private let log: BootLog
  private let isAuto: Bool
  public let hub: EventHub
  public let gestureTimes = Durations()
  public let decodeTimes = Durations()
  private var gestures: GestureEngine
  private var governor = ModelGovernor()
  private var session: LineWriter<SessionLine>?
  private let sessionQueue = DispatchQueue(label: "gf-session")
  private var trackerFailure: TrackerError?

  private let lock = NSLock()
  private var latest = Snapshot()
  private var allEvents: [Event] = []
  private var allControls: [ControlSample] = []
  private let keepHistory: Bool
  private let eventClock: EventClock

  /// What the last frame gave.
  public struct Snapshot: Sendable {
    public var control = ControlFrame()
    public var hands: [HandStatus] = []
    public var landmarks: [Hand] = []
    public var holdProgress: Float = 0
    public var frames = 0
    public var lastFrame: Frame?
    public var quality = TrackQuality()
  }

  /// - Parameters:
  ///   - keepHistory: remember every event and control value for a report.
  ///   - carryOut: what a held gesture asks for; called on the thread of `process`.
  package init(
    models: TrackerModels, settings: RunSettings, gestures: GestureSettings = GestureSettings(), controls: Controls,
    hub: EventHub = EventHub(), eventClock: EventClock, log: BootLog, live: Bool, keepHistory: Bool, carryOut: @escaping @Sendable (GestureCommand) -> Void
  ) throws {
    self.hub = hub
    self.eventClock = eventClock
    self.models = models
    tracker = try HandTracker(models, maxHands: settings.maxHands, search: live ? .beside : .inline)
    self.controls = controls
    self.carryOut = carryOut
    self.log = log
    isAuto = settings.model == .auto && live
    self.gestures = GestureEngine(gestures)
    controls.handsBegin()
    self.keepHistory = keepHistory
    session = try settings.record.map { try LineWriter<SessionLine>($0) }
  }

  /// Settings that are taken over with the next frame.
  private var freshSettings: GestureSettings?

  /// Takes over other settings with the next frame; the values stay.
  public func apply(_ settings: GestureSettings) { lock.withLock { freshSettings = settings } }

  /// Why the last frame could not be looked at.
  public var failure: TrackerError? { lock.withLock { trackerFailure } }

  private func takeWishes() {
    let fresh = lock.withLock {
      defer { freshSettings = nil }
      return freshSettings
    }
    if let fresh, fresh != gestures.settings {
      gestures = GestureEngine(fresh)
      controls.handsBegin()
    }
    let outside = controls.takeOutside()
    gestures.set(speed: outside.speed, pitchCents: outside.pitchCents, volume: outside.volume)
  }

  public var snapshot: Snapshot { lock.withLock { latest } }
  public var history: (events: [Event], controls: [ControlSample]) { lock.withLock { (allEvents, allControls) } }
  public var timings: TrackTimings { tracker.timings }
  public var threads: [RealtimeThread.Outcome] { tracker.threads }
  public var modelSize: ModelSize { models.size }

  /// Takes one frame through to the engine.
  public func process(_ frame: Frame) {
    if frame.decodeTime > 0 { decodeTimes.record(frame.decodeTime) }
    let hands: HandFrame
    do throws(TrackerError) { hands = try tracker.process(frame) } catch {
      if failure != error { log.notice(error.description) }
      lock.withLock { trackerFailure = error }
      return
    }
    if failure != nil { lock.withLock { trackerFailure = nil } }
    takeWishes()
    if isAuto { govern(frame, hands: hands.hands.count) }
    let read = Clock.nanoseconds
    let output = gestures.process(hands)
    gestureTimes.record(Clock.nanoseconds - read)

    controls.hands(output.control, output.events)
    for command in output.commands { carryOut(command) }
    remember(frame, hands, output)
  }

  /// No frame came for a while: presence ends by the clock. On the thread of `process`. - Parameter time: seconds of the frames' clock.
  func noFrame(at time: Double) {
    takeWishes()
    guard let output = gestures.noFrame(at: time) else { return }
    var control = output.control
    // No picture is behind these values.
    control.time = 0
    controls.hands(control, output.events)
    for command in output.commands { carryOut(command) }
    let stamp = eventClock.seconds(ofFrame: time)
    let events = lock.withLock {
      latest.control = output.control
      latest.hands = []
      latest.landmarks = []
      latest.holdProgress = 0
      let events = output.events.map { Event($0, at: stamp) }
      if keepHistory { allEvents += events }
      return events
    }
    for event in events { hub.publish(event) }
  }

  private func govern(_ frame: Frame, hands: Int) {
    guard models.size == .full, let why = governor.judge(cpu: tracker.criticalPath, index: frame.index, time: frame.time, hands: hands)
    else { return }
    do throws(TrackerError) {
      try models.change(to: .lite)
      log.notice("\(why): going on with the lite model")
    } catch { log.notice("\(why), and the lite model cannot be loaded: \(error)") }
  }

  private func remember(_ frame: Frame, _ hands: HandFrame, _ output: GestureEngine.Output) {
    let values = controls.values
    let time = eventClock.seconds(ofFrame: frame.time)
    lock.lock()
    let events = output.events.map { Event($0, at: time) }
    let control = ControlSample(
      t: time, speed: values.speed, pitchCents: values.pitchCents, volume: values.volume)
    latest.control = output.control
    latest.landmarks = hands.hands
    latest.hands = hands.hands.map {
      HandStatus($0, fingers: output.fingers[$0.id] ?? 0)
    }
    latest.holdProgress = output.holdProgress
    latest.frames += 1
    latest.lastFrame = frame
    latest.quality = tracker.quality
    if keepHistory {
      allEvents += events
      allControls.append(control)
    }
    lock.unlock()
    for event in events { hub.publish(event) }
    let isAskedFor = hub.wantsFrames
    guard session != nil || isAskedFor else { return }
    let line = SessionLine(frame: HandsLine(hands), control: control, events: events)
    // Words are made of it elsewhere: this thread has the next frame to look at.
    sessionQueue.async { [log, hub, session] in
      if isAskedFor, let json = try? JSONEncoder().encode(line) { hub.publish(frame: json) }
      do { try session?.write(line) } catch { log.notice("the session file cannot be written any more: \(error)") }
    }
  }

  /// Keeps an event that is not a gesture's for the report.
  func remember(_ event: Event) {
    lock.withLock { if keepHistory { allEvents.append(event) } }
  }

  public func close() {
    sessionQueue.sync { session?.close() }
  }
}
