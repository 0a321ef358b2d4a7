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
/// One thread calls its `FrameWorker` and `noFrame`. They find the hands and pass them to `HandsControls`, whose thread
/// reads the gestures. Any thread may call the rest.
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
  package let replay: ReplayFile?
  /// The model that found the hands.
  public let modelSize: ModelSize
  let controls: any HandsControls
  package let eventClock: EventClock
  let log: BootLog
  let isAuto: Bool
  /// Palm searches a second without hands; nil for no limit.
  private let searches: Double?
  /// Number of hands to follow in modes that play by sides.
  private let configuredHands: Int
  package let keepHistory: Bool
  package let session: SessionRecorder
  /// Gives the player feedback on what the hands did.
  private let feel: @Sendable ([GestureEvent], [GestureCommand]) -> Void
  /// Carries out a command of a replayed session.
  let ask: @Sendable (Command) -> Void
  private let outlet: (any FrameOutlet)?
  let known: Mutex<Known>
  // Order: released after the settings are in `known`, and acquired before they are taken.
  private let hasFreshSettings = Atomic(false)
  /// Seconds from capture to loudspeaker; nil until measured.
  private let toLoudspeaker = AtomicDouble()

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
    controls: any HandsControls,
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
    searches = isAuto ? BoardDefaults(settings.board).searches : nil
    tracker?.limit(searches: searches)
    known = Mutex(Known())
    self.keepHistory = keepHistory
    session = try SessionRecorder(settings.record, hub: hub, model: modelSize, log: log, isLive: live, room: Self.mostLines)
    controls.begin(GestureEngine(gestures, noise: modelSize.noise))
  }

  /// Applies other settings from the next frame on; the values stay.
  public func apply(_ settings: GestureSettings) {
    // A replayed session has its own settings.
    guard replay == nil else { return }
    known.withLock { $0.freshSettings = settings }
    hasFreshSettings.store(true, ordering: .releasing)
  }

  /// Sets the measured seconds from a frame's capture to the loudspeaker. Filters that predict look that far ahead.
  package func measured(toLoudspeaker seconds: Double) { toLoudspeaker.store(seconds) }

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

  /// Makes the processor of the frames. One thread uses it.
  public func worker() -> FrameWorker { FrameWorker(self, searches: searches) }

  /// Handles a pause without frames: presence ends by the clock. On the thread of the frames.
  /// - Parameters:
  ///   - time: seconds of the frames' clock.
  ///   - waited: seconds since the last frame came; nil before the first.
  ///   - isLost: whether the camera is gone, and not only slow: hands cannot play notes any more.
  package func noFrame(at time: Double, waited: Double? = nil, isLost: Bool = false) {
    controls.postNoFrame(at: time, waited: waited, isLost: isLost, for: self)
  }

  // MARK: - For the frames' worker

  /// Shows why the tracker fails; nil when it works again.
  func publish(failure: Failure?) {
    known.withLock { $0.failure = failure }
    if let failure { log.notice(failure.description) }
  }

  /// Shows the work that the box skips, and the reasons.
  func publish(saving: String?, _ reasons: [String]) {
    known.withLock { $0.saving = saving }
    for reason in reasons { log.notice(reason) }
  }

  // MARK: - On the thread of the controls

  /// Reads the gestures of a frame and distributes the result.
  package func read(_ frame: Frame, _ hands: HandFrame) {
    let stamp = eventClock.seconds(ofFrame: frame.time)
    let result = controls.read(hands, of: frame, at: stamp, for: self)
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
    if isLost { controls.endNotes() }
    nothing(at: time, waited: waited)
  }

  /// Handles a pause without frames, in seconds of the hands' clock.
  /// - Parameters:
  ///   - now: the time.
  ///   - waited: seconds since the last frame came.
  func nothing(at now: Double, waited: Double? = nil) {
    let result = controls.readNothing(at: now, waited: waited, for: self)
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
    for command in output.commands { controls.post(gesture: command) }
  }

  /// Keeps an event of another source than the gestures for the report.
  package func remember(_ event: Event) { if keepHistory { known.withLock { $0.events.append(event) } } }

  /// Ends the session file with all that was processed so far.
  public func close() { session.close() }

  /// Takes the settings to apply with this frame, if any. Also returns the measured seconds from a
  /// frame's capture to the loudspeaker; nil until measured. On the thread of the controls.
  package func takeSettings() -> (fresh: GestureSettings?, toLoudspeaker: Double?) {
    guard hasFreshSettings.exchange(false, ordering: .acquiring) else { return (nil, toLoudspeaker.load()) }
    let fresh = known.withLock { known in
      defer { known.freshSettings = nil }
      return known.freshSettings
    }
    return (fresh, toLoudspeaker.load())
  }

  /// Sets how many hands the tracker follows from the next frame on. See `HandLimit`. On the thread of the controls.
  package func limitHands(isForAll: Bool, sources: Int, sounding: Int) {
    guard let tracker else { return }
    tracker.maxHands = HandLimit.hands(
      isForAll: isForAll, configured: configuredHands, sources: sources, sounding: sounding, now: tracker.maxHands)
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
