import ArgumentParser
import GestureFlowAPI

struct LatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency", abstract: "Measures the time from light to sound by LEDs of the panel that the camera sees.",
    discussion: """
      Point the camera at the panel from less than half a metre, and keep still: the LEDs blink for half a minute. q or Ctrl-C ends it.

      LED to frame: from a switch to the capture time of the first frame that shows at least half of it. Frame to levels: from capture to the audio callback, since the start of the box. Levels to card: the card's full buffer; its converter and the speakers come after that. Levels to sound: from clicks of the box to their recording, if a cable leads from the card's output to an input, or a microphone hears a speaker. It is at most a few milliseconds too long: the recording takes its own time.
      """)
  @OptionGroup var connection: Connection

  func run() throws {
    try TestCommand.follow(.latency, connection)
    guard let latency = try connection.status().latency else { return }
    for line in LatencyTable.lines(latency) { try StandardOutput.write(line: line) }
  }
}

/// Lines of the latency by stage.
package enum LatencyTable {
  /// Returns a line for each stage. If each is known, their sum follows.
  package static func lines(_ l: LatencyStatus) -> [String] {
    let levels = l.frameToLevelsMs
    let card = l.levelsToCardMs.map { "\(StatusScreen.format($0, 1)) ms, its full buffer" } ?? "no sound card plays"
    let stages = [
      ledToFrame(l), "frame to levels  " + (levels.count > 0 ? figures(levels) : "not measured: run gfctl doctor"),
      "levels to card   \(card)",
    ]
    let sound = l.levelsToSoundMs.map { ["levels to sound  \(figures($0))   \($0.count) clicks"] } ?? []
    guard levels.count > 0, let rest = l.levelsToSoundMs?.p50 ?? l.levelsToCardMs else { return stages + sound }
    return stages + sound + ["together         about \(StatusScreen.format(l.ledToFrameMs.p50 + levels.p50 + rest, 0)) ms (p50)"]
  }

  /// Returns the line from the LED to the frame.
  static func ledToFrame(_ l: LatencyStatus) -> String { "LED to frame     \(figures(l.ledToFrameMs))   \(l.ledToFrameMs.count) switches" }

  private static func figures(_ q: Quantiles) -> String {
    "p50 \(StatusScreen.format(q.p50, 1))  p95 \(StatusScreen.format(q.p95, 1))  max \(StatusScreen.format(q.max, 1)) ms"
  }
}
