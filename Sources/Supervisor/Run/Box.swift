import Camera
import Foundation
import GestureFlowAPI
import Library
import Panel
import Realtime
import Sound

/// The running box: its parts, kept running by a supervisor, and what is asked of them. Each part that fails is reported with its remedy, started again,
/// and the rest runs on.
public final class Box: @unchecked Sendable {
  public let settings: RunSettings
  public let log: BootLog
  public let engine: SoundEngine
  public let feeder: DeckFeeder
  public let hub = EventHub()
  public let config: ConfigStore
  let camera: CameraPart
  let tracker: TrackerPart
  let sound: SoundPart
  let panel: PanelPart
  let library: LibraryPart
  let jukebox: Jukebox
  let controls: Controls
  let store: StateStore?
  let lock = NSLock()
  var policy: Policy
  var isReadyNow = false
  var isStoppingNow = false
  var countIn: Double?
  var keepers: [Keeper]
  var reportedStatuses: [PartStatus] = []
  var saved: SavedState
  var lastSave = 0.0
  var wasPaused = false
  var pauseIsUnsaved = false
  var seenXruns = 0
  var systemd = Systemd()
  let begun = Clock.seconds
  let eventClock: EventClock
  private var startSeconds = 0.0
  var isBooted = false
  private var lastWave: [Float] = []
  private let memoryProblem: String?
  private let filmEndsRun: Bool
  private let stopRequest = DispatchSemaphore(value: 0)
  let powerOff = Counter()

  public var performance: Performance? { tracker.performance }
  public var sink: any Sink { sound.sink }
  /// Nil when the music was named at the start.
  public var music: MusicLibrary? { library.library }

  /// Makes all parts; nothing sounds yet. A wrong wish (a film that is none, a file that cannot be written) throws; a missing device does not.
  /// - Parameter panel: the panel's lines; a double in tests.
  public init(_ wish: RunSettings, log: BootLog, panel device: any PanelDevice = GPIOPanel()) throws {
    self.log = log
    let missing = wish.play.filter { !FileManager.default.fileExists(atPath: $0) }
    if let first = missing.first { throw FileError(path: first, reason: "there is no such file; --play takes sound files") }
    let config = ConfigStore(files: wish.configFiles, mustExist: wish.configMustExist, stateFolder: wish.stateFolder)
    self.config = config
    let configuration = config.configuration
    for error in config.errors { log.part("settings", .warn, "\(error)") }
    var settings = wish
    settings.adopt(configuration, modelWasAsked: wish.model != .auto)
    self.settings = settings
    eventClock = EventClock(isLive: !settings.freeRunning, begun: begun)

    store = settings.stateFolder.map { StateStore($0) }
    var state = SavedState()
    state.volume = configuration.startVolume
    if let store {
      try? FileManager.default.createDirectory(atPath: store.folder, withIntermediateDirectories: true)
      let (loaded, notice) = store.load()
      if let notice { log.part("state", .warn, notice) }
      if let loaded, configuration.remember { state = loaded }
    }
    saved = state
    policy = Policy(mode: state.mode, tier: state.tier)

    let engine = SoundEngine(volume: Float(state.volume))
    let feeder = DeckFeeder(engine, playlist: Playlist(files: settings.play))
    self.engine = engine
    var values = Controls.Values()
    (values.speed, values.pitchCents, values.volume) = (state.speed, state.pitchCents, state.volume)
    values.isPaused = state.paused
    values.autoPause = state.autoPause ?? configuration.autoPause
    let controls = Controls(engine, values)
    self.controls = controls
    self.feeder = feeder
    filmEndsRun = wish.camera != nil
    memoryProblem = settings.freeRunning ? nil : lockMemory()
    jukebox = Jukebox(feeder, isFixed: !settings.play.isEmpty, mountRoot: configuration.mountRoot) { log.notice($0) }

    sound = SoundPart(engine, settings: settings, log: log)
    let relay = Relay()
    tracker = TrackerPart(settings) { [hub, settings, eventClock] models in
      try Performance(
        models: models, settings: settings, gestures: configuration.gestures, controls: controls, hub: hub,
        eventClock: eventClock, log: log, live: !settings.freeRunning, keepHistory: settings.report != nil
      ) { relay.box?.carryOut($0) }
    }
    var camera = V4L2Camera.Wish()
    camera.width = Int(configuration.cameraWidth)
    camera.height = Int(configuration.cameraHeight)
    camera.rate = Int(configuration.cameraRate)
    camera.exposure = configuration.cameraExposure
    self.camera = CameraPart(
      settings, wish: camera, orientation: .camera(mirror: configuration.cameraMirror), log: log,
      tracker: { [tracker] in tracker.performance }
    ) { relay.box?.endOfFilm() }
    panel = PanelPart(device, configuration: configuration) { relay.box?.act($0) }
    var music = MusicLibrary.Settings()
    music.mountRoot = configuration.mountRoot
    music.folders = configuration.folders
    music.importFolder = settings.stateFolder.map { $0 + "/imports" }
    music.importsAlone = configuration.imports
    library = LibraryPart(music, indexPath: settings.stateFolder.map { $0 + "/library.sqlite" }, isWanted: settings.play.isEmpty) {
      relay.box?.hear($0)
    }
    // The music first: it plays before anything else is ready. The tracker takes longest.
    let parts: [any Component] = [sound, library, panel, self.camera, tracker]
    keepers = parts.map { Keeper($0) }
    relay.box = self
    // What was named on the command line and cannot be is told before anything runs; what the configuration names is the part's own failure.
    if wish.camera != nil || settings.freeRunning { try self.camera.open() }
  }

