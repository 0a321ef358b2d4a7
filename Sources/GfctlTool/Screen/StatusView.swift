import ArgumentParser
import Foundation
import GestureFlowAPI
import Synchronization

/// A view that follows the box's status, until q or Ctrl-C.
final class StatusView: Sendable {
  /// Makes the screen of a status and the lines of recent events. The newest event is last.
  typealias Picture = @Sendable (_ status: Status, _ events: [String]) -> any TerminalScreen

  private struct State {
    var events: [String] = []
    var hasDrawn = false
    var failure: ExitCode?
  }
  private let columns: Int?
  private let rows: Int?
  private let screen: SharedScreen?
  private let keys: RawKeys?
  private let picture: Picture
  private let state = Mutex(State())

  /// - Parameters:
  ///   - isLive: whether it uses the whole terminal; otherwise it prints lines once.
  ///   - columns: width of the lines; nil for that of the terminal.
  ///   - rows: number of the lines; nil for that of the terminal.
  init(isLive: Bool, columns: Int? = nil, rows: Int? = nil, picture: @escaping Picture) {
    self.columns = columns
    self.rows = rows
    self.picture = picture
    keys = isLive ? RawKeys() : nil
    screen = isLive ? SharedScreen() : nil
    // Before a client starts a thread. It does not wait for the box, which may hang.
    if isLive { Interruption.calls(code: 0) { [self] in end() } }
  }

  /// Shows the status and these kinds of events until the view ends.
  /// - Parameter key: receives each byte of a key but q, on a thread of its own.
  /// - Throws: `ClientError` when the box goes down, `ExitCode` when the lines cannot be written.
  func follow(
    _ connection: Connection, kinds: Set<String> = [], key: @escaping @Sendable (UInt8) -> Void = { _ in }
  ) throws {
    defer { end() }
    keys?.onKey { [self] byte in
      guard byte == UInt8(ascii: "q") else { return key(byte) }
      end()
      _exit(0)
    }
    let types = kinds.union([EventKind.status]).sorted().joined(separator: ",")
    try connection.client().listen("/v1/events?types=\(types)") { [self] type, data in take(type, data) }
    let (hasDrawn, failure) = state.withLock { ($0.hasDrawn, $0.failure) }
    if let failure { throw failure }
    if screen != nil || !hasDrawn { throw ClientError.noAnswer(socket: connection.socket ?? "the socket", why: "the box went down") }
  }

  private func end() {
    screen?.end()
    keys?.restore()
  }

  /// - Returns: whether to continue.
  private func take(_ type: String, _ data: Data) -> Bool {
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
      let next = picture(status, state.events)
      state.hasDrawn = true
      if let screen {
        screen.draw(next)
        return true
      }
      let size = Terminal.size
      let lines = next.lines(columns: columns ?? size.columns, rows: rows ?? size.rows)
      do throws(ExitCode) { try StandardOutput.write(line: lines.joined(separator: "\n")) } catch { state.failure = error }
      return false
    }
  }
}
