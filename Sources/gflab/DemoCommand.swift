import ArgumentParser
import Foundation
import GestureFlowAPI
import Lab
import Notes
import Settings
import SyntheticHands
import Supervisor

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Lets the performer play by the clock, and reports when each requested action happened.",
    discussion: """
      Mode player has no table: the report and the sheet show what happened. In mode stems the table has the samples with which it happened; they count from the first one of a WAV file, before the limiter, which holds each back by 75. In mode instrument a written piece is played, and \
      what is heard in the WAV file is compared with it. In mode theremin tones stand still, and their pitch and gain are compared with the hands' heights. In mode stream he plays someone else's player, which must be on the bus that --bus names. Lines with "guide" are the sentences of a new box, with the tone and the light of each step, when the performer plays it; a voice does not speak them here. Everything is heard, as with a licence: this is an engineer's tool, and no package brings it. Ends with 1 if a requested action did not \
      happen, or a note was heard without a request.
      """
  )

  @Option(help: "\(Mode.words).") var mode: Mode = .stems
  @Option(help: "Mode stream: the bus on which the player is.") var bus: String?
  @Argument(
    help: "A script of mode player, stems or stream (gflab perform list), or a written piece of mode instrument, as scores/first-light.txt."
  )
  var script: String?
  @Option(help: "alsa[:ID], wav:PATH, fifo:PATH or null; without it the first card, or gestureflow.wav if there is no card.")
  var sink: String?
  @Option(help: "Write all measurements as JSON.") var report: String?
  @Option(help: "Write a PNG of six moments, with skeletons and control values.") var sheet: String?
  @Option(name: .customLong("sheet-at"), help: "The moments in seconds of the script, with commas; otherwise the most telling ones.")
  var sheetAt: String?
  @Option(help: "Write the table here, too.") var table: String?
  @Option(help: "auto, float, int8 or lite.") var model: ModelChoice.Request = .auto
  @Option(help: "Frames per second of the camera; a Raspberry Pi 4 processes 15 or 20.") var rate = LabSource.usualRate

  func validate() throws {
    try LabSource.check(rate: rate)
    guard mode != .player || table == nil else {
      throw ValidationError("--table goes with the modes stems, instrument, theremin and stream")
    }
    guard (bus != nil) == (mode == .stream) else { throw ValidationError("--bus goes with --mode stream, and --mode stream with --bus") }
    _ = try sheetTimes(or: [])
  }

  func run() throws {
    let (text, isComplete) =
      switch mode {
      case .instrument: try instrument(script ?? "first-light")
      case .theremin: try theremin(script ?? "theremin")
      case .stream: try stream(script ?? "stream")
      case .stems: try stems(script ?? "stemsdemo")
      case .player: try player(script ?? "demo")
      }
    if !text.isEmpty { print("\n\(text)") }
    if let path = table { try (text + "\n").write(toFile: path, atomically: false, encoding: .utf8) }
    if !isComplete { throw ExitCode(1) }
  }

  private func player(_ name: String) throws -> (text: String, isComplete: Bool) {
    let script = try LabSource.script(name)
    let demo = try LiveDemo(script, try settings(script.name), rate: rate)
    let sheet = try contactSheet((0..<6).map { (Double($0) + 0.5) * script.duration / 6 })
    let result = try demo.play(needs: "hand tracking", sheet: sheet) { _ in true }
    if let report { try result.write(to: report) }
    return ("", true)
  }

  private func stems(_ name: String) throws -> (text: String, isComplete: Bool) {
    let script = try LabSource.script(name)
    let asks = StemScripts.asks(in: script.name)
    guard !asks.isEmpty else { throw ValidationError("'\(script.name)' requests nothing in mode stems: use one of \(Self.names)") }
    let demo = try LiveDemo(script, try settings(script.name), rate: rate)
    let result = try demo.play(
      needs: "hand tracking or stems", sheet: try contactSheet(Self.moments(asks.map { ($0.from, $0.to) }))
    ) {
      $0.stems?.channels.isEmpty == false
    }
    if let report { try result.write(to: report) }
    let table = ActionTable(asks, result)
    return ("\(table.text)\n\n\(table.summary)", table.isComplete)
  }

  private func instrument(_ name: String) throws -> (text: String, isComplete: Bool) {
    let instrument = try InstrumentDemo(name)
    let script = instrument.performance.script
    // The performer of the piece plays before the camera; every other camera source shows an empty room.
    let settings = try settings("empty")
    let demo = try LiveDemo(script, settings, rate: rate)
    try instrument.piece.set(demo.box)
    let result = try demo.play(
      needs: "hand tracking or the instrument",
      sheet: try contactSheet(instrument.moments, layout: instrument.piece.layout)
    ) { $0.instrument != nil }
    if let report { try result.write(to: report) }
    return try instrument.judge(result, sink: settings.sink)
  }

  private func theremin(_ name: String) throws -> (text: String, isComplete: Bool) {
    let script = try LabSource.script(name)
    let tones = ThereminScripts.tones(in: script.name)
    guard !tones.isEmpty else { throw ValidationError("'\(script.name)' plays no tones of mode theremin: use theremin") }
    let settings = try settings(script.name)
    let demo = try LiveDemo(script, settings, rate: rate)
    let result = try demo.play(
      needs: "hand tracking or the instrument", sheet: try contactSheet(Self.moments(tones.map { ($0.from, $0.to) }))
    ) { $0.instrument != nil }
    if let report { try result.write(to: report) }
    var sound: [Float]?
    if case .wav(let path)? = settings.sink { sound = try WrittenPiece.sound(in: path).left }
    guard let played = result.status.instrument, let range = NoteRange(played.rangeLow, played.rangeHigh) else {
      throw ValidationError("the box did not end in mode theremin")
    }
    let table = ToneTable(tones, result.controls, range: range, sound: sound)
    return ("\(table.text)\n\n\(table.summary)", table.isComplete)
  }

  private func stream(_ name: String) throws -> (text: String, isComplete: Bool) {
    let script = try LabSource.script(name)
    let asks = StreamScripts.asks(in: script.name)
    guard !asks.isEmpty else { throw ValidationError("'\(script.name)' requests nothing in mode stream") }
    var settings = try settings(script.name)
    let config = FileManager.default.temporaryDirectory.appendingPathComponent("gestureflow-demo-\(getpid()).toml")
    defer { try? FileManager.default.removeItem(at: config) }
    try "[stream]\nbus = \"\(bus ?? "")\"\n".write(to: config, atomically: false, encoding: .utf8)
    settings.configFiles = [config.path]
    let demo = try LiveDemo(script, settings, rate: rate)
    let result = try demo.play(
      needs: "hand tracking or a player", sheet: try contactSheet(Self.moments(asks.map { ($0.from, $0.to) }))
    ) { $0.stream?.source != nil }
    if let report { try result.write(to: report) }
    let table = StreamActionTable(asks, result)
    let volumes = StreamActionTable.volumes(result)
    return ("\(table.text)\n\n\(table.summary); \(volumes.text)", table.isComplete && volumes.areSame)
  }

  /// Returns the sheet that --sheet requests.
  /// - Parameter telling: the default times, without --sheet-at.
  private func contactSheet(_ telling: [Double], layout: NoteLayout = NoteLayout()) throws -> ContactSheet? {
    let times = try sheetTimes(or: telling)
    return sheet.map { ContactSheet($0, times: times, layout: layout) }
  }

  private func sheetTimes(or telling: [Double]) throws -> [Double] {
    guard let sheetAt else { return telling }
    let words = sheetAt.split(separator: ",")
    let times = words.compactMap { Double($0) }.filter { $0.isFinite && $0 >= 0 }
    guard !times.isEmpty, times.count == words.count else {
      throw ValidationError("--sheet-at takes seconds separated by commas, not \(sheetAt)")
    }
    return times
  }

  private func settings(_ name: String) throws -> RunSettings {
    var settings = RunSettings()
    settings.camera = .performer(name)
    settings.sink = try sink.map { try SinkChoice($0) }
    settings.mode = mode
    settings.workbenchTier = .pro
    settings.model = model
    // If set, the box keeps events and values for the table.
    settings.report = report ?? ""
    return settings
  }

  private static var names: String { StemScripts.all.map(\.name).joined(separator: ", ") }

  /// Returns six moments towards the end of requests, spread over the script.
  private static func moments(_ asks: [(from: Double, to: Double)]) -> [Double] {
    (0..<6).map { i in
      let ask = asks[i * asks.count / 6]
      return ask.from + (ask.to - ask.from) * 0.8
    }
  }
}
