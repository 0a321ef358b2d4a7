import ArgumentParser
import BoxClient
import Foundation
import GestureFlowAPI

struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "events", abstract: "Shows what happens, as it happens.")
  @OptionGroup var connection: Connection
  @Option(help: "Kinds of events with commas, such as gestureBegan,trackChanged.") var type: String?
  @Flag(help: "Print JSON, an object a line.") var json = false

  func run() throws {
    let json = json
    try connection.client().listen("/v1/events" + (type.map { "?types=\($0)" } ?? "")) { kind, data in
      if json {
        print(String(decoding: data, as: UTF8.self))
      } else if let event = try? JSONDecoder().decode(Event.self, from: data) {
        let hand = [event.handedness, event.hand.map { "#\($0)" }].compactMap { $0 }.joined(separator: " ")
        print(
          String(
            format: "%9.3f  %@ %@ %@", event.atSeconds, event.type.padding(toLength: 16, withPad: " ", startingAt: 0), hand,
            Terminal.plain(event.value ?? "")))
      } else {
        print("\(kind) \(String(decoding: data, as: UTF8.self))")
      }
      fflush(nil)
      return true
    }
    throw ClientError.noAnswer(socket: connection.socket ?? "the socket", why: "the box went down")
  }
}

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Writes the status with all landmarks ten times a second, a JSON object a line, until interrupted.")
  @OptionGroup var connection: Connection
  @Option(help: "End after so many seconds.") var seconds: Double?
  @Argument(help: "The file; - for standard output.") var file: String

  func run() throws {
    let isPipe = file == "-"
    if !isPipe, !FileManager.default.createFile(atPath: file, contents: nil) {
      throw ValidationError("\(file) cannot be written: check the folder and its access rights")
    }
    guard let output = isPipe ? FileHandle.standardOutput : FileHandle(forWritingAtPath: file) else {
      throw ValidationError("\(file) cannot be written")
    }
    let end = seconds.map { Date().addingTimeInterval($0) }
    try connection.client().listen("/v1/events?types=status") { _, data in
      do { try output.write(contentsOf: data + Data("\n".utf8)) } catch {
        Terminal.complain("\(error.localizedDescription)")
        return false
      }
      return end.map { Date() < $0 } ?? true
    }
  }
}

struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame", abstract: "Fetches the camera's picture with skeletons, for aiming the camera.")
  @OptionGroup var connection: Connection
  @Option(name: .shortAndLong, help: "The PNG file; - for standard output.") var output = "frame.png"

  func run() throws {
    let data = try connection.data("GET", "/v1/frame.png")
    if output == "-" {
      guard !Terminal.isTerminal else { throw ValidationError("a picture is no text: use -o FILE, or a pipe") }
      return FileHandle.standardOutput.write(data)
    }
    do { try data.write(to: URL(fileURLWithPath: output)) } catch {
      throw ValidationError("\(output) cannot be written: check the folder and its access rights")
    }
    print(output)
  }
}