  /// Lets parts that are made before the box reach it.
  private final class Relay: @unchecked Sendable { weak var box: Box? }

  /// Adds a part from outside, such as the sockets. Before `start`.
  public func add(_ component: any Component) { keepers.insert(Keeper(component), at: keepers.count - 2) }

  // MARK: - Live

  /// Starts everything. - Throws: `SinkError` when a file or FIFO that was asked for cannot be written.
  public func start() throws {
    observe()
    let state = saved
    wasPaused = state.paused
    jukebox.restore(state)
    try sound.check()
    feeder.start()
    if let memoryProblem { log.part("memory", .warn, "not locked: \(memoryProblem)") }
    supervise()
  }

  /// Everything that was begun is there, or has said why not.
  func finishBoot() {
    isBooted = true
    for thread in threads {
      if let refusal = thread.refusal { log.part("threads", .warn, "\(thread.name) runs without what it asked for: \(refusal)") }
    }
    startSeconds = ProcessFigures.age
    log.part("ready", .ok, String(format: "after %.2f s", startSeconds))
    playTone(for: health.state)
  }

  func observe() {
    feeder.observe(
      track: { [weak self] _, title in
        self?.note("trackChanged", title)
        self?.panel.loop.flash(.flash, on: .track)
      }, failure: { [log] error in log.notice("skipped \(error)") })
    feeder.observeMedia(isGone: { [jukebox] in jukebox.isGone($0) }) { [weak self] lost in
      self?.jukebox.lose(lost)
      self?.note("mediaLost", "")
    }
  }

  /// A film that was asked for on the command line ends the run; one of the configuration never does.
  func endOfFilm() {
    if filmEndsRun { return requestStop() }
    log.notice("the film has ended: the music plays on without hands")
  }

  /// Asks the run to end; callable from anywhere.
  public func requestStop() { stopRequest.signal() }

  /// Waits until the time is over, the film has ended or somebody asks for the end; supervises and calls `tick` about every 0.1 s.
  public func wait(_ tick: () -> Void) {
    let end = settings.seconds.map { Clock.seconds + $0 }
    // Until the boot is over it looks more often, so that nothing waits for it.
    while stopRequest.wait(timeout: .now() + (isBooted ? 0.1 : 0.01)) == .timedOut {
      supervise()
      tick()
      if let end, Clock.seconds >= end { return }
    }
  }

  /// Fades the music, saves the state and stops every part, the last started first.
  public func stop() {
    lock.withLock { isStoppingNow = true }
    systemd.stopping()
    saveState()
    engine.post(SoundCommand(.fadeOut))
    let limit = Clock.seconds + 0.3
    while Clock.seconds < limit, sink.health.running, !feeder.lastState.silent { usleep(5000) }
    for keeper in keepers.reversed() { keeper.stop() }
    feeder.stop()
  }

  /// True if somebody asked to switch the machine off.
  public var wantsPowerOff: Bool { powerOff.load() == 1 }

  // MARK: - Looking at it

  var threads: [RealtimeThread.Outcome] {
    (camera.loop?.threads ?? []) + (performance?.threads ?? []) + [sink.thread].compactMap { $0 }
  }

  /// Takes a new look at the wave; the supervisor does, ten times a second, so that it is fresh for whoever asks.
  func refreshWave() {
    let fresh = engine.takeScope()
    if fresh.count >= 192 { lock.withLock { lastWave = fresh } }
  }

  /// 128 samples of what is heard, beginning where the wave rises through zero, so that a picture of it stands still.
  var wave: ArraySlice<Float> {
    lock.withLock {
      let rise = lastWave.indices.dropFirst().first { lastWave[$0 - 1] < 0 && lastWave[$0] >= 0 && $0 <= lastWave.count - 128 } ?? 0
      return lastWave.dropFirst(rise).prefix(128)
    }
  }

  public var status: Status { StatusBuilder(self, uptime: Clock.seconds - begun).build() }

  public var report: Report {
    let history = performance?.history
    return Report(status: status, startSeconds: startSeconds, events: history?.events ?? [], controls: history?.controls ?? [])
  }
}
