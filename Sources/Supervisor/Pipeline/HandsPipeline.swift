import Camera
import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import Realtime
import Synchronization

/// Processes a frame: finds hands, reads gestures and sets the controls. A live box, a film and a test use it in the
/// same way.
///
/// One thread calls `process` and `noFrame`; any thread may call the rest.
public final class HandsPipeline: Sendable {
  /// Limits of the queues: session lines (ten seconds of them), and commands with notices. A player who fills the
  /// second queue with gestures has waited long for the first command.
  private static let mostLines = 300
  private static let mostCommands = 16
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
  let controls: Controls
  private let eventClock: EventClock
  private let log: BootLog
  private let isAuto: Bool
  /// Number of hands to follow in modes that play by sides.
  private let configuredHands: Int
  private let keepHistory: Bool
  let session: SessionRecorder
  /// Carries out commands of held gestures and logs notices. It has a thread of its own. The library's locks, a slow
  /// stick or a console may block, and `gf-hands` must not wait for them.
  private let commands: SerialWorker?
  private let carryOut: @Sendable (GestureCommand) -> Void
  /// Gives the player feedback on what the hands did.
  private let feel: @Sendable ([GestureEvent], [GestureCommand]) -> Void
  /// Carries out a command of a replayed session.
  let ask: @Sendable (Command) -> Void
  private let outlet: (any FrameOutlet)?
  let reader: Mutex<Reader>
  let known = Mutex(Known())

  /// Makes the tracker, the gesture engine and the session recorder.
  /// - Parameters:
  ///   - keepHistory: whether to keep every event and control value for a report.
  ///   - outlet: receives each frame's hands and values.
  ///   - models: nil for a replayed session or another finder.
  ///   - finder: finds the hands in place of a tracker with `models`.
  ///   - replay: a recorded session that replaces camera and tracker.
  ///   - ask: carries out a command of that session, on the thread of `process`.
  ///   - feel: gives the player feedback on a frame with events or commands, on the thread of `process`.
  ///   - carryOut: carries out commands of held gestures in order, on a thread of its own; with `live` false, on the
  ///     thread of `process`.
  package init(
    models: TrackerModels?, finder: (any HandFinder)? = nil, settings: RunSettings, gestures: GestureSettings = GestureSettings(),
    controls: Controls,
    hub: EventHub = EventHub(), eventClock: EventClock, log: BootLog, live: Bool, keepHistory: Bool,
    outlet: (any FrameOutlet)? = nil, replay: ReplayFile? = nil, ask: @escaping @Sendable (Command) -> Void = { _ in },
    feel: @escaping @Sendable ([GestureEvent], [GestureCommand]) -> Void = { _, _ in },
    carryOut: @escaping @Sendable (GestureCommand) -> Void
  ) throws {
    self.hub = hub
    self.eventClock = eventClock
    self.replay = replay
    self.ask = ask
    modelSize = models?.size ?? replay?.model ?? .full
    let search: HandTracker.Search = live ? .beside : .inline
    tracker = try finder ?? models.map { models -> any HandFinder in try HandTracker(models, maxHands: settings.maxHands, search: search) }
    self.controls = controls
    self.carryOut = carryOut
    self.feel = feel
    self.outlet = outlet
    self.log = log
    isAuto = settings.model == .auto && live
    configuredHands = settings.maxHands
    let searches = isAuto ? BoardDefaults(settings.board).searches : nil
    tracker?.limit(searches: searches)
    reader = Mutex(Reader(gestures: GestureEngine(gestures, noise: modelSize.noise), searchPace: SearchPace(limit: searches)))
    self.keepHistory = keepHistory
    session = try SessionRecorder(settings.record, hub: hub, model: modelSize, log: log, isLive: live, room: Self.mostLines)
    commands =
      live
      ? try SerialWorker("gf-commands", room: Self.mostCommands) {
        log.notice("\($0) commands of held gestures or notices were dropped: what came before them takes too long")
      } : nil
    controls.handsBegin()
  }

  /// Applies other settings from the next frame on; the values stay.
  public func apply(_ settings: GestureSettings) {
    // A replayed session has its own settings.
    if replay == nil { known.withLock { $0.freshSettings = settings } }
  }

