import Camera
import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import Realtime
import Settings
import Synchronization

/// Finds each frame's hands, reads their gestures and sets the controls. A live box, a film and a test use it in the
/// same way.
///
/// One thread calls `process` and `noFrame`. They find the hands and pass them to `ControlLoop`, whose thread reads the
/// gestures. Any thread may call the rest.
public final class HandsPipeline: HandsHandler {
  /// Session lines that may wait to be written: ten seconds of them.
  private static let mostLines = 300
  private static let noTimings = TrackTimings()

  /// Events for subscribers.
  public let hub: EventHub
  /// Time of each frame's gestures.
  public let gestureTimes = Durations()
  /// Time of each frame's decoding.
  public let decodeTimes = Durations()
  let tracker: (any HandFinder)?
  /// A recorded session that replaces camera and tracker.
  let replay: ReplayFile?
  /// The model that found the hands.
  public let modelSize: ModelSize
  let controls: ControlLoop
  private let eventClock: EventClock
  let log: BootLog
  private let isAuto: Bool
  /// Number of hands to follow in modes that play by sides.
  private let configuredHands: Int
  private let keepHistory: Bool
  let session: SessionRecorder
  /// Gives the player feedback on what the hands did.
  private let feel: @Sendable ([GestureEvent], [GestureCommand]) -> Void
  /// Carries out a command of a replayed session.
  let ask: @Sendable (Command) -> Void
  private let outlet: (any FrameOutlet)?
  let throttle: Mutex<Throttle>
  let known = Mutex(Known())

  /// Makes the tracker, the gesture engine and the session recorder.
  /// - Parameters:
  ///   - keepHistory: whether to keep every event and control value for a report.
  ///   - outlet: receives each frame's hands and values.
  ///   - models: nil for a replayed session or another finder.
  ///   - finder: finds the hands in place of a tracker with `models`.
  ///   - replay: a recorded session that replaces camera and tracker.
  ///   - ask: carries out a command of that session.
  ///   - feel: gives the player feedback on a frame with events or commands.
  package init(
    models: TrackerModels?, finder: (any HandFinder)? = nil, settings: RunSettings, gestures: GestureSettings = GestureSettings(),
    controls: ControlLoop,
    hub: EventHub = EventHub(), eventClock: EventClock, log: BootLog, live: Bool, keepHistory: Bool,
    outlet: (any FrameOutlet)? = nil, replay: ReplayFile? = nil, ask: @escaping @Sendable (Command) -> Void = { _ in },
    feel: @escaping @Sendable ([GestureEvent], [GestureCommand]) -> Void = { _, _ in }
  ) throws {
    self.hub = hub
    self.eventClock = eventClock
    self.replay = replay
    self.ask = ask
    modelSize = models?.size ?? replay?.model ?? .int8
    let search: HandTracker.Search = live ? .beside : .inline
    tracker = try finder ?? models.map { models -> any HandFinder in try HandTracker(models, maxHands: settings.maxHands, search: search) }
    self.controls = controls
    self.feel = feel
    self.outlet = outlet
    self.log = log
    isAuto = settings.model == .auto && live
    configuredHands = settings.maxHands
    let searches = isAuto ? BoardDefaults(settings.board).searches : nil
    tracker?.limit(searches: searches)
    throttle = Mutex(Throttle(searchPace: SearchPace(limit: searches)))
    self.keepHistory = keepHistory
    session = try SessionRecorder(settings.record, hub: hub, model: modelSize, log: log, isLive: live, room: Self.mostLines)
    let engine = GestureEngine(gestures, noise: modelSize.noise)
    controls.change { $0.begin(engine) }
  }

  /// Applies other settings from the next frame on; the values stay.
  public func apply(_ settings: GestureSettings) {
    // A replayed session has its own settings.
    if replay == nil { known.withLock { $0.freshSettings = settings } }
  }

  /// Sets the measured seconds from a frame's capture to the loudspeaker. Filters that predict look that far ahead.
  package func measured(toLoudspeaker seconds: Double) { known.withLock { $0.toLoudspeaker = seconds } }

  /// Records a command that did not come from hands in the session. Any thread.
  package func carriedOut(_ command: Command) {
    // A session may be given to others; a licence belongs to its owner.
    if case .licenseInstall = command { return }
    session.command(command, at: eventClock.now)
  }

