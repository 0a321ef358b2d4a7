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
  /// What the last frame gave.
  public struct Snapshot: Sendable {
    /// The mode's values, as the hands have them.
    public var control = ControlFrame()
    /// The hands in the words of the status.
    public var hands: [HandStatus] = []
    /// The hands with their landmarks.
    public var landmarks: [Hand] = []
    /// 0...1 of the way to a held gesture's command.
    public var holdProgress: Float = 0
    /// Frames looked at so far.
    public var frames = 0
    /// The picture; nil before the first one.
    public var lastFrame: Frame?
    /// The tracker's counts.
    public var quality = TrackQuality()
    /// How often two hands of one side met so far.
    public var sideConflicts = 0

    /// Before the first frame.
    public init() {}
  }

  /// What only the thread of `process` touches.
  private struct Reader: Sendable {
    var gestures: GestureEngine
    var framePace = FramePace()
    var searchPace = SearchPace()
    /// Hands of the last frame that was looked at.
    var hands = 0
    /// Notes of hands that sounded then.
    var sounding = 0
    /// Hands that may play the instrument.
    var sources = HandLimit.most
    /// The fewest pictures that were told of: the pace goes up and down with the number of hands.
    var slowestTold = 1
    /// Meetings of two hands of one side: so far, and those of the engines before this one.
    var sideConflicts = 0
    var earlierConflicts = 0
  }

  /// What anybody may ask for.
  private struct Known: Sendable {
    var latest = Snapshot()
    var events: [Event] = []
    var controls: [ControlSample] = []
    /// Why the last frame could not be looked at.
    var failure: TrackerError?
    /// Settings that are taken over with the next frame.
    var freshSettings: GestureSettings?
    /// The mode that is played from the next frame on.
    var mode: GestureEngine.Mode?
    /// From capture to loudspeaker in seconds; nil until it was measured.
    var toLoudspeaker: Double?
    /// What is left out because the machine is too slow for all of it.
    var saving: String?
  }

  /// Lines that wait to be written at most, ten seconds of them, and commands and notices that wait at most: who shows a sign that often has long been waiting for the first one.
  private static let mostLines = 300
  private static let mostCommands = 16

  /// Events for whoever subscribes.
  public let hub: EventHub
  /// Time of each frame's gestures.
  public let gestureTimes = Durations()
  /// Time of each picture's decoding.
  public let decodeTimes = Durations()
  private let tracker: HandTracker
  private let models: TrackerModels
  private let controls: Controls
  private let eventClock: EventClock
  private let log: BootLog
  private let isAuto: Bool
  /// Hands that are followed in modes that play by sides.
  private let configuredHands: Int
  private let keepHistory: Bool
  private let session: LineWriter<SessionLine>?
  /// Frames in words, for the session file and for clients: `gf-hands` has the next one to look at. Nil without a clock: then nothing is handed over.
  private let writing: Errands?
  /// What held gestures ask for, and notices. The library's locks, a stick that answers slowly and a console may take their time: `gf-hands` does not wait for them.
  private let commands: Errands?
  private let carryOut: @Sendable (GestureCommand) -> Void
  private let outlet: (any FrameOutlet)?
  private let reader: Mutex<Reader>
  private let known = Mutex(Known())

  /// - Parameters:
  ///   - keepHistory: remember every event and control value for a report.
  ///   - outlet: told each frame's hands and values.
  ///   - carryOut: what a held gesture asks for, one after the other; called on a thread of its own, and with `live` false on the thread of `process`.
  package init(
    models: TrackerModels, settings: RunSettings, gestures: GestureSettings = GestureSettings(), controls: Controls,
    hub: EventHub = EventHub(), eventClock: EventClock, log: BootLog, live: Bool, keepHistory: Bool,
    outlet: (any FrameOutlet)? = nil,
    carryOut: @escaping @Sendable (GestureCommand) -> Void
  ) throws {
    self.hub = hub
    self.eventClock = eventClock
    self.models = models
    tracker = try HandTracker(models, maxHands: settings.maxHands, search: live ? .beside : .inline)
    self.controls = controls
    self.carryOut = carryOut
    self.outlet = outlet
    self.log = log
    isAuto = settings.model == .auto && live
    configuredHands = settings.maxHands
    reader = Mutex(Reader(gestures: GestureEngine(gestures, noise: models.size.noise)))
    self.keepHistory = keepHistory
    session = try settings.record.map { path throws(FileError) in try LineWriter<SessionLine>(path) }
    writing =
      live
      ? try Errands("gf-session", room: Self.mostLines) {
        log.notice("\($0) frames are missing in the session file and for clients: writing them takes too long")
      } : nil
    commands =
      live
      ? try Errands("gf-commands", room: Self.mostCommands) {
        log.notice("\($0) commands of held gestures or notices were dropped: what came before them takes too long")
      } : nil
    controls.handsBegin()
  }

  /// Takes over other settings with the next frame; the values stay.
  public func apply(_ settings: GestureSettings) { known.withLock { $0.freshSettings = settings } }

  /// Reads the hands by another mode's rules from the next frame on. A mode that is not the hands' changes nothing.
  package func change(mode: Mode) {
    guard let mode = GestureEngine.Mode(rawValue: mode.rawValue) else { return }
    known.withLock { $0.mode = mode }
  }

  /// How long it takes from a frame's capture to the loudspeaker, in seconds, as measured. Filters that predict look that far ahead.
  package func measured(toLoudspeaker seconds: Double) { known.withLock { $0.toLoudspeaker = seconds } }

  /// Why the last frame could not be looked at; nil when it could.
  public var failure: TrackerError? { known.withLock { $0.failure } }
  /// What the last frame gave.
  public var snapshot: Snapshot { known.withLock { $0.latest } }
  /// Everything since the start, if it is kept.
  public var history: (events: [Event], controls: [ControlSample]) { known.withLock { ($0.events, $0.controls) } }
  /// The tracker's times by stage.
  public var timings: TrackTimings { tracker.timings }
  /// The tracker's threads.
  public var threads: [RealtimeThread.Outcome] { tracker.threads }
  /// The tracker looks for palms beside the frames, and has not found them or given up yet.
  package var isSearching: Bool { tracker.isSearching }
  /// The model in use.
  public var modelSize: ModelSize { models.size }

  /// What is left out because the machine is too slow for all of it, in words; nil when nothing is.
  package var saving: String? { known.withLock { $0.saving } }

  /// Takes one frame through to the controls. On a machine that is too slow `auto` leaves some out.
  public func process(_ frame: Frame) {
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
    let output = reader.withLock { reader in
      takeWishes(&reader)
      if isAuto { govern(&reader, frame, hands: hands.hands.count) }
      let begun = Clock.nanoseconds
      defer { gestureTimes.record(Clock.nanoseconds - begun) }
      var output = reader.gestures.process(hands)
      reader.sounding = output.control.instrument?.sounding ?? 0
      reader.sideConflicts = reader.earlierConflicts + output.sideConflicts
      output.sideConflicts = reader.sideConflicts
      return output
    }
    controls.hands(output.control, output.events)
    handOver(output.commands)
    remember(frame, hands, output)
  }

  /// No frame came for a while: presence ends by the clock. On the thread of `process`.
  /// - Parameters:
  ///   - time: seconds of the frames' clock.
  ///   - isLost: the camera is gone, and not only slow: nobody plays notes any more.
  package func noFrame(at time: Double, isLost: Bool = false) {
    if isLost { controls.instrument?.hands(nil, captureTime: 0) }
    let output = reader.withLock { reader in
      takeWishes(&reader)
      reader.sounding = 0
      return reader.gestures.noFrame(at: time)
    }
    guard let output else { return }
    var control = output.control
    // No picture is behind these values.
    control.time = 0
    controls.hands(control, output.events)
    handOver(output.commands)
    let stamp = eventClock.seconds(ofFrame: time)
    let events = output.events.map { Event($0, at: stamp) } + noteEvents(at: stamp)
    known.withLock { known in
      known.latest.control = output.control
      known.latest.hands = []
      known.latest.landmarks = []
      known.latest.holdProgress = 0
      if keepHistory { known.events += events }
    }
    for event in events { hub.publish(event) }
    if let outlet {
      outlet.tell(hands: [], values: sample(at: stamp), mode: controls.values.mode, captureTime: 0)
    }
  }

  private func noteEvents(at time: Double) -> [Event] { (controls.instrument?.takeNews() ?? []).map { Event($0, at: time) } }

  private func handOver(_ asked: [GestureCommand]) {
    for command in asked { Self.hand(to: commands) { [carryOut] in carryOut(command) } }
  }

  /// A notice, which may have to wait for the reader of standard error.
  private func tell(_ notice: String) { Self.hand(to: commands) { [log] in log.notice(notice) } }

  private static func hand(to errands: Errands?, _ errand: @escaping Errands.Errand) {
    guard let errands else { return errand() }
    errands.add(errand)
  }

  /// Keeps an event that is not a gesture's for the report.
  func remember(_ event: Event) { if keepHistory { known.withLock { $0.events.append(event) } } }

  /// Ends the session file, with what was seen up to here. Commands that have not begun are dropped; one that has is waited for.
  public func close() {
    commands?.close(doingTheRest: false)
    writing?.close()
    session?.close()
  }

  /// Takes over what was set and configured since the last frame.
  private func takeWishes(_ reader: inout Reader) {
    let (fresh, toLoudspeaker, mode) = known.withLock { known in
      defer { known.freshSettings = nil }
      return (known.freshSettings, known.toLoudspeaker, known.mode)
    }
    if let fresh, fresh != reader.gestures.settings {
      reader.gestures = GestureEngine(fresh, noise: models.size.noise, mode: reader.gestures.mode)
      reader.earlierConflicts = reader.sideConflicts
      controls.handsBegin()
    }
    if let toLoudspeaker { reader.gestures.lookAhead = Float(toLoudspeaker) }
    if let mode, mode != reader.gestures.mode { reader.gestures.change(mode: mode) }
    let outside = controls.takeOutside()
    reader.gestures.set(speed: outside.speed, pitchCents: outside.pitchCents, volume: outside.volume)
    controls.stems?.takeOutside().tell(&reader.gestures)
    if let settings = controls.instrument?.takeOutside() {
      reader.sources = settings.sources
      reader.gestures.set(instrument: settings)
    }
    tracker.maxHands = HandLimit.hands(
      in: reader.gestures.mode, configured: configuredHands, sources: reader.sources, sounding: reader.sounding, now: tracker.maxHands)
  }

  /// Fewer pictures or palm searches where the machine is too slow for all, more again where it is not.
  private func govern(_ reader: inout Reader, _ frame: Frame, hands: Int) {
    reader.hands = hands
    let frames = reader.framePace.judge(cpu: tracker.criticalPath, index: frame.index, time: frame.time, hands: hands)
    let searches = reader.searchPace.judge(cpu: tracker.searchWork)
    guard frames != nil || searches != nil else { return }
    if let frames, frames.step > reader.slowestTold {
      reader.slowestTold = frames.step
      tell("\(frames)")
    }
    if let searches {
      tracker.limit(searches: searches.most)
      tell("\(searches)")
    }
    let parts = [
      reader.framePace.step > 1 ? FramePace.words(reader.framePace.step) : nil,
      reader.searchPace.most.map { "at most \($0.rounded(digits: 1)) palm searches a second without hands" },
    ].compactMap { $0 }
    known.withLock { $0.saving = parts.isEmpty ? nil : parts.joined(separator: ", ") }
  }

  /// The values that hold now.
  private func sample(at time: Double) -> ControlSample {
    let values = controls.values
    let stems = values.mode == .stems ? controls.stems : nil
    let instrument = values.mode == .instrument ? controls.instrument : nil
    var sample = ControlSample(
      t: time, speed: values.speed, pitchCents: values.pitchCents, volume: values.volume, stems: stems?.values.samples,
      frame: keepHistory ? stems?.rendered ?? instrument?.rendered : nil)
    sample.notes = instrument?.samples
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
      known.latest.frames += 1
      known.latest.lastFrame = frame
      known.latest.quality = tracker.quality
      known.latest.sideConflicts = output.sideConflicts
      guard keepHistory else { return }
      known.events += events
      known.controls.append(sample)
    }
    outlet?.tell(hands: statuses, values: sample, mode: controls.values.mode, captureTime: frame.time)
    for event in events { hub.publish(event) }
    let isAskedFor = hub.wantsFrames
    guard session != nil || isAskedFor else { return }
    let line = SessionLine(frame: HandsLine(hands, model: models.size), control: sample, events: events)
    Self.hand(to: writing) { [log, hub, session] in
      if isAskedFor, let json = try? JSONEncoder().encode(line) { hub.publish(frame: json) }
      do { try session?.write(line) } catch { log.notice("the session file cannot be written any more: \(error)") }
    }
  }
}
