import ArgumentParser
import Foundation
import GestureFlowAPI

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows how the box is, on one screen. Exit code 0 healthy, 1 degraded, 3 not running, 4 no answer or no permission.")

  @OptionGroup var connection: Connection
  @Flag(name: .shortAndLong, help: "Show all: tracker, latency, threads, parts, MIDI, board, notices.") var all = false
  @Flag(help: "Print JSON.") var json = false
  @Flag(name: .customLong("json-pretty"), help: "Print JSON for people; --json=pretty is the same.") var pretty = false
  @Flag(help: "Go on showing it, twice a second.") var watch = false
  @Flag(name: .shortAndLong, help: "Print nothing: the exit code says it.") var quiet = false

  func run() throws {
    repeat {
      let answer: (status: Status, data: Data)
      do { answer = try connection.readStatus() } catch let error as ClientError where quiet { throw ExitCode(error.exitCode) }
      if watch, Terminal.isTerminal { print("\u{1B}[H\u{1B}[2J", terminator: "") }
      if !quiet { try StandardOutput.write(line: try text(answer.status, answer.data)) }
      if watch {
        // The rate of the screen.
        usleep(500_000)
        continue
      }
      throw ExitCode(answer.status.state == .healthy ? 0 : 1)
    } while watch
  }

  private func text(_ status: Status, _ data: Data) throws -> String {
    if pretty {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(status), as: UTF8.self)
    }
    if json { return String(decoding: data, as: UTF8.self) }
    return all ? StatusScreen.text(status, colour: Terminal.hasColour) : StatusScreen.summary(status, colour: Terminal.hasColour)
  }
}

struct HealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Prints the box's state and then its problems, a line each. Exit codes as for status.")

  @OptionGroup var connection: Connection

  func run() throws {
    let status = try connection.readStatus().status
    try StandardOutput.write(line: ([status.state.rawValue] + status.problems).map(Terminal.plain).joined(separator: "\n"))
    throw ExitCode(status.state == .healthy ? 0 : 1)
  }
}

extension Connection {
  /// Returns the box's status, and the bytes of its answer.
  /// - Throws: `ClientError`; a box that does not answer in time is not degraded.
  fileprivate func readStatus() throws -> (status: Status, data: Data) {
    let data: Data
    do { data = try self.data("GET", "/v1/status", readOnly: true) } catch ClientError.problem(let problem) where problem.status == 503 {
      throw ClientError.noAnswer(socket: socket ?? "the box's socket", why: problem.detail)
    }
    guard let status = try? JSONDecoder().decode(Status.self, from: data) else {
      throw ClientError.noAnswer(socket: socket ?? "the box", why: "its answer is of another version")
    }
    return (status, data)
  }
}

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Shows the version of gfctl, and of the box if it answers.")
  @OptionGroup var connection: Connection
  func run() throws {
    print("gfctl \(Version.current)")
    if let status = try? connection.get(Status.self, "/v1/status", readOnly: true) { print("gestureflowd \(status.version)") }
  }
}
