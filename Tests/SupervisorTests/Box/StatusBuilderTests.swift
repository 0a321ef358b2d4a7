import Camera
import Foundation
import GestureFlowAPI
import HandTracking
import Realtime
import Settings
import SettingsDoubles
import SyntheticHands
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Tests of the status of a box with missing, skipped or held items.
@Suite(.serialized) struct StatusBuilderTests {
  /// A camera that delivers a frame every 10 ms until it stops. Some frames are damaged.
  private final class FadingCamera: FrameSource {
    private let frame: Frame
    private let state = Mutex((given: 0, isSilent: false))
    let name = "fading"
    let dropped = 0
    let damage = FrameDamage(warned: 7, refused: 3)

    init() throws {
      let performer = VirtualPerformer(Choreography(name: "empty", duration: 1, parts: []), width: 64, height: 48, live: false)
      guard case .frame(let frame) = performer.next(timeout: 1) else { throw CameraError.silent(path: "fading") }
      self.frame = frame
    }

    func next(timeout: Double) -> FrameEvent {
      usleep(10_000)
      let number: Int? = state.withLock { state in
        guard !state.isSilent else { return nil }
        state.given += 1
        return state.given
      }
      return number.map { .frame(frame.repeated(index: $0, time: Double($0) / 100)) } ?? .nothing
    }
    func fallSilent() { state.withLock { $0.isSilent = true } }
    func close() {}
  }

  /// The status shows the board of the settings and its camera rate. BoardTests cover the processor's model.
  @Test(arguments: [(BoardRoot.pi4, 15.0, "int8"), (BoardRoot.pi400, 20, "int8"), (BoardRoot.pi5, 30, "float")])
  func `the board is reported`(facts: BoardRoot.Facts, rate: Double, model: String) throws {
    var settings = free("empty", seconds: 1)
    settings.board = try BoardRoot.board(facts)
    settings.maxHands = 2
    let box = try Box(settings, log: BootLog(quiet: true))
    let board = try #require(box.status.board)
    #expect(board.name == facts.model && board.megahertz == facts.megahertz && board.cameraRate == rate && board.misfits.isEmpty)
    let taken = ModelChoice(.auto, on: settings.board.processor)
    #expect(taken.size.rawValue == model)
  }

  /// Settings of a run without a clock: a script of synthetic hands for some seconds.
  private func free(_ script: String, seconds: Double) -> RunSettings {
    var settings = RunSettings()
    settings.camera = .performer(script)
    settings.sink = .null
    settings.freeRunning = true
    settings.seconds = seconds
    return settings
  }

