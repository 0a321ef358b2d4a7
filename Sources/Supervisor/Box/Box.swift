import Camera
import Foundation
import GestureFlowAPI
import MIDI
import Panel
import Realtime
import Sound
import Synchronization

/// The running box: what is wired with what. Each part that fails is reported with its remedy, started again, and the rest runs on; `SupervisionLoop` sees to that. What
/// people and programs ask for comes in by `carryOut`, and how the music is played stands in `Controls`.
public final class Box: Sendable {
  /// What was asked for, with what the configuration says of the rest.
  public let settings: RunSettings
  /// The boot sequence and the notices.
  public let log: BootLog
  /// The configuration's files.
  package let config: ConfigStore
  /// Events for whoever subscribes.
  public let hub = EventHub()
  /// The real-time engine.
  public let engine: SoundEngine
  /// The worker that keeps the engine's tapes full.
  public let deck: Deck
  package let controls: Controls
  let jukebox: Jukebox
  /// What is played in mode stems.
  package let stems: StemStage
  /// What is played in mode instrument.
  package let instrument: InstrumentStage
  /// What is played in mode stream.
  package let stream: StreamStage
  /// Every mode, and which is played.
  let modes: PlayModes
  /// Where what plays takes turns.
  package let sources: SourceDesk
  /// The clock of other people's gear, and ours for it.
  package let tempo: TempoStage
  /// A tempo that is shared with other boxes and programs.
  let link: LinkStage
  /// Which of their knobs and keys play what.
  let learn: LearnStage
  /// What unlocks tier pro.
  package let licence: LicenceStage
  /// What is remembered of what came in by MIDI.
  let wire = Mutex(Wire())
  /// What is heard, kept on the box; nil where there is nowhere to keep it.
  package let capture: CaptureStage?
  private let stemLoader: StemLoader
  let part: Parts
  let loop: SupervisionLoop
  /// What modes and tiers allow.
  let policy: Mutex<Policy>
  let wave = WaveView()
  /// Held while the configuration is read again and taken over, so that two changes at once take turns.
  let reconfiguring = Mutex(())
  let eventClock: EventClock
  /// Presses of PLAY that may be taps of a tempo.
  let taps = Mutex(TapTempo())
  /// The state before the last click of each button that a second one may take back.
  let firstClicks = Mutex<[Button: FirstClick]>([:])
  /// Sounds of the hands.
  let feedback = Mutex(HandFeedback())
  /// When a refusal was heard last.
  let refusalTone = Mutex(RefusalTone())
  let runEnd = RunEnd()
  /// Reads sticks again for whoever asked for it, one look after the other.
  let stickLooks = DispatchQueue(label: "gf-sticks", qos: .utility)
  /// One was asked for and has not begun.
  let isLookDue = Mutex(false)
  private let memoryProblem: String?
  /// Writes what outlives a power cut.
  private let files: FileQueue
  /// Kept for as long as the box; nil until the start.
  private let feeder = Mutex<WatchdogFeeder?>(nil)
  // Order: stored when all that a state holds is in place; sequentially consistent with `RunEnd.asked`, so that of a start and a wish at the same time one sees the other.
  private let isBegun = Atomic(false)
  /// Parts are being stopped. Held while the end begins, so that no state is collected beside that.
  private let isEnding = Mutex(false)
  /// Why the machine cannot be switched off, although a person asked for it; nil if it can.
  private let switchOffFailure = Mutex<FileError?>(nil)

  /// Makes all parts; nothing sounds yet. A wrong wish of the command line (a film that is none, a file that cannot be written) throws; a missing device or a wrong
  /// word in the configuration does not.
  /// - Parameters:
  ///   - device: the panel's lines; a double in tests.
  ///   - source: stands in for the camera of the settings; a double in tests.
  ///   - sequencer: makes the machine's MIDI; a double in tests.
  public convenience init(
    _ wish: RunSettings, log: BootLog, panel device: any PanelDevice = GPIOPanel(), camera source: (any FrameSource)? = nil,
    sequencer: @escaping @Sendable () -> any SequencerDevice = { ALSASequencer() }
  ) throws {
    try self.init(wish, log: log, panel: device, camera: source, sequencer: sequencer, stream: nil)
  }

