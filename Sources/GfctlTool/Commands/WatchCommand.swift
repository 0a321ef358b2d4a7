import ArgumentParser
import Foundation
import GestureFlowAPI

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Shows hands, music and events live, on the whole screen. q or Ctrl-C ends it.",
    discussion: "Keys: \(WatchKey.allCases.map(\.words).joined(separator: ", ")).")
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
    // Keys come from the standard input, which may be a pipe.
    let hasKeys = isLive && isatty(0) == 1
    let view = StatusView(isLive: isLive, columns: columns, rows: rows) { status, events in
      WatchScreen(status: status, events: events, colour: Terminal.hasColour, hasKeys: hasKeys)
    }
    let sender = KeySender(connection.client())
    // A line for each bar would fill the screen; the strips show the bar.
    try view.follow(connection, kinds: EventKind.happenings.subtracting(["bar"])) { byte in
      if let command = WatchKey(byte)?.command { sender.send(command) }
    }
  }
}