  /// Writes a file that is not a sound, despite its name.
  private func diary(_ folder: URL) throws -> String {
    let path = folder.appendingPathComponent("diary.wav").path
    try Data("dear diary".utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func `before anything runs every figure is a number`() throws {
    var settings = RunSettings()
    settings.sink = .null
    let status = try Box(settings, log: BootLog(quiet: true)).status
    #expect(status.camera.name == "" && !status.camera.connected && status.camera.frames == 0 && status.camera.framesPerSecond == 0)
    #expect(status.camera.light == nil && status.camera.lightVerdict == nil && status.camera.warnedFrames == nil)
    #expect(status.camera.contrast == nil && status.camera.sharpness == nil && status.framing?.verdict == "noFrames")
    #expect(status.camera.noise == nil)
    #expect(status.tracker.model == "" && status.tracker.hands.isEmpty && status.tracker.wholeMs.count == 0)
    #expect(status.control.held.isEmpty && status.control.grip == nil && !status.control.handsPresent)
    #expect(status.audio.peakDB == -120, "silence has a level that JSON can hold")
    #expect(status.audio.lastXrunSecondsAgo == nil && status.track == nil)
    #expect(throws: Never.self) { try JSONEncoder().encode(status) }
  }

  /// The advice of doctor depends on these figures. They count frames of the last seconds, not since the start,
  /// and both kinds of damaged frames.
  @Test func `the cameras figures are those of now`() throws {
    try Places.withFolder { (folder: URL) throws in
      let config = folder.appendingPathComponent("c.toml")
      try "[library]\nmount-root = \"/nowhere\"\n[panel]\nenabled = false\n".write(to: config, atomically: true, encoding: .utf8)
      var settings = RunSettings()
      settings.sink = .null
      settings.configFiles = [config.path]
      settings.models = ModelFolder(path: folder.path)
      let camera = try FadingCamera()
      let box = try Box(settings, log: BootLog(quiet: true), camera: camera)
      try box.runningBeside {
        #expect(waitUntil { box.status.camera.framesPerSecond > 0 })
        let status = box.status.camera
        #expect(status.name == "fading" && status.warnedFrames == 7 && status.refusedFrames == 3)
        #expect(status.warnedPictures == 7 && status.refusedPictures == 3, "also under their former names")
        camera.fallSilent()
        #expect(waitUntil { box.status.camera.framesPerSecond == 0 }, "\(box.status.camera.framesPerSecond) frames a second")
        #expect(box.status.camera.frames > 0)
      }
    }
  }

  /// A pinch that has just begun is held, but is not yet a spread or a fader.
  @Test(arguments: [(2.15, nil), (3.5, "fader")] as [(Double, String?)])
  func `a pinch is reported once it has an effect`(seconds: Double, grip: String?) throws {
    let box = try Box(free("faderup", seconds: seconds), log: BootLog(quiet: true))
    try box.runFree()
    let status = box.status
    #expect(status.control.held == ["pitch"] && status.control.handsPresent)
    #expect(status.control.grip == grip.map { ["pitch": $0] })
    #expect((abs(status.control.pitchCents) < 5) == (grip == nil), "\(status.control.pitchCents)")
    #expect(status.state == .healthy && status.problems.isEmpty)
    #expect(status.tracker.hands.count == 1 && status.camera.light != nil && status.camera.width != nil)
    // The camera sees the hand at a distance that a person may have. Light of synthetic hands is not judged.
    let hand = status.tracker.hands.first
    #expect(hand?.size.map { (0.05...0.6).contains($0) } == true && hand?.distanceMetres.map { (0.1...3).contains($0) } == true)
    #expect(status.camera.contrast != nil && status.camera.sharpness != nil && status.camera.lightVerdict == nil)
    // The performer's noise has a standard deviation of 0.012, and its frames have whole grey levels.
    #expect(status.camera.noise.map { (0.005...0.02).contains($0) } == true, "\(String(describing: status.camera.noise))")
    #expect(status.framing.map { $0.verdict != "noFrames" && $0.verdict != "noHand" } == true, "\(String(describing: status.framing))")
    let choice = ModelChoice(.auto, on: RunSettings().board.processor)
    #expect(status.tracker.model == choice.size.rawValue && status.tracker.modelReason == choice.reason)
    // Without a clock the delay from frame to sound is undefined.
    #expect(status.audio.sink == "offline" && status.tracker.captureToParameterMs.count == 0 && status.tracker.wholeMs.count > 30)
  }

  @Test func `a run without a clock names what it does without`() throws {
    try Places.withFolder { (folder: URL) throws in
      var settings = free("open", seconds: 0.3)
      settings.models = ModelFolder(path: folder.path)
      let good = folder.appendingPathComponent("good.wav").path
      Signals.write(Signals.sine(330, seconds: 5), to: good)
      settings.play = [try diary(folder), good]
      let box = try Box(settings, log: BootLog(quiet: true))
      try box.runFree()
      let status = box.status
      #expect(status.state == .degraded && status.problems.count == 2, "\(status.problems)")
      #expect(status.problems.first?.contains("make setup") == true)
      #expect(status.problems.last?.hasPrefix("skipped \(settings.play[0])") == true)
      #expect(status.tracker.model == "" && status.track?.path == good)
    }
  }

  /// File names may contain line ends, terminal commands and bidi overrides. The message is clean, and the path
  /// is exact.
  @Test func `a sentence is clean and a path is exact`() throws {
    try Places.withFolder { (folder: URL) throws in
      var settings = free("open", seconds: 0.3)
      settings.models = ModelFolder(path: folder.path)
      let bad = folder.path + "/di\nary\u{1B}[2J.wav"
      let good = folder.path + "/go\u{202E}od.wav"
      try Data("dear diary".utf8).write(to: URL(fileURLWithPath: bad))
      Signals.write(Signals.sine(330, seconds: 5), to: good)
      settings.play = [bad, good]
      let box = try Box(settings, log: BootLog(quiet: true))
      try box.runFree()
      let status = box.status
      #expect(status.problems.last?.hasPrefix("skipped \(folder.path)/di ary [2J.wav: ") == true, "\(status.problems)")
      #expect(status.notices.contains { $0.text.hasPrefix("skipped \(folder.path)/di ary [2J.wav: ") })
      #expect(status.track?.path == good && status.track?.title == "good")
      #expect(box.deck.problems.map(\.path) == [bad])
    }
  }

  /// An entry that the owner named but the box cannot play is a problem. For files of a stick, the library
  /// keeps its own list.
  @Test(arguments: [true, false])
  func `a skipped file is a problem if the owner named it`(isNamed: Bool) throws {
    try Places.withFolder { (folder: URL) throws in
      var settings = RunSettings()
      settings.sink = .null
      let bad = try diary(folder)
      if isNamed { settings.play = [bad] }
      let box = try Box(settings, log: BootLog(quiet: true))
      if !isNamed { box.deck.replace(Playlist(files: [bad])) }
      #expect(
        waitUntil {
          box.deck.fill()
          return !box.deck.problems.isEmpty
        })
      let status = box.status
      #expect(status.problems.contains { $0.hasPrefix("skipped \(bad)") } == isNamed, "\(status.problems)")
      #expect(status.state == .starting, "a box that has not started does not report it")
    }
  }

  @Test func `a skipped file makes a healthy box a degraded one`() throws {
    try Places.withFolder { (folder: URL) throws in
      let config = folder.appendingPathComponent("c.toml")
      try "[panel]\nenabled = false\n".write(to: config, atomically: true, encoding: .utf8)
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.configFiles = [config.path]
      let good = folder.appendingPathComponent("good.wav").path
      Signals.write(Signals.sine(330, seconds: 60), to: good)
      settings.play = [try diary(folder), good]
      let box = try Box(settings, log: BootLog(quiet: true))
      try box.runningBeside {
        #expect(waitUntil { box.health.state == .healthy && !box.deck.problems.isEmpty }, "\(box.health)")
        let status = box.status
        #expect(status.state == .degraded && status.problems.map { $0.hasPrefix("skipped ") } == [true], "\(status.problems)")
      }
    }
  }
}