  /// Why the last frame could not be processed; nil when it could.
  public var failure: Failure? { known.withLock { $0.failure } }
  /// Result of the last frame.
  public var snapshot: Snapshot { known.withLock { $0.latest } }
  /// All events and controls since the start, if they are kept.
  public var history: (events: [Event], controls: [ControlSample]) { known.withLock { ($0.events, $0.controls) } }
  /// Times of the tracker by stage.
  public var timings: TrackTimings { tracker?.timings ?? Self.noTimings }
  /// Threads of the tracker.
  public var threads: [RealtimeThread.Outcome] { tracker?.threads ?? [] }
  /// Whether a palm search runs beside the frames, with no result yet.
  package var isSearching: Bool { tracker?.isSearching ?? false }
  /// Work that the box skips on a slow machine; nil for none.
  package var saving: String? { known.withLock { $0.saving } }

  /// Processes one frame and sets the controls. On a machine that is too slow `auto` skips some frames.
  public func process(_ frame: Frame) {
    guard let tracker else { return controls.post(.replayed(self, frame)) }
    if isAuto, !throttle.withLock({ $0.framePace.takes(frame.index, hands: $0.hands) }) { return }
    if frame.decodeTime > 0 { decodeTimes.record(frame.decodeTime) }
    let hands: HandFrame
    do throws(Failure) { hands = try tracker.process(frame) } catch {
      let isNew = known.withLock { known in
        defer { known.failure = error }
        return known.failure != error
      }
      if isNew { log.notice(error.description) }
      // No hand is visible and the failure may last: presence follows the clock.
      noFrame(at: frame.time)
      return
    }
    known.withLock { $0.failure = nil }
    if isAuto { throttle.withLock { govern(&$0, frame, hands: hands.hands.count) } }
    controls.post(.hands(self, frame, hands))
  }

  /// Handles a pause without frames: presence ends by the clock. On the thread of `process`.
  /// - Parameters:
  ///   - time: seconds of the frames' clock.
  ///   - waited: seconds since the last frame came; nil before the first.
  ///   - isLost: whether the camera is gone, and not only slow: hands cannot play notes any more.
  package func noFrame(at time: Double, waited: Double? = nil, isLost: Bool = false) {
    controls.post(.noFrame(self, at: time, waited: waited, isLost: isLost))
  }

  // MARK: - On the thread of the controls

  /// Reads the gestures of a frame and distributes the result.
  package func read(_ frame: Frame, _ hands: HandFrame) {
    let stamp = eventClock.seconds(ofFrame: frame.time)
    let result = controls.change { [self] controls -> FrameResult? in
      tellHands(&controls, at: hands.time)
      let begun = Clock.nanoseconds
      guard let output = controls.reading?.process(hands) else { return nil }
      gestureTimes.record(Clock.nanoseconds - begun)
      var control = output.control
      // In a replayed session the hands' time comes from another clock.
      control.time = frame.time
      controls.hands(control, output.events, at: hands.time)
      controls.sceneChoice?.see(output.raised, at: hands.time)
      return FrameResult(output, sample: sample(controls, at: stamp), notes: controls.instrument.takeChanges(), controls)
    }
    guard let result else { return }
    tracker?.keep(result.holdingHands)
    remember(frame, hands, result, at: stamp)
    tellPlayer(result.output)
  }

  /// Handles a pause without frames.
  package func readNoFrame(at time: Double, waited: Double?, isLost: Bool) {
    if let replay {
      // Until its end a replayed session contains its own pauses without frames.
      if let time = replay.time(after: time) { nothing(at: time) }
      return
    }
    if isLost { controls.change { $0.instrument.hands(nil, captureTime: 0) } }
    nothing(at: time, waited: waited)
  }

  /// Handles a pause without frames, in seconds of the hands' clock.
  /// - Parameters:
  ///   - now: the time.
  ///   - waited: seconds since the last frame came.
  func nothing(at now: Double, waited: Double? = nil) {
    let result = controls.change { [self] controls -> (time: Double, stamp: Double, result: FrameResult)? in
      tellHands(&controls, at: nil)
      guard let (time, output) = controls.reading?.noFrame(at: now, waited: waited) else { return nil }
      var control = output.control
      // No frame belongs to these values.
      control.time = 0
      controls.hands(control, output.events, at: time)
      controls.sceneChoice?.see(nil, at: time)
      let stamp = eventClock.seconds(ofFrame: time)
      let notes = controls.instrument.takeChanges()
      return (time, stamp, FrameResult(output, sample: sample(controls, at: stamp), notes: notes, controls))
    }
    guard let (time, stamp, frame) = result else { return }
    let output = frame.output
    let events = events(of: frame, at: stamp)
    known.withLock { known in
      known.latest.control = output.control
      known.latest.hands = []
      known.latest.landmarks = []
      known.latest.holdProgress = 0
      known.latest.held = output.held
      if keepHistory { known.events += events }
    }
    for event in events { hub.publish(event) }
    session.nothing(at: time, output, events)
    outlet?.tell(hands: [], values: frame.sample, mode: frame.mode, captureTime: 0)
    tellPlayer(output)
  }

