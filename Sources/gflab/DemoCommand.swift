import ArgumentParser
import Camera
import Foundation
import GestureFlowAPI
import Lab
import Performer
import Realtime
import Supervisor

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Has the performer play in mode stems, by the clock, and tells with which sample happened what he asked for.",
    discussion: """
      Samples count from the first one of a WAV file, before the limiter, which holds each back by 75. All four channels are heard, as with a licence: this is an
      engineer's tool, and no package brings it. Ends with 1 if something that was asked for did not happen.
      """
  )

  @Argument(help: "Name of a script of mode stems: gflab perform list.") var script = "stemsdemo"
  @Option(help: "alsa[:ID], wav:PATH, fifo:PATH or null; without it the first card, or gestureflow.wav where there is none.")
  var sink: String?
  @Option(help: "Write everything that was measured, as JSON.") var report: String?
  @Option(help: "Write a PNG of six moments.") var sheet: String?
  @Option(help: "Write the table here, too.") var table: String?
  @Option(help: "auto, exact, full or lite.") var model = "auto"

  /// Seconds until the models are loaded and the set is there, at most.
  private static let patience = 60.0

  func run() throws {
    let script = try LabSource.script(script)
    let asks = StemScripts.asks(in: script.name)
    guard !asks.isEmpty else { throw ValidationError("'\(script.name)' asks for nothing in mode stems; the scripts are \(Self.names)") }
    let performer = Prompted(VirtualPerformer(script, live: true, seconds: script.duration))
    let box = try Box(try settings(script.name), log: BootLog(), camera: performer)
    let signals = StopSignals { box.requestStop() }
    try box.start()
    var sheet = self.sheet.map { ContactSheet($0, times: Self.moments(asks)) }
    let waiting = Clock.seconds
    var begun: Double?
    box.wait {
      if let begun, let performance = box.performance { sheet?.update(performance, at: Clock.seconds - begun) }
      guard begun == nil else { return }
      if box.performance != nil, box.status.stems?.channels.isEmpty == false {
        performer.begin()
        begun = Clock.seconds
      } else if Clock.seconds - waiting > Self.patience {
        box.requestStop()
      }
    }
    let result = box.report
    box.stop()
    withExtendedLifetime(signals) {}
    try sheet?.write()
    if let report { try result.write(to: report) }
    guard begun != nil else {
      let reasons = result.status.problems.joined(separator: "; ")
      throw ValidationError("hand tracking or stems were not ready after \(Int(Self.patience)) s: \(reasons)")
    }
    let table = AskTable(asks, result)
    let text = "\(table.text)\n\n\(table.summary)"
    print("\n\(text)")
    if let path = self.table { try (text + "\n").write(toFile: path, atomically: true, encoding: .utf8) }
    if !table.isComplete { throw ExitCode(1) }
  }

  private func settings(_ name: String) throws -> RunSettings {
    guard let wish = ModelChoice.Wish(rawValue: model) else {
      throw ValidationError("--model takes auto, exact, full or lite, not \(model)")
    }
    var settings = RunSettings()
    settings.camera = .performer(name)
    settings.sink = try sink.map { try SinkChoice($0) }
    settings.mode = .stems
    settings.workbenchTier = .pro
    settings.model = wish
    // Set, it has events and values kept for the table.
    settings.report = report ?? ""
    return settings
  }

  private static var names: String { StemScripts.all.map(\.name).joined(separator: ", ") }

  /// The six most telling moments: towards the end of asks, spread over the script.
  private static func moments(_ asks: [ScriptedAsk]) -> [Double] {
    (0..<6).map { i in
      let ask = asks[i * asks.count / 6]
      return ask.from + (ask.to - ask.from) * 0.8
    }
  }
}
