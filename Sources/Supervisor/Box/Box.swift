import Camera
import Foundation
import GestureFlowAPI
import Licensing
import MIDI
import Modes
import Panel
import Perception
import Realtime
import Settings
import Sound
import Synchronization

/// The running box, which wires all parts together.
///
/// `SupervisionLoop` reports each part that fails with its remedy and starts it again; the rest keeps running.
/// Commands of people and programs come in through `carryOut`. `ControlLoop` owns how the music is played.
public final class Box: Sendable {
  /// The requested settings, completed from the configuration.
  public let settings: RunSettings
  /// The boot sequence and the notices.
  public let log: BootLog
  /// The configuration's files.
  package let config: ConfigStore
  /// Events for all subscribers.
  public let hub = EventHub()
  /// The real-time engine.
  public let engine: SoundEngine
  /// The worker that keeps the engine's tapes full.
  public let deck: Deck
  package let controls: ControlLoop
  let jukebox: Jukebox
  /// Controller of mode stems.
  package let stems: StemController
  /// Controller of mode instrument.
  package let instrument: InstrumentController
  /// Controller of mode stream.
  package let stream: StreamController
  /// All modes, and the mode that plays.
  let modes: PlayModes
  /// Hands playback over from one source to the next.
  package let sources: SourceSwitcher
  /// Tempo shared with other boxes and programs.
  let link: LinkController
  /// Licences, which unlock tier pro.
  package let licence: LicenceController
  /// Incoming MIDI messages.
  package let inputs: MIDIInputs
  /// MIDI clock: follows that of other gear and sends the box's own.
  package var tempo: TempoController { inputs.tempo }
  /// Sets the tier that the licences allow.
  package let licences: LicenceFollower
  /// Recordings of the output, stored on the box. Nil without a place to store them.
  package let capture: CaptureController?
  /// Tests of parts by a person's ear and eye.
  package let tester: PartTester
  /// Browsers on the local network, and the code that pairs them.
  package let pairing = Pairing()
  /// Updates of the firmware image on sticks.
  package let updates: StickUpdate
  /// Stored scenes.
  let scenes: SceneStore
  private let stemLoader: StemLoader
  let part: Parts
  let loop: SupervisionLoop
  let wave = WaveView()
  let eventClock: EventClock
  /// Reports what happens.
  package let reporter: Reporter
  /// Reads the sticks again on request.
  let stickReads = JoinedJob("gf-sticks")
  let runEnd = RunEnd()
  private let memoryProblem: String?
  /// Writes the files that must survive a power cut.
  let files: FileQueue
  /// State of the run.
  let running = Published(Running())
  // Order: stored when everything that a saved state holds is in place. Sequentially consistent with `RunEnd.asked`:
  // if a start and a request to end come at the same time, one of them sees the other.
  private let isBegun = Atomic(false)
  /// Whether parts are being stopped. Held while the end begins, so that no state is collected at the same time.
  private let isEnding = Mutex(false)

  /// State of a run. Its parts exist from the start on.
  struct Running: Sendable {
    /// Speaks problems; nil in a run without a voice.
    var voice: VoiceController?
    /// Threads of commands that may block. Nil in a run without a clock, and at its end.
    var workers: CommandWorkers?
    /// Feeds the watchdog as long as the box exists.
    var feeder: WatchdogFeeder?
    /// A scene whose stem set is being loaded; nil without one.
    var dueScene: DueScene?
    /// Reason why a requested power-off failed; nil without a failure.
    var switchOffFailure: FileError?
  }

  /// Makes all parts; nothing sounds yet.
  ///
  /// An invalid option of the command line throws: a file that is not a film, a file that cannot be written. A
  /// missing device or an invalid word in the configuration does not throw.
  /// - Parameters:
  ///   - device: lines of the panel; a double in tests.
  ///   - source: replaces the camera of the settings; a double in tests.
  ///   - sequencer: makes the machine's MIDI; a double in tests.
  public convenience init(
    _ requested: RunSettings, log: BootLog, panel device: any PanelDevice = GPIOPanel(), camera source: (any FrameSource)? = nil,
    sequencer: @escaping @Sendable () -> any SequencerDevice = { ALSASequencer() }
  ) throws {
    try self.init(requested, log: log, panel: device, camera: source, sequencer: sequencer, stream: nil)
  }

