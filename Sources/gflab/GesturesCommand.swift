import ArgumentParser
import Foundation
import GestureFlowAPI
import Gestures
import Lab
import Perception
import Settings

extension PinchLaw: ExpressibleByArgument {}

struct GesturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gestures",
    abstract: "Recognises the gestures of recorded hands again, by today's rules, and compares a session with the box's results.",
    discussion: """
      What was set from elsewhere during a session (buttons, clients) is set again. A session holds the settings of its gestures, and others count if they are named; of hands alone, and of sessions of an old version, name the configuration with --config.
      """)

  @Argument(help: "A session (gfctl record, gestureflowd run --record) or hands (gflab track, gflab perform --truth).") var file: String
  @Option(help: "Effect of a pinch: both, spread or fader; otherwise what the configuration says.") var pinch: PinchLaw?
  @Option(help: "A configuration, of which [gestures] and the start volume count; without it the defaults.") var config: String?
  @Option(help: "Width / height of the film, if the file does not have it.") var aspect = 16.0 / 9

  func validate() throws {
    guard aspect.isFinite, aspect > 0 else { throw ValidationError("--aspect takes a number above 0, not \(aspect)") }
  }

  func run() throws {
    if try SessionReplay.isOne(file) { return try compare() }
    let settings = try settings()
    let recording = try HandsRecording.read(file, aspect: Float(aspect))
    let replay = GestureReplay(recording, settings: settings)
    for event in replay.events { print(Self.line(event, settings)) }
    let seconds = (recording.frames.last?.seconds ?? 0) - (recording.frames.first?.seconds ?? 0)
    print("\(recording.frames.count) frames, \(format(seconds, 1)) s; at the end \(Self.words(replay.control))")
    if let comparison = replay.comparison { print(Self.words(comparison)) }
    if let line = recording.cutOff { print("line \(line), the last one, is cut off: the recording was interrupted there") }
  }

  /// Replays a session with all inputs of its gestures.
  /// The session is read while it is played, so it may be of any length.
  private func compare() throws {
    let settings = config == nil && pinch == nil ? nil : try settings()
    let replay = try SessionReplay(file, settings: settings) { print(Self.line($0, settings ?? GestureSettings())) }
    print("\(replay.frames) frames, \(format(replay.seconds, 1)) s, \(replay.commands) commands from elsewhere")
    if replay.parts > 1 { print("the recording restarts \(replay.parts - 1) times") }
    if let first = replay.firstDifferent {
      print("controls differ in \(replay.different) of \(replay.compared) frames, the first at \(format(first, 3)) s")
    } else {
      print("controls are the same in all \(replay.compared) frames, to the last bit")
    }
    if replay.lost > 0 { print("\(replay.lost) lines were not recorded, because they could not be written as fast as they came") }
    if let line = replay.cutOff { print("line \(line), the last one, is cut off: the recording was interrupted there") }
  }

  private func settings() throws -> GestureSettings {
    var configuration = Configuration()
    // A film or a camera that it names need not exist here.
    if let config, let error = ConfigFile.apply(config, to: &configuration, checkingFiles: false).first { throw Failure("\(error)") }
    var settings = configuration.gestures
    if let pinch { settings.pinch = pinch }
    return settings
  }

  /// Returns an event with its time and its command.
  private static func line(_ event: Event, _ settings: GestureSettings) -> String {
    let type = event.type.padding(toLength: 16, withPad: " ", startingAt: 0)
    var line = String(format: "%9.3f  ", event.atSeconds) + type + " " + about(event)
    if event.type == "gestureHeld",
      let command = event.value.flatMap(StaticGesture.init(rawValue:)).flatMap({ settings.bindings[.player]?[$0] })
    {
      line += ": \(command.rawValue)"
    }
    return line
  }

  /// Returns hand and value of an event.
  /// The event may come from a file.
  private static func about(_ event: Event) -> String {
    [event.handedness, event.hand.map { "#\($0)" }, event.value].compactMap { $0.map { cleaned($0, limit: 40) } }.joined(separator: " ")
  }

  private static func words(_ control: PlayerControl) -> String {
    "speed \(format(Double(control.speed), 3)), pitch \(String(format: "%+.0f", control.pitchCents)) cents, volume \(format(Double(control.volume), 3))"
  }

  private static func words(_ comparison: ReplayComparison) -> String {
    func most(_ name: String, _ difference: ReplayComparison.Difference, _ digits: Int, _ unit: String = "") -> String {
      difference.most == 0
        ? "\(name) not at all" : "\(name) by \(format(difference.most, digits))\(unit) at most, at \(format(difference.seconds, 3)) s"
    }
    let values = comparison.values
    var lines = [
      "differs from the recording: "
        + [most("speed", values.speed, 3), most("pitch", values.pitchCents, 1, " cents"), most("volume", values.volume, 3)]
        .joined(separator: "; ")
    ]
    for (events, place) in [(comparison.onlyRecorded, "only in the recording"), (comparison.onlyNow, "not in the recording")] {
      guard let first = events.first else { continue }
      let name = [cleaned(first.type, limit: 40), about(first)].filter { !$0.isEmpty }.joined(separator: " ")
      let count = "\(events.count) event\(events.count == 1 ? " is" : "s are")"
      lines.append("\(count) \(place), the first at \(format(first.atSeconds, 3)) s: \(name)")
    }
    if comparison.changesFromElsewhere > 0 {
      lines.append("set from elsewhere in the recording, and here again: \(comparison.changesFromElsewhere)")
    }
    return lines.joined(separator: "\n")
  }
}
