import ArgumentParser
import Foundation
import GestureFlowAPI
import Synchronization

struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Guides through the first start: box, sound, camera, light, your place, two gestures.",
    discussion:
      "It asks and waits; Enter skips what you do not want to try, q leaves. Mode, pause and volume are then as before. Exit code 1 if something needs help."
  )
  /// Longest wait, in seconds, for a command after Ctrl-C. The command restores the box.
  private static let patience = 2.0
  @OptionGroup var connection: Connection

  func run() throws {
    guard isatty(0) == 1, Terminal.isTerminal else {
      throw Failure(
        "the setup asks questions, and there is no terminal",
        remedy: "run it in one, such as by ssh -t BOX gfctl setup; gfctl doctor only looks")
    }
    let restore = Mutex<(@Sendable () -> Void)?>(nil)
    // After Ctrl-C the setup may go on for a moment, and its commands must not follow those that restore.
    let isEnding = Mutex(false)
    Interruption.calls {
      isEnding.withLock { $0 = true }
      let act = restore.withLock { $0 }
      act?()
    }
    let client = connection.client()
    let before = try connection.status()
    restore.withLock { restore in
      restore = {
        for command in Setup.restoring(before) {
          guard let body = try? JSONEncoder().encode(command) else { continue }
          _ = try? client.ask("POST", "/v1/commands", body: body, timeout: Self.patience)
        }
      }
    }
    let seen = Mutex<[Event]>([])
    let thread = Thread {
      // If this ends early, the box has ended, and the next request says why.
      try? client.listen("/v1/events?types=\(Setup.eventTypes.joined(separator: ","))") { _, data in
        if let event = try? JSONDecoder().decode(Event.self, from: data) { seen.withLock { $0.append(event) } }
        return true
      }
    }
    thread.name = "events"
    thread.start()
    let setup = Setup(
      status: { try connection.status() }, send: { if !isEnding.withLock({ $0 }) { try connection.send($0, quiet: true) } },
      events: {
        seen.withLock { seen in
          defer { seen = [] }
          return seen
        }
      }, cards: { SoundCard.all(in: KernelFile.text("/proc/asound/cards") ?? "") }, input: Self.input,
      write: { text in
        print(text, terminator: "")
        fflush(nil)
      }, colour: Terminal.hasColour)
    guard try setup.run(from: before) else { throw ExitCode(1) }
  }

  /// Waits for a line of the standard input.
  /// - Parameter seconds: longest wait; nil for no limit.
  private static func input(_ seconds: Double?) -> Setup.Input {
    var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, seconds.map { Int32($0 * 1000) } ?? -1) > 0 else { return .silence }
    return readLine().map { Setup.Input.line($0) } ?? .end
  }
}