  private func events(of frame: FrameResult, at stamp: Double) -> [Event] {
    frame.output.events.map { Event($0, at: stamp) } + frame.notes.map { Event($0, at: stamp) }
  }

  /// Gives feedback, and hands over the commands of held gestures.
  private func tellPlayer(_ output: GestureEngine.Output) {
    if !output.events.isEmpty || !output.commands.isEmpty { feel(output.events, output.commands) }
    for command in output.commands { controls.post(.gesture(command)) }
  }

  /// Keeps an event of another source than the gestures for the report.
  func remember(_ event: Event) { if keepHistory { known.withLock { $0.events.append(event) } } }

  /// Ends the session file with all that was processed so far.
  public func close() { session.close() }

  /// Gives the gesture engine what others set since the last frame. It also records it in the session.
  /// - Parameter time: time of the frame in seconds of the hands' clock; nil without a frame.
  private func tellHands(_ controls: inout Controls, at time: Double?) {
    // A replayed session contains its own settings, mode, look-ahead and values: ignore those of the box.
    guard replay == nil, let reading = controls.reading else { return }
    let (fresh, toLoudspeaker) = known.withLock { known in
      defer { known.freshSettings = nil }
      return (known.freshSettings, known.toLoudspeaker)
    }
    let now = reading.gestures
    let isOther = fresh.map { $0 != now.settings } ?? false
    let begins = session.begins(isHolding: now.isHolding, at: time)
    if begins || isOther {
      var engine = GestureEngine(fresh ?? now.settings, noise: modelSize.noise, mode: now.mode, after: begins ? nil : now)
      engine.lookAhead = now.lookAhead
      controls.begin(engine)
      if begins { session.begin(engine, controls.values) }
    }
    if let toLoudspeaker { controls.reading?.gestures.lookAhead = Float(toLoudspeaker) }
    let values = controls.takeChanges()
    let mode = controls.values.mode
    guard var changes = controls.reading?.take(values, mode: mode), let reading = controls.reading else { return }
    if isOther, !begins { changes.gestures = fresh.map { SessionGestures($0) } }
    session.changed(changes, reading.gestures)
    guard let tracker else { return }
    tracker.maxHands = HandLimit.hands(
      isForAll: reading.gestures.everyHandPlays, configured: configuredHands,
      sources: controls.instrument.values.settings.sources, sounding: reading.sounding, now: tracker.maxHands)
  }

  /// Returns the values that apply now.
  private func sample(_ controls: Controls, at time: Double) -> ControlSample {
    let values = controls.values
    let stems = values.channel == .stems ? controls.stems : nil
    let instrument = values.channel == .notes ? controls.instrument : nil
    var sample = ControlSample(
      t: time, speed: values.speed, pitchCents: values.pitchCents, volume: values.volume, stems: stems?.values.samples,
      frame: keepHistory ? stems?.rendered ?? instrument?.rendered : nil)
    sample.notes = instrument?.samples
    if values.channel == .track, values.filter != 0 { sample.filter = values.filter }
    if values.channel == .stream { sample.streamPitchCents = controls.stream.values.pitchCents }
    return sample
  }

  private func remember(_ frame: Frame, _ hands: HandFrame, _ result: FrameResult, at time: Double) {
    let output = result.output
    let events = events(of: result, at: time)
    let statuses = hands.hands.map { HandStatus($0, fingers: output.fingers[$0.id] ?? 0) }
    known.withLock { known in
      known.latest.control = output.control
      known.latest.landmarks = hands.hands
      known.latest.hands = statuses
      known.latest.holdProgress = output.holdProgress
      known.latest.held = output.held
      known.latest.frames += 1
      known.latest.lastFrame = frame
      known.latest.quality = tracker?.quality ?? TrackQuality()
      known.latest.sideConflicts = result.sideConflicts
      guard keepHistory else { return }
      known.events += events
      known.controls.append(result.sample)
    }
    outlet?.tell(hands: statuses, values: result.sample, mode: result.mode, captureTime: frame.time)
    for event in events { hub.publish(event) }
    session.frame(hands, output, result.sample, events)
  }
}
