import Camera
import Foundation
import GestureFlowAPI
import HandTracking
import Realtime
import Sound

/// The running box: camera, tracker, deck and sink, wired up. Each part that fails is reported with its remedy and the rest runs on.
public final class Box: @unchecked Sendable {
  public let settings: RunSettings
  public let log: BootLog
  public let engine: SoundEngine
  public let feeder: DeckFeeder
  public private(set) var performance: Performance?
  public private(set) var sink: any Sink
  private var camera: CameraLoop?
  private var source: (any FrameSource)?
  private let begun = Clock.seconds
  private var startSeconds = 0.0
  private let memoryProblem: String?
  private let stopRequest = DispatchSemaphore(value: 0)

  /// Makes all parts; nothing sounds yet. A wrong wish (a film that is none, a file that cannot be written) throws; a missing device does not.
  public init(_ settings: RunSettings, log: BootLog) throws {
    self.settings = settings
    self.log = log
    let missing = settings.play.filter { !FileManager.default.fileExists(atPath: $0) }
    if let first = missing.first { throw FileError(path: first, reason: "there is no such file; --play takes sound files") }
    engine = SoundEngine()
    feeder = DeckFeeder(engine, playlist: Playlist(files: settings.play))
    sink = (settings.sink ?? .alsa(nil)).make()
    memoryProblem = settings.freeRunning ? nil : lockMemory()
    source = try openCamera()
    openTracker()
  }

  private func openCamera() throws -> any FrameSource {
    let live = !settings.freeRunning
    do {
      let source = try (settings.camera ?? .v4l2("/dev/video0")).open(live: live, seconds: settings.seconds)
      log.part("camera", .ok, source.name)
      return source
    } catch let error as CameraError {
      if case .film = error { throw error }
      log.part("camera", .warn, "\(error)")
      log.part("camera", .ok, "the virtual performer plays instead")
      return try CameraChoice.performer("demo").open(live: live, seconds: settings.seconds)
    }
  }

  private func openTracker() {
    do {
      let models = try TrackerModels(settings.models, size: settings.model == .lite ? .lite : .full)
      performance = try Performance(
        models: models, settings: settings, engine: engine, feeder: feeder, log: log, live: !settings.freeRunning,
        keepHistory: settings.report != nil)
      log.part("tracker", .ok, "\(models.size.rawValue) model, up to \(settings.maxHands) hands")
    } catch let error as FileError {
      log.part("tracker", .fail, "the session cannot be recorded: \(error)")
    } catch {
      log.part("tracker", .fail, "\(error); the music plays without hands")
    }
  }

  // MARK: - Live

  /// Starts everything. - Throws: `SinkError` when not even the fall-back sink works.
  public func start() throws {
    feeder.observe(
      track: { [weak self] index, title in self?.performance?.note(type: "trackChanged", value: title) },
      failure: { [log] error in log.notice("skipped \(error)") })
    _ = engine.commands.push(.userPlay(true))
    feeder.start()
    try startSink()
    if let memoryProblem { log.part("memory", .warn, "not locked: \(memoryProblem)") }
    if let source, let performance {
      let loop = CameraLoop(source, log: log) { [weak self] in self?.stopRequest.signal() }
      try loop.start(performance)
      camera = loop
    }
    for thread in threads {
      if let refusal = thread.refusal { log.part("threads", .warn, "\(thread.name) runs without what it asked for: \(refusal)") }
    }
    startSeconds = ProcessFigures.age
    log.part("ready", .ok, String(format: "after %.2f s", startSeconds))
  }

  private func startSink() throws {
    do {
      try sink.start(engine)
      log.part("sound", .ok, "\(sink.kind): \(sink.name)")
    } catch let error as SinkError {
      // What was asked for by name is not silently replaced, but for a card, which may be plugged in later.
      if case .some(let wish) = settings.sink, case .alsa = wish {} else if settings.sink != nil { throw error }
      log.part("sound", .warn, error.description)
      sink = WAVSink(settings.fallbackWAV)
      try sink.start(engine)
      log.part("sound", .ok, "writing \(settings.fallbackWAV) instead")
    }
  }

  /// Asks the run to end; callable from anywhere.
  public func requestStop() { stopRequest.signal() }

  /// Waits until the time is over, the film has ended or somebody asks for the end; calls `tick` about every 0.1 s.
  public func wait(_ tick: () -> Void) {
    let end = settings.seconds.map { Clock.seconds + $0 }
    while stopRequest.wait(timeout: .now() + 0.1) == .timedOut {
      tick()
      if let end, Clock.seconds >= end { return }
    }
  }

  /// Fades the music and stops every thread, within half a second.
  public func stop() {
    _ = engine.commands.push(SoundCommand(.fadeOut))
    let limit = Clock.seconds + 0.3
    while Clock.seconds < limit, sink.health.running, !feeder.lastState.silent { usleep(5000) }
    camera?.stop()
    sink.stop()
    feeder.stop()
    performance?.close()
  }

  // MARK: - Free running

  /// Runs without clock or threads: each frame, then the sound up to it. Deterministic.
  public func runFree() throws {
    guard case .wav(let path)? = settings.sink else {
      if settings.sink == .null || settings.sink == nil { return try renderFree { _ in } }
      throw ChoiceError("--free-running writes to wav:PATH or null only")
    }
    let file = try WAVFile(path)
    var failed = false
    try renderFree { if !file.write($0.baseAddress!, frames: SoundFormat.block) { failed = true } }
    if failed { throw FileError(path: path, reason: "\(file.problem); free some space") }
  }

  private func renderFree(_ body: (UnsafeBufferPointer<Float>) throws -> Void) throws {
    _ = engine.commands.push(.userPlay(true))
    feeder.observe(
      track: { [weak self] _, title in self?.performance?.note(type: "trackChanged", value: title) },
      failure: { [log] in log.notice("skipped \($0)") })
    let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
    defer { block.deallocate() }
    func render(until seconds: Double) throws {
      while Double(engine.blocks.load() + 1) * Double(SoundFormat.block) / Double(SoundFormat.rate) <= seconds {
        while feeder.fill() {}
        engine.rtRender(block)
        try body(UnsafeBufferPointer(start: block, count: SoundFormat.block * 2))
      }
    }
    startSeconds = ProcessFigures.age
    var first: Double?
    while let source, case .frame(let frame) = source.next(timeout: 1) {
      let start = first ?? frame.time
      first = start
      if let limit = settings.seconds, frame.time - start >= limit { break }
      try render(until: frame.time - start)
      performance?.process(frame)
    }
    if let failure = (source as? FilmFile)?.failure { log.notice("\(failure)") }
    // What the last frames asked for is still heard.
    try render(until: Double(engine.blocks.load()) * Double(SoundFormat.block) / Double(SoundFormat.rate) + 0.5)
    source?.close()
    performance?.close()
  }

  // MARK: - Looking at it

  var threads: [RealtimeThread.Outcome] {
    (camera?.threads ?? []) + (performance?.threads ?? []) + [sink.thread].compactMap { $0 }
  }

  public var status: Status { StatusBuilder(self, camera: camera, source: source, uptime: Clock.seconds - begun).build() }

  public var report: Report {
    let history = performance?.history
    return Report(status: status, startSeconds: startSeconds, events: history?.events ?? [], controls: history?.controls ?? [])
  }
}
