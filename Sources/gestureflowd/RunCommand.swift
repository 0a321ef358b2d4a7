import ArgumentParser
import Control
import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor

extension ModelChoice.Request: ExpressibleByArgument {
  /// Reads a present or a former word.
  public init?(argument: String) { self.init(word: argument) }
}
extension Mode: ExpressibleByArgument {}

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "run", abstract: "Boots the box and plays.")

  @Option(
    help:
      "auto, v4l2:DEVICE, libcamera[:ID], film:PATH, performer[:SCRIPT] or replay:SESSION. Without it camera.source counts, whose auto takes the first camera. The performer plays instead of a camera that is missing; with --appliance the box waits for it."
  ) var camera: String?
  @Option(
    help:
      "alsa[:ID], wav:PATH, fifo:PATH or null. Without it sound.card counts, whose auto takes the first card. Instead of a card that is missing gestureflow.wav is written; with --appliance the box waits for it."
  ) var sink: String?
  @Option(
    parsing: .upToNextOption,
    help: "Sound files, in order. Without any, the library's music plays, or the built-in piece if it is empty.")
  var play: [String] = []
  @Option(help: "\(Mode.words). Without it, the last mode is played.") var mode: Mode?
  @Option(help: "End after this many seconds.") var seconds: Double?
  @Flag(name: .customLong("free-running"), help: "No clock, no threads: as fast as possible, the same result each time.") var freeRunning =
    false
  @Option(help: "Write the session, a JSON object per line (docs/reference/session.md).") var record: String?
  @Option(help: "Write all measurements as JSON.") var report: String?
  @Option(help: "auto, float, int8 or lite.") var model: ModelChoice.Request = .auto
  @Option(name: .customLong("max-hands"), help: "1 to 4, in modes player, stems and stream.") var maxHands: Int?
  @Flag(help: "The box itself: wait for a camera or card that is missing; keep state; read /etc/gestureflow.") var appliance = false
  @Option(name: .customLong("socket-dir"), help: "Open the sockets in this folder.") var socketDir: String?
  @Option(name: .customLong("state-dir"), help: "Keep state, library index and imports in this folder.") var stateDir: String?
  @Option(help: "Configuration file.") var config: String?
  @Option(name: [.customLong("sheet"), .customLong("sheet-at")], help: .hidden) var movedSheet: String?

  func validate() throws {
    guard movedSheet == nil else {
      throw ValidationError("gestureflowd cannot make contact sheets: use gflab demo --mode player --sheet FILE --sheet-at SECONDS")
    }
    if let maxHands, !(1...4).contains(maxHands) { throw ValidationError("--max-hands takes 1 to 4, not \(maxHands)") }
    if let seconds, !(seconds > 0 && seconds < 1e7) { throw ValidationError("--seconds takes a positive number, not \(seconds)") }
  }

  func run() throws {
    // Install the handlers first: a requested stop must not look like a crash.
    let signals = freeRunning ? nil : StopSignals()
    defer { withExtendedLifetime(signals) {} }
    let log = BootLog()
    var settings = try settings()
    let only = try settings.stateFolder.map { try InstanceLock(in: $0) }
    settings.stateTrouble = only?.trouble
    // With a clock, the box reports it as its part's state.
    if freeRunning, let trouble = only?.trouble { log.part("state", .warn, "\(trouble)") }
    defer { withExtendedLifetime(only) {} }
    // Count the start before reading anything that may crash it.
    settings.starts = StartCount(in: settings.stateFolder)
    // A reported error is not a crash: the next start reads all stored state.
    var isTold = true
    defer { if isTold { settings.starts?.end() } }
    let box = try Box(settings, log: log)
    if let signals {
      signals.listen {
        box.requestStop()
      } reload: {
        box.reload()
      }
      if signals.isAsked {
        // The report file is empty since the settings were read.
        if let report { try box.report.write(to: report) }
        return
      }
      if let folder = socketDir ?? (appliance ? "/run/gestureflow" : nil) {
        box.add(SocketPart(box, folder: folder))
        box.add(NetworkPart(box))
      }
      try box.start()
      isTold = false
      let line = LiveLine()
      if line != nil { log.liveLineIsOn() }
      box.wait { line?.show(box.status) }
      let report = box.report
      box.stop()
      line?.end()
      if let path = self.report { try report.write(to: path) }
      if let refusal = box.powerOffFailure { throw refusal }
      if box.wantsPowerOff, appliance { try PowerOff.wait(for: signals) }
      return
    }
    // Write the measurements even if a bad line ends the run early.
    let end = Result { try box.runFree() }
    if let report { try box.report.write(to: report) }
    try end.get()
  }

  private func settings() throws -> RunSettings {
    var settings = RunSettings()
    settings.camera = try camera.map { try CameraChoice($0) }
    settings.sink = try sink.map { try SinkChoice($0) }
    settings.play = play
    settings.mode = mode
    settings.seconds = seconds
    settings.freeRunning = freeRunning
    settings.record = record
    settings.report = report
    settings.model = model
    settings.requestedHands = maxHands
    settings.isAppliance = appliance
    if appliance {
      settings.switchOff = { () throws(FileError) in try PowerOff.ask() }
      settings.updates = UpdateFiles()
    }
    settings.stateFolder = stateDir ?? (appliance ? "/var/lib/gestureflow" : nil)
    settings.configFiles = config.map { [$0] } ?? (appliance ? ConfigStore.standardFiles : [])
    settings.configMustExist = config != nil
    if let report, FileHandle(emptying: report) == nil {
      throw FileError(path: report, reason: "the report cannot be written there", remedy: "check the folder and its access rights")
    }
    return settings
  }
}
