import ArgumentParser
import BoxClient
import Foundation
import GestureFlowAPI

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Shows hands, music and events live, on the whole screen. q or Ctrl-C ends it.")
  @OptionGroup var connection: Connection
  @Flag(help: "Draw once and end; without a terminal this is what happens anyway.") var once = false
  @Option(help: "Columns, without a terminal.") var columns: Int?
  @Option(help: "Rows, without a terminal.") var rows: Int?

  func run() throws {
    let isLive = Terminal.isTerminal && !once
    let view = WatchView(isLive: isLive, columns: columns, rows: rows)
    let keys = isLive ? try RawKeys() : nil
    if isLive { print("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J", terminator: "") }
    defer {
      if isLive { print("\u{1B}[?25h\u{1B}[?1049l", terminator: "") }
      fflush(nil)
      keys?.restore()
    }
    let types = EventKind.all.sorted().joined(separator: ",")
    try connection.client().listen("/v1/events?types=\(types)") { type, data in
      view.take(type, data)
      return (isLive || !view.hasDrawn) && keys?.wantsEnd != true
    }
  }
}

/// Keeps what the screen shows. The client's one loop calls.
private final class WatchView: @unchecked Sendable {
  private let isLive: Bool
  private let columns: Int?
  private let rows: Int?
  private var events: [String] = []
  private(set) var hasDrawn = false
  private var lastSize = (0, 0)

  init(isLive: Bool, columns: Int?, rows: Int?) {
    self.isLive = isLive
    self.columns = columns
    self.rows = rows
  }

  func take(_ type: String, _ data: Data) {
    if type == "status", let status = try? JSONDecoder().decode(Status.self, from: data) {
      draw(status)
    } else if let event = try? JSONDecoder().decode(Event.self, from: data) {
      events.append(
        String(format: "%8.2f  %@ %@ %@", event.atSeconds, event.type, event.handedness ?? "", Terminal.plain(event.value ?? "")))
      if events.count > 100 { events.removeFirst(50) }
    }
  }

  private func draw(_ status: Status) {
    let size = Terminal.size
    let (width, height) = (columns ?? size.columns, rows ?? size.rows)
    let lines = WatchScreen(status: status, events: events, colour: Terminal.hasColour).lines(columns: width, rows: height)
    var text = ""
    if isLive {
      // A new size leaves old characters behind.
      if lastSize != (width, height) { text += "\u{1B}[2J" }
      text += "\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[J"
    } else {
      text = lines.joined(separator: "\n") + "\n"
    }
    lastSize = (width, height)
    FileHandle.standardOutput.write(Data(text.utf8))
    hasDrawn = true
  }
}

/// Reads single keys, so that q ends the view.
private final class RawKeys: @unchecked Sendable {
  private var before = termios()
  private var isRaw = false
  private let interrupt: any DispatchSourceSignal
  private let lock = NSLock()
  private var ended = false

  init() throws {
    interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    signal(SIGINT, SIG_IGN)
    if tcgetattr(0, &before) == 0 {
      var raw = before
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
      withUnsafeMutableBytes(of: &raw.c_cc) {
        $0[Int(VMIN)] = 0
        $0[Int(VTIME)] = 0
      }
      isRaw = tcsetattr(0, TCSANOW, &raw) == 0
    }
    interrupt.setEventHandler { [weak self] in self?.end() }
    interrupt.resume()
  }

  private func end() { lock.withLock { ended = true } }

  var wantsEnd: Bool {
    var key: UInt8 = 0
    if isRaw, read(0, &key, 1) == 1, key == UInt8(ascii: "q") { end() }
    return lock.withLock { ended }
  }

  func restore() { if isRaw { tcsetattr(0, TCSANOW, &before) } }
}
