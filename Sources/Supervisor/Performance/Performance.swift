import Camera
import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import Realtime
import Synchronization

/// What happens with one frame: hands are found, gestures read, and the controls told. The same for a live box, a film and a test.
///
/// One thread calls `process` and `noFrame`; everything else may be asked from anywhere.
public final class Performance: Sendable {
  /// Lines that wait to be written at most, ten seconds of them, and commands and notices that wait at most: who shows a sign that often has long been waiting for the first one.
  private static let mostLines = 300
  private static let mostCommands = 16
  private static let noTimings = TrackTimings()

  /// Events for whoever subscribes.
  public let hub: EventHub
  /// Time of each frame's gestures.
  public let gestureTimes = Durations()
  /// Time of each picture's decoding.
  public let decodeTimes = Durations()
  let tracker: (any HandFinder)?
  /// A recorded session that stands in for camera and tracker.
  let replay: ReplayFile?
  /// What saw the hands.
  public let modelSize: ModelSize
  let controls: Controls
  private let eventClock: EventClock
  private let log: BootLog
  private let isAuto: Bool
  /// Hands that are followed in modes that play by sides.
  private let configuredHands: Int
  private let keepHistory: Bool
  let session: SessionRecorder
  /// What held gestures ask for, and notices. The library's locks, a stick that answers slowly and a console may take their time: `gf-hands` does not wait for them.
  private let commands: Errands?
  private let carryOut: @Sendable (GestureCommand) -> Void
  /// Tells the player what hands have done.
  private let feel: @Sendable ([GestureEvent], [GestureCommand]) -> Void
  /// Carries out a command of a session that is played again.
  let ask: @Sendable (Command) -> Void
  private let outlet: (any FrameOutlet)?
  let reader: Mutex<Reader>
  let known = Mutex(Known())