  /// Reads the hands by the rules of another mode. The change comes with the next frame.
  package func change(mode: Mode) {
    known.withLock { $0.mode = mode }
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
    guard let tracker else { return playAgain(frame) }
    if isAuto, !reader.withLock({ $0.framePace.takes(frame.index, hands: $0.hands) }) { return }
    if frame.decodeTime > 0 { decodeTimes.record(frame.decodeTime) }
    let hands: HandFrame
    do throws(Failure) { hands = try tracker.process(frame) } catch {
      let isNews = known.withLock { known in
        defer { known.failure = error }
        return known.failure != error
      }
      if isNews { tell(error.description) }
      // No hand is visible and the failure may last: presence follows the clock.
      noFrame(at: frame.time)
      return
    }
    known.withLock { $0.failure = nil }
    look(frame, hands)
  }

  /// Reads the gestures of a frame and distributes the result.
  func look(_ frame: Frame, _ hands: HandFrame) {
    var output = reader.withLock { reader in
      takeWishes(&reader, at: hands.time)
      if isAuto { govern(&reader, frame, hands: hands.hands.count) }
      let begun = Clock.nanoseconds
      defer { gestureTimes.record(Clock.nanoseconds - begun) }
      var output = reader.gestures.process(hands)
      tracker?.keep(reader.gestures.holdingHands)
      reader.sounding = output.control.instrument?.sounding ?? 0
      reader.sideConflicts = reader.earlierConflicts + output.sideConflicts
      output.sideConflicts = reader.sideConflicts
      return output
    }
    let asked = output.control
    // In a replayed session the hands' time comes from another clock.
    output.control.time = frame.time
    controls.hands(output.control, output.events, at: hands.time)
    tellPlayer(output)
    handOver(output.commands)
    output.control = asked
    remember(frame, hands, output)
  }

  /// Handles a pause without frames: presence ends by the clock. On the thread of `process`.
  /// - Parameters:
  ///   - time: seconds of the frames' clock.
  ///   - waited: seconds since the last frame came; nil before the first.
  ///   - isLost: whether the camera is gone, and not only slow: hands cannot play notes any more.
  package func noFrame(at time: Double, waited: Double? = nil, isLost: Bool = false) {
    if let replay {
      // Until its end a replayed session contains its own pauses without frames.
      if let time = replay.time(after: time) { nothing(at: time) }
      return
    }
    if isLost { controls.instrument?.hands(nil, captureTime: 0) }
    nothing(at: time, waited: waited)
  }

  /// Handles a pause without frames, in seconds of the hands' clock.
  /// - Parameters:
  ///   - now: the time.
  ///   - waited: seconds since the last frame came.
  func nothing(at now: Double, waited: Double? = nil) {
    let (time, output) = reader.withLock { reader in
      takeWishes(&reader, at: nil)
      var (time, output) = (now, reader.gestures.noFrame(at: now))
      if output == nil, let ended = waited.flatMap({ reader.gestures.noFrame(for: $0) }) { (time, output) = (ended.time, ended.output) }
      // A pause that ends no note leaves the sounding notes their hands.
      if output != nil { reader.sounding = 0 }
      return (time, output)
    }
    guard let output else { return }
    var control = output.control
    // No frame belongs to these values.
    control.time = 0
    controls.hands(control, output.events, at: time)
    tellPlayer(output)
    handOver(output.commands)
    let stamp = eventClock.seconds(ofFrame: time)
    let events = output.events.map { Event($0, at: stamp) } + noteEvents(at: stamp)
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
    if let outlet {
      outlet.tell(hands: [], values: sample(at: stamp), mode: controls.values.mode, captureTime: 0)
    }
  }

  private func noteEvents(at time: Double) -> [Event] { (controls.instrument?.takeNews() ?? []).map { Event($0, at: time) } }

  private func tellPlayer(_ output: GestureEngine.Output) {
    if !output.events.isEmpty || !output.commands.isEmpty { feel(output.events, output.commands) }
  }

  private func handOver(_ asked: [GestureCommand]) {
    for command in asked { Self.hand(to: commands) { [carryOut] in carryOut(command) } }
  }

