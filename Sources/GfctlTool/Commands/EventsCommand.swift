import ArgumentParser
import Foundation
import GestureFlowAPI
import Synchronization

struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "events", abstract: "Shows what happens, as it happens.")
  @OptionGroup var connection: Connection
  @Option(
    help: "Kinds of events with commas, such as gestureBegan,trackChanged.", completion: .list(EventKind.happenings.sorted()))
  var type: String?
  @Flag(help: "Print JSON, an object a line.") var json = false

  func run() throws {
    let json = json
    let failure = Mutex<ExitCode?>(nil)
    try connection.client().listen("/v1/events" + (type.map { "?types=\($0)" } ?? "")) { kind, data in
      var line = "\(kind) \(String(decoding: data, as: UTF8.self))"
      if json {
        line = String(decoding: data, as: UTF8.self)
      } else if let event = try? JSONDecoder().decode(Event.self, from: data) {
        let hand = [event.handedness, event.hand.map { "#\($0)" }].compactMap { $0 }.joined(separator: " ")
        let what = [event.value, event.velocity.map { "velocity \($0)" }].compactMap { $0 }.joined(separator: " ")
        line = String(
          format: "%9.3f  %@ %@ %@", event.atSeconds, event.type.padding(toLength: 16, withPad: " ", startingAt: 0),
          event.source.map(Terminal.plain) ?? hand, Terminal.plain(what))
      }
      do throws(ExitCode) { try StandardOutput.write(line: line) } catch {
        failure.withLock { $0 = error }
        return false
      }
      return true
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    throw ClientError.noAnswer(socket: connection.socket ?? "the socket", why: "the box went down")
  }
}
