import ArgumentParser
import Foundation
import GestureFlowAPI
import Synchronization

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Plays a recorded session again: sets what was set, asks for what was asked for, and draws the hands.",
    discussion:
      "Here the box is told the values that came of the hands. gestureflowd run --camera replay:FILE has it read the gestures out of the hands again, to the same bits."
  )
  @OptionGroup var connection: Connection
  @Flag(name: .customLong("only-show"), help: "Draw hands and controls; the box's own stay as they are.") var onlyShow = false
  @Flag(help: "Do not wait for the frames' times: as fast as the box answers.") var fast = false
  @Argument(help: "The file, as `gfctl record` or `gestureflowd run --record` wrote it.", completion: .file(extensions: ["jsonl"]))
  var file: String

  func run() throws {
    let session = try SessionFile(file)
    let shown = Mutex<SharedScreen?>(nil)
    if Terminal.isTerminal { Interruption.calls { shown.withLock { $0 }?.end() } }
    var status = try connection.get(Status.self, "/v1/status", readOnly: onlyShow)
    let screen = Terminal.isTerminal ? SharedScreen() : nil
    shown.withLock { $0 = screen }
    defer { screen?.end() }
    let tell: (String) -> Void = { screen?.complain($0) ?? Terminal.complain($0) }
    var events: [String] = []
    var set: (values: ControlSample, mode: Mode?)?
    var refused: Set<Command.Name> = []
    var begun: (clock: Double, frame: Double)?
    var count = 0
    var last = 0.0
    while let frame = try session.next() {
      let now = ProcessInfo.processInfo.systemUptime
      let start = begun ?? (now, frame.control.t)
      begun = start
      last = frame.control.t - session.leftOut - start.frame
      if !fast { sleep(until: start.clock + last) }
      if !onlyShow {
        for command in session.commands { ask(command, tell) }
        // Another mode has values of its own: send all of them.
        let before = set.flatMap { $0.mode == session.mode ? $0.values : nil }
        if before == nil { refused = [] }
        try send(SessionValues.commands(frame.control, after: before, mode: session.mode), &refused, tell)
        set = (frame.control, session.mode)
      }
      count += 1
      guard screen != nil else { continue }
      events += frame.events.map { WatchScreen.line($0) }
      if events.count > 100 { events.removeFirst(50) }
      status.show(frame)
      screen?.draw(WatchScreen(status: status, events: events, colour: Terminal.hasColour))
    }
    screen?.end()
    print("\(count) frames, \(StatusScreen.clock(last))")
    if session.isOld { Terminal.complain("\(file) is of an old version: what was asked for by buttons and clients is not in it") }
  }

  /// Sends a recorded command again.
  /// Values follow with the values of the frame. The box reports its own refusals.
  private func ask(_ body: CommandBody, _ tell: (String) -> Void) {
    let isValue: Set<Command.Name> = [.volume, .speed, .pitch, .filter, .stemVolume, .stemPitch]
    guard body.command.isPlaying, !isValue.contains(body.command), let command = try? Command(body) else { return }
    do { try connection.send(command, quiet: true) } catch { tell("\(TypedCommand.title(body.command)): \(error)") }
  }

  /// Sends the values that have changed since the previous frame.
  /// A refused value is reported once and not sent again. The session continues.
  private func send(_ values: [Command], _ refused: inout Set<Command.Name>, _ tell: (String) -> Void) throws {
    for value in values where !refused.contains(value.name) {
      do { try connection.send(value, quiet: true) } catch let error as ClientError {
        guard case .problem = error else { throw error }
        refused.insert(value.name)
        tell("\(TypedCommand.title(value.name)): \(error)")
      }
    }
  }

  /// Waits in a session's time.
  /// - Parameter clock: the system's uptime in seconds. The function returns at once for a time that has passed.
  private func sleep(until clock: Double) {
    // The recorded time of a frame: no event could end this wait.
    let wait = clock - ProcessInfo.processInfo.systemUptime
    if wait > 0 { usleep(UInt32(min(wait, 3600) * 1e6)) }
  }
}

extension Status {
  /// Shows a recorded frame in place of the current state.
  mutating func show(_ frame: SessionFrame) {
    (control.speed, control.pitchCents, control.volume) = (frame.control.speed, frame.control.pitchCents, frame.control.volume)
    control.filter = frame.control.filter
    (control.held, control.heldBy, control.grip) = ([], nil, nil)
    tracker.hands = frame.frame.hands.enumerated().map { index, seen in
      var hand = HandStatus(
        id: seen.id ?? index + 1, handedness: seen.handedness.lowercased(), fingers: 0, confidence: seen.confidence ?? 1)
      hand.points = seen.landmarks.flatMap { $0.prefix(2) }
      return hand
    }
  }
}