  /// Logs a notice on the thread of the commands. It may have to wait for the reader of standard error.
  func tell(_ notice: String) { Self.hand(to: commands) { [log] in log.notice(notice) } }

  private static func hand(to errands: SerialWorker?, _ errand: @escaping SerialWorker.Job) {
    guard let errands else { return errand() }
    errands.add(errand)
  }

  /// Keeps an event of another source than the gestures for the report.
  func remember(_ event: Event) { if keepHistory { known.withLock { $0.events.append(event) } } }

  /// Ends the session file with all that was processed so far. It drops commands that have not begun, and waits for
  /// one that has.
  public func close() {
    commands?.close(doingTheRest: false)
    session.close()
  }

  /// Applies everything that was set since the last frame. It records the changes in the session.
  /// - Parameter time: time of the frame in seconds of the hands' clock; nil without a frame.
  private func takeWishes(_ reader: inout Reader, at time: Double?) {
    let (fresh, toLoudspeaker, mode) = known.withLock { known in
      defer { known.freshSettings = nil }
      return (known.freshSettings, known.toLoudspeaker, known.mode)
    }
    let isOther = fresh.map { $0 != reader.gestures.settings } ?? false
    // A replayed session begins with its own header.
    let begins = replay == nil && session.begins(isHolding: reader.gestures.isHolding, at: time)
    if begins || isOther {
      let lookAhead = reader.gestures.lookAhead
      reader.gestures = GestureEngine(
        fresh ?? reader.gestures.settings, noise: modelSize.noise, mode: reader.gestures.mode, after: begins ? nil : reader.gestures)
      reader.gestures.lookAhead = lookAhead
      reader.earlierConflicts = reader.sideConflicts
      controls.handsBegin()
      if begins { session.begin(reader.gestures, controls.values) }
    }
    var told = SessionChanges()
    if isOther, !begins, let fresh { told.gestures = SessionGestures(fresh) }
    // A replayed session contains its own mode and look-ahead: ignore those of the box.
    if replay == nil {
      if let toLoudspeaker { reader.gestures.lookAhead = Float(toLoudspeaker) }
      if let mode, mode != reader.gestures.mode {
        reader.gestures.change(mode: mode)
        told.mode = mode.rawValue
      }
    }
    let (outside, stems, instrument) = (controls.takeOutside(), controls.stems?.takeOutside(), controls.instrument?.takeOutside())
    told.add(outside)
    if let stems { told.add(stems) }
    if let stream = controls.stream?.takeOutside(volume: outside.volume) { told.add(stream) }
    if let instrument {
      reader.sources = instrument.sources
      told.instrument = SessionInstrument(instrument)
    }
    guard replay == nil else { return }
    told.tellValues(&reader.gestures)
    session.told(told, reader.gestures)
    guard let tracker else { return }
    tracker.maxHands = HandLimit.hands(
      isForAll: reader.gestures.everyHandPlays, configured: configuredHands, sources: reader.sources, sounding: reader.sounding,
      now: tracker.maxHands)
  }

  /// Returns the values that apply now.
  private func sample(at time: Double) -> ControlSample {
    let values = controls.values
    let stems = values.channel == .stems ? controls.stems : nil
    let instrument = values.channel == .notes ? controls.instrument : nil
    var sample = ControlSample(
      t: time, speed: values.speed, pitchCents: values.pitchCents, volume: values.volume, stems: stems?.values.samples,
      frame: keepHistory ? stems?.rendered ?? instrument?.rendered : nil)
    sample.notes = instrument?.samples
    if values.channel == .stream { sample.streamPitchCents = controls.stream?.values.pitchCents }
    return sample
  }

  private func remember(_ frame: Frame, _ hands: HandFrame, _ output: GestureEngine.Output) {
    let time = eventClock.seconds(ofFrame: frame.time)
    let events = output.events.map { Event($0, at: time) } + noteEvents(at: time)
    let sample = sample(at: time)
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
      known.latest.sideConflicts = output.sideConflicts
      guard keepHistory else { return }
      known.events += events
      known.controls.append(sample)
    }
    outlet?.tell(hands: statuses, values: sample, mode: controls.values.mode, captureTime: frame.time)
    for event in events { hub.publish(event) }
    session.frame(hands, output, sample, events)
  }
}
