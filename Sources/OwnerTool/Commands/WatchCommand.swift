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

  func run() throws {
    let isLive = Terminal.isTerminal && !once
    let view = WatchView(screen: isLive ? LiveScreen() : nil, columns: columns, rows: rows)
    let keys = isLive ? RawKeys() : nil
    defer {
      view.end()
      keys?.restore()
    }
    // A line for each bar would leave no room for anything else; the strips show it.
    let types = EventKind.happenings.union([EventKind.status]).subtracting(["bar"]).sorted().joined(separator: ",")
    try connection.client().listen("/v1/events?types=\(types)") { type, data in
      view.take(type, data)
      return (isLive || !view.hasDrawn) && keys?.wantsEnd != true
    }
  }
}

/// Keeps what the screen shows.
private final class WatchView: Sendable {
  private struct State {
    var screen: LiveScreen?
    var events: [String] = []
    var hasDrawn = false
  }
  private let columns: Int?
  private let rows: Int?
  private let state: Mutex<State>

  /// - Parameter screen: nil draws once, as lines.
  init(screen: LiveScreen?, columns: Int?, rows: Int?) {
    self.columns = columns
    self.rows = rows
    state = Mutex(State(screen: screen))
  }

  var hasDrawn: Bool { state.withLock { $0.hasDrawn } }

  func end() { state.withLock { $0.screen?.end() } }

  func take(_ type: String, _ data: Data) {
    if type == EventKind.status, let status = try? JSONDecoder().decode(Status.self, from: data) {
      draw(status)
    } else if let event = try? JSONDecoder().decode(Event.self, from: data) {
      state.withLock { state in
        state.events.append(WatchScreen.line(event))
        if state.events.count > 100 { state.events.removeFirst(50) }
      }
    }
  }

  private func draw(_ status: Status) {
    state.withLock { state in
      let screen = WatchScreen(status: status, events: state.events, colour: Terminal.hasColour)
      if state.screen != nil {
        state.screen?.draw(screen)
      } else {
        let size = Terminal.size
        let lines = screen.lines(columns: columns ?? size.columns, rows: rows ?? size.rows)
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
      }
      state.hasDrawn = true
    }
  }
}

/// Reads single keys, so that q ends the view, and takes Ctrl-C as the same wish, so that the terminal is given back.
private final class RawKeys: Sendable {
  private let before: termios
  private let isRaw: Bool
  /// The program's one: a signal handler knows no object.
  // Order: relaxed: a wish by itself, and nothing else is shared with the signal's handler. Lock-free, as a handler needs it.
  private static let ended = Atomic(false)

  init() {
    // Made now: a signal handler must not be the first to touch it.
    Self.ended.store(false, ordering: .relaxed)
    signal(SIGINT) { _ in RawKeys.ended.store(true, ordering: .relaxed) }
    var settings = termios()
    let isTerminal = tcgetattr(0, &settings) == 0
    before = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &settings.c_cc) {
      $0[Int(VMIN)] = 0
      $0[Int(VTIME)] = 0
    }
    isRaw = isTerminal && tcsetattr(0, TCSANOW, &settings) == 0
  }

  var wantsEnd: Bool {
    var key: UInt8 = 0
    if isRaw, read(0, &key, 1) == 1, key == UInt8(ascii: "q") { Self.ended.store(true, ordering: .relaxed) }
    return Self.ended.load(ordering: .relaxed)
  }

  func restore() {
    guard isRaw else { return }
    var settings = before
    tcsetattr(0, TCSANOW, &settings)
  }
}
