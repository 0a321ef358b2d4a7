import GestureFlowAPI
import Gestures
import HandTracking

/// Replays a session with the current gesture rules and compares the results. They are equal to the last bit if
/// neither rules nor settings have changed.
package struct SessionReplay: Sendable {
  /// Number of frames of the session.
  package private(set) var frames = 0
  /// Seconds from the first frame to the last.
  package private(set) var seconds = 0.0
  /// Frames and gaps whose recorded values were compared, and those that differ.
  package private(set) var compared = 0
  package private(set) var different = 0
  /// Time of the first difference in seconds since the box started. Nil without one.
  package private(set) var firstDifferent: Double?
  /// Counts of new parts, of commands, and of lines not written.
  package private(set) var parts = 0
  package private(set) var commands = 0
  package private(set) var lost = 0
  /// Number of the last line, if it was cut off.
  package private(set) var cutOff: Int?
  /// Values after the last frame.
  package private(set) var control = ControlFrame()

  /// Returns whether a file can be compared. Its first line is then a header.
  /// - Throws: `FileError` when it cannot be opened.
  package static func isOne(_ path: String) throws(FileError) -> Bool {
    guard let first = try? SessionSteps(path).next() else { return false }
    if case .begin = first { return true }
    return false
  }

  /// Replays a file while reading it.
  /// - Parameters:
  ///   - settings: nil for the settings of the recording.
  ///   - onEvent: receives each event.
  /// - Throws: `FileError` that names the problem and the line.
  package init(_ path: String, settings: GestureSettings? = nil, onEvent: (Event) -> Void = { _ in }) throws(FileError) {
    let steps = try SessionSteps(path)
    var engine = GestureEngine()
    var first: Double?
    while let step = try steps.next() {
      let noise = steps.model?.noise ?? .float
      switch step {
      case .begin(var header):
        if let settings { header.gestures = SessionGestures(settings) }
        engine = GestureEngine(header)
        parts += 1
      case .told(var told):
        if settings != nil { told.gestures = nil }
        engine.take(told, noise: noise)
      case .command: commands += 1
      case .lost: break
      case .frame(let hands, let line):
        let output = engine.process(hands)
        for event in output.events { onEvent(Event(event, at: line.control.t)) }
        control = output.control
        frames += 1
        let start = first ?? line.control.t
        first = start
        seconds = line.control.t - start
        compare(output.control.bits, line.bits, at: line.control.t)
      case .nothing(let gap):
        let output = engine.noFrame(at: gap.time)
        let time = gap.events.first?.atSeconds ?? seconds + (first ?? 0)
        for event in output?.events ?? [] { onEvent(Event(event, at: time)) }
        compare(output?.control.bits, gap.bits, at: time)
      }
    }
    (lost, cutOff) = (steps.lost, steps.cutOff)
  }

  private mutating func compare(_ now: String?, _ recorded: String?, at time: Double) {
    guard let recorded else { return }
    compared += 1
    guard now != recorded else { return }
    different += 1
    firstDifferent = firstDifferent ?? time
  }
}