  /// Makes all parts, with a choice of stream sources.
  /// - Parameter ways: players and pipes of other programs; nil for the configured ones.
  package init(
    _ requested: RunSettings, log: BootLog, panel device: any PanelDevice, camera source: (any FrameSource)?,
    sequencer: @escaping @Sendable () -> any SequencerDevice, stream ways: StreamDependencies?
  ) throws {
    let begun = Clock.seconds
    try requested.checkFiles()
    if let folder = requested.stateFolder { try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    let config = ConfigStore(
      files: requested.configFiles, mustExist: requested.configMustExist, stateFolder: requested.stateFolder, trust: requested.trust)
    let configuration = config.configuration
    for error in config.errors { log.part("settings", .warn, "\(error)") }
    for notice in config.notices { log.notice(notice) }
    if let problem = Self.problem(of: requested) { log.part(problem.name, .warn, "\(problem.reason ?? ""): \(problem.remedy ?? "")") }
    var settings = requested
    settings.adopt(configuration, modelWasAsked: requested.model != .auto)
    let files = FileQueue()
    settings.licences.run = { files.run($0) }

    let keeping = StateSaver(
      settings.stateFolder, configuration, log: log, isTrusted: settings.trust == .everything, trouble: settings.stateTrouble
    ) {
      files.run($0)
    }
    let saved = keeping.saved
    let engine = SoundEngine(volume: Float(VolumeCurve.gain(saved.volume)))
    let loader = try StemLoader(engine.stems, opener: SoundFile.system, isFetching: !settings.freeRunning)
    licence = try LicenceController(
      stateFolder: settings.stateFolder, settings.licences, isWorkbench: settings.workbenchTier != nil && !settings.isAppliance
    ) { log.notice($0) }
    let controls = ControlLoop(
      Controls(
        engine, Controls.Values(saved, configuration), policy: Policy(settings, saved, hasLicence: licence.hasLicence),
        stems: StemControls(engine.stems, StemControls.Values(saved.stems)),
        instrument: InstrumentControls(engine.instrument, InstrumentControls.Values(saved, configuration)),
        stream: StreamControls(StreamControls.Values(saved.stream))))
    let stems = StemController(
      engine.stems, controls, awaiting: saved.stems.set, load: loader.way(waits: settings.freeRunning), move: { loader.move($0) }
    ) { log.notice($0) }
    let instrument = InstrumentController(
      engine.instrument, controls, sound: saved.instrument.sound ?? configuration.firstSound
    ) { log.notice($0) }
    let streamWays = ways ?? .real(configuration, engine)
    let stream = StreamController(streamWays, controls)
    let deck = Deck(engine, playlist: Playlist(files: settings.play))
    deck.set(crossFade: configuration.crossFade)
    // A run without a clock gives the same sound each time.
    let isFree = settings.freeRunning
    let jukebox = Jukebox(
      deck, isFixed: !settings.play.isEmpty, mountRoot: configuration.mountRoot,
      seed: { isFree ? 1 : .random(in: 0...SavedState.mostSeed) }
    ) { log.notice($0) }

    let eventClock = EventClock(isLive: !settings.freeRunning, begun: begun)
    let make = PartsMaker(
      settings: settings, config: config, log: log, hub: hub, eventClock: eventClock, engine: engine, controls: controls)
    let sound = SoundPart(engine, settings: settings, log: log)
    let osc = make.osc()
    let replay = try source == nil ? make.replay() : nil
    let (panel, touch) = (make.panel(device), make.touch())
    let signals = Signals(engine, controls, config, panel.loop)
    let tracker = make.tracker(osc, replay, signals)
    let camera = make.camera(source ?? replay, tracker, wasAskedFor: requested.camera != nil, runEnd)
    let reporter = Reporter(hub: hub, clock: eventClock, log: log, signals: signals, tracker: tracker)
    let inputs = MIDIInputs(engine, controls, stems, instrument, make.tempo(stems), saved.learned, log)
    let midi = make.midi(sequencer, inputs)
    if let midi { controls.change { $0.instrument.attach(midi) } }
    let link = LinkController(stems, controls, pair: { engine.clockPair }, notice: { log.notice($0) })
    let linkPart = make.link(link)
    let modes = make.modes(jukebox, deck, stems, instrument, stream, reporter)
    let licences = LicenceFollower(licence, controls, modes, stems, reporter)
    updates = StickUpdate(settings.updates)
    let library = make.library(
      deck,
      LibraryEvents(
        jukebox: jukebox, stems: stems, instrument: instrument, licences: licences, updates: updates, reporter: reporter))
    let sources = make.sources(modes, stream, reporter)
    controls.observe { sources.wake() }
    let streamPart = make.stream(streamWays, stream, sources)
    // Sound starts first: music plays before anything else is ready. The tracker takes longest.
    let state = settings.stateFolder == nil || settings.freeRunning ? nil : keeping
    let parts: [(any Component)?] = [sound, library, state, panel, midi, osc, linkPart, streamPart, touch, camera, tracker]
    var reports = SupervisionLoop.Reports()
    reports.settled = { [starts = settings.starts] in files.run { starts?.end() } }
    reports.ready = { now in config.keepGood(at: now) { files.run($0) } }
    reports.aside = { DispatchQueue.global(qos: .utility).async(execute: $0) }
    loop = SupervisionLoop(Supervision(parts.compactMap { $0 }), keeping: keeping, log: log, reports: reports)

    self.settings = settings
    self.files = files
    self.log = log
    self.eventClock = eventClock
    self.config = config
    self.engine = engine
    self.deck = deck
    self.controls = controls
    self.jukebox = jukebox
    self.stems = stems
    self.instrument = instrument
    self.stream = stream
    self.modes = modes
    self.sources = sources
    self.reporter = reporter
    self.inputs = inputs
    self.licences = licences
    self.link = link
    tester = PartTester(
      engine, panel, midi, isPlaying: { sound.sink.health.running }, takeMIDI: { inputs.takeTrace(goesOn: $0) },
      takeFrames: { camera.loop?.takeTrace(goesOn: $0) },
      openInput: { () throws(Failure) -> any SoundInput in try ALSAInput(beside: sound.sink.name) },
      publish: { reporter.publish($0, $1) }, sound: { signals.play($0) },
      notice: { log.notice($0) })
    capture = make.capture(reporter)
    scenes = SceneStore(settings.stateFolder) { log.notice($0) }
    stemLoader = loader
    part = Parts(
      sound: sound, library: library, panel: panel, midi: midi, osc: osc, link: linkPart, stream: streamPart, touch: touch, camera: camera,
      tracker: tracker)
    memoryProblem = settings.freeRunning ? nil : lockMemory()
    // A camera named on the command line must open before anything runs. For a camera of the configuration, a failure
    // belongs to its part.
    if requested.camera != nil || settings.freeRunning { try camera.open() }
  }

  /// Files of long stem channels that cannot be read now.
  var missingStems: [String] { stemLoader.missing }

  /// Reads what long stem channels need next. A run without a clock leaves a thread no time for that.
  func settleStems() { stemLoader.settle() }

  /// Adds a part from outside, such as the sockets. Call it before `start`.
  public func add(_ component: any Component) { loop.supervision.add(component, beforeLast: 2) }

  /// Starts everything.
  /// - Throws: `SinkError` when a requested file or FIFO cannot be written.
  public func start() throws {
    feedWatchdog()
    try startControls()
    observe()
    jukebox.restore(loop.keeping.saved)
    beginMode()
    isBegun.store(true, ordering: .sequentiallyConsistent)
    if runEnd.isAsked { beginStop(saves: true) }
    try part.sound.check()
    try sources.start()
    deck.start()
    startVoice()
    if let memoryProblem { log.part("memory", .warn, "not locked: \(memoryProblem)") }
    supervise()
  }

  /// Supervises the box until the run ends. Calls `tick` about every 0.1 s. The run ends when the time is over, when
  /// the film has ended, or on request.
  public func wait(_ tick: () -> Void) {
    let end = settings.seconds.map { Clock.seconds + $0 }
    while !runEnd.wait(loop.pause) {
      supervise()
      tick()
      if let end, Clock.seconds >= end { return }
    }
  }

  /// Requests the end of the run. Any thread may call.
  public func requestStop() { requestEnd() }

  /// Begins the end now, on the caller's thread. The thread that waits for the end may be blocked in a driver.
  /// - Parameter powerOff: whether to switch off the machine, too.
  func requestEnd(powerOff: Bool = false) {
    runEnd.ask(powerOff: powerOff)
    // Before `isBegun` is set, the contents of a state do not exist yet; then `start` begins the end.
    if isBegun.load(ordering: .sequentiallyConsistent) { isEnding.withLock { beginStop(saves: !$0) } }
  }

  /// Reason why a requested power-off failed; nil without a failure.
  public var powerOffFailure: FileError? { running.now.switchOffFailure }

  /// Begins to stop. The machine's shutdown is requested first, because it waits for the rest.
  private func beginStop(saves: Bool) {
    loop.beginStop(of: self, at: Clock.seconds, powersOff: runEnd.wantsPowerOff, saves: saves) {
      do throws(FileError) { try settings.switchOff() } catch { running.change { $0.switchOffFailure = error } }
    }
    // A requested end is not a crash. That holds even if the service manager has to force it.
    files.run { [starts = settings.starts] in starts?.end() }
  }

  /// Fades the music, saves the state and stops every part. The part that started last stops first.
  public func stop() {
    // A later signal finds stopped parts. It must not replace the state saved here.
    isEnding.withLock { isEnding in
      beginStop(saves: true)
      isEnding = true
    }
    controls.change { $0.instrument.end() }
    tester.stop()
    running.now.voice?.stop()
    engine.post(SoundCommand(.fadeOut))
    // A player of another program keeps playing: the box does not own it.
    sources.stop()
    let limit = Clock.seconds + Deadlines.fade
    // The audio thread fades the music and may wake no thread.
    while Clock.seconds < limit, sink.health.running, !engine.state.isSilent { usleep(5000) }
    // Players do not confirm a volume, so the box gives them a fixed time.
    if stream.restore() { usleep(UInt32(Deadlines.lastWord * 1e6)) }
    capture?.end()
    licence.end()
    loop.stop()
    stopControls()
    deck.stop()
    stemLoader.stop()
    let isWritten = files.wait(Deadlines.files)
    // The part was checked for the last time before this write.
    if case .degraded(let why) = loop.keeping.condition { log.notice("the last state was not saved: \(why)") }
    if !isWritten { log.notice("the disk has not taken the state for \(Int(Deadlines.files)) s: check the card") }
  }

  /// Starts the watchdog on a thread of its own. The caller's thread may wait for a card, a camera or a stick.
  private func feedWatchdog() {
    guard loop.hasWatchdog || settings.isAppliance else { return }
    let new = WatchdogFeeder(every: Deadlines.tick) { [weak self] in
      guard let self else { return false }
      return loop.feed(for: self, at: Clock.seconds)
    }
    running.change { $0.feeder = new }
  }

  /// Starts the thread of the controls. It also starts the threads of commands that may block.
  private func startControls() throws {
    let new = try CommandWorkers { [log] in log.notice($0) }
    running.change { $0.workers = new }
    try log.startPrinting()
    controls.handle(by: self)
    try controls.start()
  }

  private func stopControls() {
    controls.stop()
    controls.handle(by: nil)
    let workers = running.change { running in
      defer { running.workers = nil }
      return running.workers
    }
    workers?.stop()
    log.stopPrinting()
  }

  private func supervise() {
    loop.round(self, at: Clock.seconds)
    let dropped = controls.takeDropped()
    if dropped > 0 { log.notice("\(dropped) frames of hands were dropped: the machine is too slow for them") }
    lookAtStems()
    lookAtInstrument()
    licences.look()
    // Frames do so too. A round may wait long for a device, and a camera that is gone brings no frames.
    lookAtSceneChoice(at: Clock.seconds)
    lookAtUpdate(at: Clock.seconds)
    lookAtSignals(at: Clock.seconds)
    sources.wake()
  }
}