  /// - Parameters:
  ///   - keepHistory: remember every event and control value for a report.
  ///   - outlet: told each frame's hands and values.
  ///   - models: nil if a session is played again, or for another finder.
  ///   - finder: finds the hands in place of a tracker with `models`.
  ///   - replay: a recorded session that stands in for camera and tracker.
  ///   - ask: carries out a command of that session; on the thread of `process`.
  ///   - feel: tells the player what hands have done in a frame in which something happened; on the thread of `process`.
  ///   - carryOut: what a held gesture asks for, one after the other; called on a thread of its own, and with `live` false on the thread of `process`.
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
      ? try Errands("gf-commands", room: Self.mostCommands) {
        log.notice("\($0) commands of held gestures or notices were dropped: what came before them takes too long")
      } : nil
    controls.handsBegin()
  }

  /// Takes over other settings with the next frame; the values stay.
  public func apply(_ settings: GestureSettings) {
    // A session has settings of its own.
    if replay == nil { known.withLock { $0.freshSettings = settings } }
  }

  /// Reads the hands by another mode's rules from the next frame on.
  package func change(mode: Mode) {
    known.withLock { $0.mode = mode }
  }

  /// How long it takes from a frame's capture to the loudspeaker, in seconds, as measured. Filters that predict look that far ahead.
  package func measured(toLoudspeaker seconds: Double) { known.withLock { $0.toLoudspeaker = seconds } }

  /// A command that did not come from hands was carried out: a session that is kept holds it. Any thread.
  package func carriedOut(_ command: Command) {
    // A licence is its owner's, and a session is given to others.
    if case .licenseInstall = command { return }
    session.command(command, at: eventClock.now)
  }

  /// Why the last frame could not be looked at; nil when it could.
  public var failure: TrackerError? { known.withLock { $0.failure } }
  /// What the last frame gave.
  public var snapshot: Snapshot { known.withLock { $0.latest } }
  /// Everything since the start, if it is kept.
  public var history: (events: [Event], controls: [ControlSample]) { known.withLock { ($0.events, $0.controls) } }
  /// The tracker's times by stage.
  public var timings: TrackTimings { tracker?.timings ?? Self.noTimings }
  /// The tracker's threads.
  public var threads: [RealtimeThread.Outcome] { tracker?.threads ?? [] }
  /// The tracker looks for palms beside the frames, and has not found them or given up yet.
  package var isSearching: Bool { tracker?.isSearching ?? false }
  /// What is left out because the machine is too slow for all of it, in words; nil when nothing is.
  package var saving: String? { known.withLock { $0.saving } }

  /// Takes one frame through to the controls. On a machine that is too slow `auto` leaves some out.
  public func process(_ frame: Frame) {
    guard let tracker else { return playAgain(frame) }
    if isAuto, !reader.withLock({ $0.framePace.takes(frame.index, hands: $0.hands) }) { return }
    if frame.decodeTime > 0 { decodeTimes.record(frame.decodeTime) }
    let hands: HandFrame
    do throws(TrackerError) { hands = try tracker.process(frame) } catch {
      let isNews = known.withLock { known in
        defer { known.failure = error }
        return known.failure != error
      }
      if isNews { tell(error.description) }
      // Nobody is seen, and that lasts: presence goes by the clock.
      noFrame(at: frame.time)
      return
    }
    known.withLock { $0.failure = nil }
    look(frame, hands)
  }

  /// Reads what the hands of a frame mean, and tells everybody.
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
    // In a session that is played again the hands' own time is another clock's.
    output.control.time = frame.time
    controls.hands(output.control, output.events, at: hands.time)
    tellPlayer(output)
    handOver(output.commands)
    output.control = asked
    remember(frame, hands, output)
  }

  /// No frame came for a while: presence ends by the clock. On the thread of `process`.
  /// - Parameters:
  ///   - time: seconds of the frames' clock.
  ///   - waited: seconds since the last frame came; nil before the first.
  ///   - isLost: the camera is gone, and not only slow: nobody plays notes any more.
  package func noFrame(at time: Double, waited: Double? = nil, isLost: Bool = false) {
    if let replay {
      // What happens without pictures stands in the session, until it is over.
      if let time = replay.time(after: time) { nothing(at: time) }
      return
    }
    if isLost { controls.instrument?.hands(nil, captureTime: 0) }
    nothing(at: time, waited: waited)
  }

  /// - Parameters: seconds of the hands' clock, and since the last frame came.
  func nothing(at now: Double, waited: Double? = nil) {
    let (time, output) = reader.withLock { reader in
      takeWishes(&reader, at: nil)
      var (time, output) = (now, reader.gestures.noFrame(at: now))
      if output == nil, let ended = waited.flatMap({ reader.gestures.noFrame(for: $0) }) { (time, output) = (ended.time, ended.output) }
      // A pause that ends no note leaves those that sound their hands.
      if output != nil { reader.sounding = 0 }
      return (time, output)
    }
    guard let output else { return }
    var control = output.control
    // No picture is behind these values.
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

  /// A notice, which may have to wait for the reader of standard error.
  func tell(_ notice: String) { Self.hand(to: commands) { [log] in log.notice(notice) } }

  private static func hand(to errands: Errands?, _ errand: @escaping Errands.Errand) {
    guard let errands else { return errand() }
    errands.add(errand)
  }

  /// Keeps an event that is not a gesture's for the report.
  func remember(_ event: Event) { if keepHistory { known.withLock { $0.events.append(event) } } }

  /// Ends the session file, with what was seen up to here. Commands that have not begun are dropped; one that has is waited for.
  public func close() {
    commands?.close(doingTheRest: false)
    session.close()
  }

  /// Takes over what was set and configured since the last frame, and has a session that is kept know it.
  /// - Parameter time: of the frame, in seconds of the hands' clock; nil when there is not one.
  private func takeWishes(_ reader: inout Reader, at time: Double?) {
    let (fresh, toLoudspeaker, mode) = known.withLock { known in
      defer { known.freshSettings = nil }
      return (known.freshSettings, known.toLoudspeaker, known.mode)
    }
    let isOther = fresh.map { $0 != reader.gestures.settings } ?? false
    // A session that is played again begins where it began.
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
    var told = SessionTold()
    if isOther, !begins, let fresh { told.gestures = SessionGestures(fresh) }
    // What a session is to be played again with stands in it, and the box's own goes nowhere.
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

  /// The values that hold now.
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