  /// The same. - Parameter ways: other programs' players and pipes; nil for those that are configured.
  package init(
    _ wish: RunSettings, log: BootLog, panel device: any PanelDevice, camera source: (any FrameSource)?,
    sequencer: @escaping @Sendable () -> any SequencerDevice, stream ways: StreamWays?
  ) throws {
    let begun = Clock.seconds
    try wish.checkFiles()
    if let folder = wish.stateFolder { try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    let config = ConfigStore(files: wish.configFiles, mustExist: wish.configMustExist, stateFolder: wish.stateFolder, trust: wish.trust)
    let configuration = config.configuration
    for error in config.errors { log.part("settings", .warn, "\(error)") }
    if let notice = config.notice { log.notice(notice) }
    if let problem = Self.problem(of: wish) { log.part(problem.name, .warn, "\(problem.reason ?? ""): \(problem.remedy ?? "")") }
    var settings = wish
    settings.adopt(configuration, modelWasAsked: wish.model != .auto)
    let files = FileQueue()
    settings.licences.run = { files.run($0) }

    let keeping = StateKeeper(
      settings.stateFolder, configuration, log: log, isTrusted: settings.trust == .everything, trouble: settings.stateTrouble
    ) {
      files.run($0)
    }
    let saved = keeping.saved
    let engine = SoundEngine(volume: Float(VolumeCurve.gain(saved.volume)))
    let loader = try StemLoader(engine.stems, opener: SoundFile.system, isFetching: !settings.freeRunning)
    let stems = StemStage(engine.stems, saved.stems, load: loader.way(waits: settings.freeRunning), move: { loader.move($0) }) {
      log.notice($0)
    }
    let instrument = InstrumentStage(
      engine.instrument, InstrumentControls.Values(saved, configuration), sound: saved.instrument.sound ?? configuration.firstSound
    ) { log.notice($0) }
    let streamControls = StreamControls(StreamControls.Values(saved.stream))
    let controls = Controls(
      engine, Controls.Values(saved, configuration), stems: stems.controls, instrument: instrument.controls, stream: streamControls)
    let streamWays = ways ?? .real(configuration, engine)
    let stream = StreamStage(streamWays, streamControls, controls)
    let deck = Deck(engine, playlist: Playlist(files: settings.play))
    let jukebox = Jukebox(deck, isFixed: !settings.play.isEmpty, mountRoot: configuration.mountRoot) { log.notice($0) }

    let eventClock = EventClock(isLive: !settings.freeRunning, begun: begun)
    let box = BoxRelay()
    let make = PartsMaker(
      settings: settings, config: config, log: log, hub: hub, eventClock: eventClock, engine: engine, controls: controls, box: box)
    let sound = SoundPart(engine, settings: settings, log: log)
    let osc = make.osc()
    let replay = try source == nil ? make.replay() : nil
    let tracker = make.tracker(osc, replay)
    let camera = make.camera(source ?? replay, tracker, wasAskedFor: wish.camera != nil)
    let (panel, library, touch) = (make.panel(device), make.library(), make.touch(instrument))
    let midi = make.midi(sequencer)
    if let midi { instrument.controls.attach(midi) }
    let link = LinkStage(stems, controls, pair: { engine.clockPair }, notice: { log.notice($0) })
    let linkPart = make.link(link)
    let modes = make.modes(jukebox, deck, stems, instrument, stream)
    let sources = make.sources(modes)
    streamControls.observe { sources.wake() }
    let streamPart = make.stream(streamWays, stream, sources)
    // The music first: it plays before anything else is ready. The tracker takes longest.
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
    tempo = make.tempo(stems, midi)
    self.link = link
    learn = LearnStage(saved.learned) { log.notice($0) }
    capture = make.capture()
    stemLoader = loader
    part = Parts(
      sound: sound, library: library, panel: panel, midi: midi, osc: osc, link: linkPart, stream: streamPart, touch: touch, camera: camera,
      tracker: tracker)
    licence = try LicenceStage(
      stateFolder: settings.stateFolder, settings.licences, isWorkbench: settings.workbenchTier != nil && !settings.isAppliance
    ) { log.notice($0) }
    policy = Mutex(Policy(settings, saved, hasLicence: licence.hasLicence))
    memoryProblem = settings.freeRunning ? nil : lockMemory()
    box.box = self
    // What was named on the command line and cannot be is told before anything runs; what the configuration names is the part's own failure.
    if wish.camera != nil || settings.freeRunning { try camera.open() }
  }

  /// Files of long stem channels that cannot be read now.
  var missingStems: [String] { stemLoader.missing }

  /// Reads what long stem channels need next: a run without a clock has no time in which a thread could do that.
  func settleStems() { stemLoader.settle() }

  /// Adds a part from outside, such as the sockets. Before `start`.
  public func add(_ component: any Component) { loop.supervision.add(component, beforeLast: 2) }

  /// Starts everything. - Throws: `Failure` when a file or FIFO that was asked for cannot be written.
  public func start() throws {
    feedWatchdog()
    observe()
    jukebox.restore(loop.keeping.saved)
    beginMode()
    isBegun.store(true, ordering: .sequentiallyConsistent)
    if runEnd.isAsked { beginStop(saves: true) }
    try part.sound.check()
    try sources.start()
    deck.start()
    if let memoryProblem { log.part("memory", .warn, "not locked: \(memoryProblem)") }
    supervise()
  }

  /// Waits until the time is over, the film has ended or somebody asks for the end; supervises and calls `tick` about every 0.1 s.
  public func wait(_ tick: () -> Void) {
    let end = settings.seconds.map { Clock.seconds + $0 }
    while !runEnd.wait(loop.pause) {
      supervise()
      tick()
      if let end, Clock.seconds >= end { return }
    }
  }

  /// Asks the run to end; callable from anywhere.
  public func requestStop() { requestEnd() }

  /// The end begins here and now, on the caller's thread: the one that waits for it may stand in a driver.
  /// - Parameter powerOff: the machine is to be switched off, too.
  func requestEnd(powerOff: Bool = false) {
    runEnd.ask(powerOff: powerOff)
    // What a state holds is not there before; then `start` begins the end.
    if isBegun.load(ordering: .sequentiallyConsistent) { isEnding.withLock { beginStop(saves: !$0) } }
  }

  /// Why the machine is not switched off, although a person asked for it; nil if it is.
  public var powerOffFailure: FileError? { switchOffFailure.withLock { $0 } }

  /// The machine's shutdown is asked for first: it waits for what follows.
  private func beginStop(saves: Bool) {
    loop.beginStop(of: self, at: Clock.seconds, powersOff: runEnd.wantsPowerOff, saves: saves) {
      do throws(FileError) { try settings.switchOff() } catch { switchOffFailure.withLock { $0 = error } }
    }
    // An end that is asked for is no crash, even if the manager has to make it.
    files.run { [starts = settings.starts] in starts?.end() }
  }

  /// Fades the music, saves the state and stops every part, the last started first.
  public func stop() {
    // A signal that comes later finds parts that were stopped, and the state of before stays.
    isEnding.withLock { isEnding in
      beginStop(saves: true)
      isEnding = true
    }
    instrument.controls.end()
    engine.post(SoundCommand(.fadeOut))
    // A player of another program plays on: it is not ours.
    sources.stop()
    let limit = Clock.seconds + Deadlines.fade
    while Clock.seconds < limit, sink.health.running, !engine.state.isSilent { usleep(5000) }
    if stream.restore() { usleep(UInt32(Deadlines.lastWord * 1e6)) }
    capture?.end()
    licence.end()
    loop.stop()
    deck.stop()
    stemLoader.stop()
    let isWritten = files.wait(Deadlines.files)
    // Its part was looked at for the last time before this write.
    if case .degraded(let why) = loop.keeping.condition { log.notice("the last state was not saved: \(why)") }
    if !isWritten { log.notice("the disk has not taken the state for \(Int(Deadlines.files)) s: check the card") }
  }

  /// The watchdog has a thread of its own: this one may wait for a card, a camera or a stick.
  private func feedWatchdog() {
    guard loop.hasWatchdog || settings.isAppliance else { return }
    let new = WatchdogFeeder(every: Deadlines.tick) { [weak self] in
      guard let self else { return false }
      return loop.feed(for: self, at: Clock.seconds)
    }
    feeder.withLock { $0 = new }
  }

  private func supervise() {
    loop.round(self, at: Clock.seconds)
    lookAtStems()
    lookAtInstrument()
    lookAtLicence()
    sources.wake()
  }
}
