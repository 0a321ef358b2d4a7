import ArgumentParser
import BoxClient
import Foundation
import GestureFlowAPI
import Synchronization

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Shows hands, music and events live, on the whole screen. q or Ctrl-C ends it.")
  @OptionGroup var connection: Connection
  @Flag(help: "Draw once and end; without a terminal this is what happens anyway.") var once = false
  @Option(help: "Columns, without a terminal.") var columns: Int?
  @Option(help: "Rows, without a terminal.") var rows: Int?

  func validate() throws {
    for (name, value) in [("columns", columns), ("rows", rows)] {
      guard let value, !(1...1000).contains(value) else { continue }
      throw ValidationError("--\(name) takes 1 to 1000, not \(value)")
    }
  }

  func run() throws {
    let isLive = Terminal.isTerminal && !once
    let keys = isLive ? RawKeys() : nil
    let view = WatchView(isLive: isLive, columns: columns, rows: rows)
    let end: @Sendable () -> Void = {
      view.end()
      keys?.restore()
    }
    defer { end() }
    // Neither waits for the box: it may hang.
    if isLive { Interruption.calls(code: 0, end) }
    keys?.onQuit {
      end()
      _exit(0)
    }
    // A line for each bar would fill the screen; the strips show the bar.
    let types = EventKind.happenings.union([EventKind.status]).subtracting(["bar"]).sorted().joined(separator: ",")
    try connection.client().listen("/v1/events?types=\(types)") { type, data in view.take(type, data) }
    if let failure = view.failure { throw failure }
    if isLive || !view.hasDrawn { throw ClientError.noAnswer(socket: connection.socket ?? "the socket", why: "the box went down") }
  }
}

/// The state of the screen.
private final class WatchView: Sendable {
  private struct State {
    var events: [String] = []
    var hasDrawn = false
    var failure: ExitCode?
  }
  private let columns: Int?
  private let rows: Int?
  private let screen: SharedScreen?
  private let state = Mutex(State())

  /// - Parameter isLive: whether it uses the whole terminal; otherwise it prints lines once.
  init(isLive: Bool, columns: Int?, rows: Int?) {
    self.columns = columns
    self.rows = rows
    screen = isLive ? SharedScreen() : nil
  }

  var hasDrawn: Bool { state.withLock { $0.hasDrawn } }
  /// Reason why the lines could not be written.
  var failure: ExitCode? { state.withLock { $0.failure } }

  func end() { screen?.end() }

  /// - Returns: whether to continue.
  func take(_ type: String, _ data: Data) -> Bool {
    if type == EventKind.status, let status = try? JSONDecoder().decode(Status.self, from: data) { return draw(status) }
    if let event = try? JSONDecoder().decode(Event.self, from: data) {
      state.withLock { state in
        state.events.append(WatchScreen.line(event))
        if state.events.count > 100 { state.events.removeFirst(50) }
      }
    }
    return true
  }

  private func draw(_ status: Status) -> Bool {
    state.withLock { state in
      let picture = WatchScreen(status: status, events: state.events, colour: Terminal.hasColour)
      state.hasDrawn = true
      if let screen {
        screen.draw(picture)
        return true
      }
      let size = Terminal.size
      let lines = picture.lines(columns: columns ?? size.columns, rows: rows ?? size.rows)
      do throws(ExitCode) { try StandardOutput.write(line: lines.joined(separator: "\n")) } catch { state.failure = error }
      return false
    }
  }
}

/// Reads single keys, so that q ends the view, and restores the terminal's line mode.
private final class RawKeys: Sendable {
  private let before: termios
  private let isRaw: Bool

  init() {
    var settings = termios()
    let isTerminal = tcgetattr(0, &settings) == 0
    before = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &settings.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    isRaw = isTerminal && tcsetattr(0, TCSANOW, &settings) == 0
  }

  /// Calls on a thread of its own when q is pressed.
  func onQuit(_ quit: @escaping @Sendable () -> Void) {
    guard isRaw else { return }
    let thread = Thread {
      var key: UInt8 = 0
      while read(0, &key, 1) == 1 { if key == UInt8(ascii: "q") { return quit() } }
    }
    thread.name = "keys"
    thread.start()
  }

  func restore() {
    guard isRaw else { return }
    var settings = before
    tcsetattr(0, TCSANOW, &settings)
  }
}
