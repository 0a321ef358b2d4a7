import ArgumentParser
import Foundation
import GestureFlowAPI
import Licensing
import Realtime
import Settings
import Supervisor

extension ModelChoice.Request: ExpressibleByArgument {
  /// Reads a present or a former word.
  public init?(argument: String) { self.init(word: argument) }
}
extension Mode: ExpressibleByArgument {}
extension Tier: ExpressibleByArgument {}

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Plays music with the hands of a film, without a clock: the same film and music give the same sound.")

  @Argument(help: "Any file that ffmpeg decodes, or performer:SCRIPT.") var film: String
  @Option(help: "The music; without it the built-in piece.") var music: String?
  @Option(name: .shortAndLong, help: "The WAV file.") var output: String
  @Option(help: "All measurements as JSON.") var report: String?
  @Option(help: "player, stems or instrument; stems plays the first built-in set.") var mode: Mode = .player
  @Option(help: "free or pro; this is an engineer's tool, and needs no licence.") var tier: Tier = TierLimits.first.tier
  @Option(help: "auto, float, int8 or lite.") var model: ModelChoice.Request = .int8

  func validate() throws {
    guard mode == .player || music == nil else { throw ValidationError("--music belongs to mode player") }
  }

  func run() throws {
    var settings = RunSettings()
    settings.camera = try CameraChoice(film.hasPrefix("performer") ? film : "film:\(film)")
    settings.sink = .wav(output)
    settings.play = music.map { [$0] } ?? []
    settings.freeRunning = true
    settings.mode = mode
    settings.workbenchTier = tier
    settings.report = report ?? ""
    settings.model = model
    if case .performer(let name) = settings.camera { settings.seconds = try LabSource.script(name).duration }
    let box = try Box(settings, log: BootLog(quiet: true))
    try box.runFree()
    if let failure = box.log.lastNotices.first(where: { $0.text.hasPrefix("tracker") }) { throw ValidationError(failure.text) }
    let result = box.report
    if let report { try result.write(to: report) }
    for notice in result.status.notices { print(notice.text) }
    print("\(result.controls.count) frames, \(result.events.count) events: \(output)")
  }
}
