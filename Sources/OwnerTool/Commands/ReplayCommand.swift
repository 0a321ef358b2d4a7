import ArgumentParser
import BoxClient
import Foundation
import GestureFlowAPI

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Plays a recorded session again: sets speed, pitch and volume at their times, and draws the hands that set them.")
  @OptionGroup var connection: Connection
  @Flag(name: .customLong("only-show"), help: "Draw hands and controls; the box's own stay as they are.") var onlyShow = false
  @Flag(help: "Do not wait for the frames' times: as fast as the box answers.") var fast = false
  @Argument(help: "The file, as `gfctl record` or `gestureflowd run --record` wrote it.") var file: String

  func run() throws {
    let session = try SessionFile(file)
    var status = try connection.get(Status.self, "/v1/status", readOnly: onlyShow)
    var screen = Terminal.isTerminal ? LiveScreen() : nil
    defer { screen?.end() }
    var events: [String] = []
    var set = ControlSample(t: 0, speed: .nan, pitchCents: .nan, volume: .nan)
    var begun: (clock: Double, frame: Double)?
    var count = 0
    var last = 0.0
    while let frame = try session.next() {
      let now = ProcessInfo.processInfo.systemUptime
      let start = begun ?? (now, frame.control.t)
      begun = start
      last = frame.control.t - start.frame
      if !fast { SessionPace.sleep(until: start.clock + last) }
      if !onlyShow { try apply(frame.control, &set) }
      count += 1
      guard screen != nil else { continue }
      events += frame.events.map { WatchScreen.line($0) }
      if events.count > 100 { events.removeFirst(50) }
      status.show(frame)
      screen?.draw(WatchScreen(status: status, events: events, colour: Terminal.hasColour))
    }
    screen?.end()
    screen = nil
    print("\(count) frames, \(StatusScreen.clock(last))")
  }

  /// Sends what has changed since the frame before.
  private func apply(_ wish: ControlSample, _ set: inout ControlSample) throws {
    if wish.speed != set.speed { try connection.send(.speed(min(max(wish.speed, 0.1), 2)), quiet: true) }
    if wish.pitchCents != set.pitchCents { try connection.send(.pitch(cents: min(max(wish.pitchCents, -2400), 2400)), quiet: true) }
    if wish.volume != set.volume { try connection.send(.volume(min(max(wish.volume, 0), 1)), quiet: true) }
    set = wish
  }
}

/// Waits in a session's time.
enum SessionPace {
  /// - Parameter clock: of the system's uptime, in seconds; one that has passed is not waited for.
  static func sleep(until clock: Double) {
    let wait = clock - ProcessInfo.processInfo.systemUptime
    if wait > 0 { usleep(UInt32(min(wait, 3600) * 1e6)) }
  }
}

/// Reads a session's file, a frame at a time.
package final class SessionFile {
  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  private var number = 0
  private var line: UnsafeMutablePointer<CChar>?
  private var room = 0

  /// - Throws: `ValidationError` when it cannot be opened.
  package init(_ path: String) throws {
    guard let file = fopen(path, "re") else { throw ValidationError("\(path): \(String(cString: strerror(errno)))") }
    self.path = path
    self.file = file
  }

  deinit {
    fclose(file)
    free(line)
  }

  /// The next frame; nil at the end. - Throws: `ValidationError` that names the line that is none.
  package func next() throws -> SessionFrame? {
    while true {
      let count = getline(&line, &room, file)
      guard count > 0, let line else { return nil }
      number += 1
      let data = Data(bytes: line, count: count)
      if data.allSatisfy({ $0 == 10 || $0 == 13 || $0 == 32 }) { continue }
      guard let frame = try? JSONDecoder().decode(SessionFrame.self, from: data), frame.control.isWhole else {
        // A recording that was interrupted in the middle of a line ends with the frame before.
        if data.last != 10, number > 1 { return nil }
        throw ValidationError("\(path): line \(number) is no frame of a session: record one with gfctl record")
      }
      return frame
    }
  }
}

extension ControlSample {
  /// False for values that cannot be set.
  fileprivate var isWhole: Bool { t.isFinite && speed.isFinite && pitchCents.isFinite && volume.isFinite }
}

extension Status {
  /// Shows a recorded frame in place of what is there now.
  mutating func show(_ frame: SessionFrame) {
    (control.speed, control.pitchCents, control.volume) = (frame.control.speed, frame.control.pitchCents, frame.control.volume)
    (control.held, control.grip) = ([], nil)
    tracker.hands = frame.frame.hands.enumerated().map { index, seen in
      var hand = HandStatus(
        id: seen.id ?? index + 1, handedness: seen.handedness.lowercased(), fingers: 0, confidence: seen.confidence ?? 1)
      hand.points = seen.landmarks.flatMap { $0.prefix(2) }
      return hand
    }
  }
}
