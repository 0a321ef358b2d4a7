import Camera
import Foundation
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
  public let feeder: DeckFeeder
  package let controls: Controls
  let jukebox: Jukebox
  /// What is played in mode stems.
  let stems: StemStage
  /// What is played in mode instrument.
  package let instrument: InstrumentStage
  /// The clock of other people's gear, and ours for it.
  let tempo: TempoStage
  /// Which of their knobs and keys play what.
  let learn: LearnStage
  /// What is remembered of what came in by MIDI.
  let wire = Mutex(Wire())
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
  let runEnd = RunEnd()
  private let memoryProblem: String?

  /// Makes all parts; nothing sounds yet. A wrong wish of the command line (a film that is none, a file that cannot be written) throws; a missing device or a wrong
  /// word in the configuration does not.
  /// - Parameters:
  ///   - device: the panel's lines; a double in tests.
  ///   - source: stands in for the camera of the settings; a double in tests.
  ///   - sequencer: makes the machine's MIDI; a double in tests.
  public init(
    _ wish: RunSettings, log: BootLog, panel device: any PanelDevice = GPIOPanel(), camera source: (any FrameSource)? = nil,
    sequencer: @escaping @Sendable () -> any SequencerDevice = { ALSASequencer() }
  ) throws {
    let begun = Clock.seconds
    try wish.checkFiles()
    if let folder = wish.stateFolder { try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    let config = ConfigStore(files: wish.configFiles, mustExist: wish.configMustExist, stateFolder: wish.stateFolder)
    let configuration = config.configuration
    for error in config.errors { log.part("settings", .warn, "\(error)") }
    if let notice = config.notice { log.notice(notice) }
    var settings = wish
    settings.adopt(configuration, modelWasAsked: wish.model != .auto)

    let keeping = StateKeeper(settings.stateFolder, configuration, log: log)
    let saved = keeping.saved
    let engine = SoundEngine(volume: Float(saved.volume))
    let loader = try StemLoader(engine.stems)
    let stems = StemStage(engine.stems, saved.stems, load: loader.way(waits: settings.freeRunning), move: { loader.move($0) }) {
      log.notice($0)
    }
    let instrument = InstrumentStage(
      engine.instrument, InstrumentControls.Values(saved, configuration), sound: saved.instrument.sound ?? configuration.firstSound
    ) { log.notice($0) }
    let controls = Controls(
      engine, Controls.Values(saved, configuration), stems: stems.controls, instrument: instrument.controls)
    let feeder = DeckFeeder(engine, playlist: Playlist(files: settings.play))
    let jukebox = Jukebox(feeder, isFixed: !settings.play.isEmpty, mountRoot: configuration.mountRoot) { log.notice($0) }

    let eventClock = EventClock(isLive: !settings.freeRunning, begun: begun)
    let box = Relay()
    let run = settings
    let sound = SoundPart(engine, settings: settings, log: log)
    // A free run has no time of its own in which anything could be told.
    let osc = settings.freeRunning ? nil : OSCPart(configuration) { log.notice($0) }
    // The models take seconds: what was configured meanwhile holds, and not what the box was made with.
    let tracker = TrackerPart(settings) {
      box.box?.configure($0)
    } make: { [hub] models in
      try Performance(
        models: models, settings: run, gestures: config.configuration.gestures, controls: controls, hub: hub, eventClock: eventClock,
        log: log,
        live: !run.freeRunning, keepHistory: run.report != nil, outlet: osc
      ) { box.box?.carryOut($0) }
    }
    let camera = CameraPart(
      settings, wish: configuration.cameraWish, orientation: .camera(mirror: configuration.cameraMirror), log: log,
      source: source, tracker: { tracker.performance }
    ) { box.box?.endOfFilm(wasAskedFor: wish.camera != nil) }
    let panel = PanelPart(device, configuration: configuration) { box.box?.act($0) }
    let library = LibraryPart(
      configuration.musicSettings(stateFolder: settings.stateFolder), indexPath: settings.stateFolder.map { $0 + "/library.sqlite" },
      isWanted: settings.play.isEmpty
    ) { box.box?.hear($0) }
    let touch = TouchPart(configuration.touchChoice(isLive: !settings.freeRunning)) {
      log.notice($0)
    } onTouch: {
      instrument.controls.touch($0, captureTime: $1)
    }
    // A free run has no time of its own in which anything could be heard elsewhere.
    let midi =
      settings.freeRunning
      ? nil
      : MIDIPart(engine, configuration: configuration, device: sequencer) {
        box.box?.hear($0)
      } onRound: { now, isLast in
        if isLast { box.box?.tempo.end(at: now) } else { box.box?.midiRound(at: now) }
      }
    if let midi { instrument.controls.attach(midi) }
    let tempo = TempoStage(
      stems, controls, configuration,
      ways: TempoStage.Ways(
        pair: { engine.clockPair }, send: { midi?.port.send(MIDIMessage($0), heardAt: $1) }, notice: { log.notice($0) }))
    // The music first: it plays before anything else is ready. The tracker takes longest.
    let parts: [(any Component)?] = [sound, library, panel, midi, osc, touch, camera, tracker]
    loop = SupervisionLoop(Supervision(parts.compactMap { $0 }), keeping: keeping, log: log)

    self.settings = settings
    self.log = log
    self.eventClock = eventClock
    self.config = config
    self.engine = engine
    self.feeder = feeder
    self.controls = controls
    self.jukebox = jukebox
    self.stems = stems
    self.instrument = instrument
    self.tempo = tempo
    learn = LearnStage(saved.learned) { log.notice($0) }
    stemLoader = loader
    part = Parts(sound: sound, library: library, panel: panel, midi: midi, osc: osc, touch: touch, camera: camera, tracker: tracker)
    policy = Mutex(Policy(settings, saved))
    memoryProblem = settings.freeRunning ? nil : lockMemory()
    box.box = self
    // What was named on the command line and cannot be is told before anything runs; what the configuration names is the part's own failure.
    if wish.camera != nil || settings.freeRunning { try camera.open() }
  }

  /// Files of long stem channels that cannot be read now.
  var missingStems: [String] { stemLoader.missing }

  /// Adds a part from outside, such as the sockets. Before `start`.
  public func add(_ component: any Component) { loop.supervision.add(component, beforeLast: 2) }

  /// Starts everything. - Throws: `SinkError` when a file or FIFO that was asked for cannot be written.
  public func start() throws {
    observe()
    jukebox.restore(loop.keeping.saved)
    policy.withLock { follow($0) }
    try part.sound.check()
    feeder.start()
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
  public func requestStop() { runEnd.ask() }

  /// Fades the music, saves the state and stops every part, the last started first.
  public func stop() {
    loop.beginStop(of: self, at: Clock.seconds)
    instrument.controls.end()
    engine.post(SoundCommand(.fadeOut))
    let limit = Clock.seconds + 0.3
    while Clock.seconds < limit, sink.health.running, !feeder.lastState.silent { usleep(5000) }
    loop.stop()
    feeder.stop()
    stemLoader.stop()
  }

  private func supervise() {
    loop.round(self, at: Clock.seconds)
    lookAtStems()
    lookAtInstrument()
  }

  /// Lets parts that are made before the box reach it.
  private final class Relay: Sendable {
    private struct Weak { weak var box: Box? }
    private let weak = Mutex(Weak())

    var box: Box? {
      get { weak.withLock { $0.box } }
      set { weak.withLock { $0.box = newValue } }
    }
  }
}
