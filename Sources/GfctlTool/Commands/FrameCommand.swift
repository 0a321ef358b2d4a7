import ArgumentParser
import Foundation
import GestureFlowAPI

struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame", abstract: "Fetches the last camera frame with skeletons, for aiming the camera.")
  @OptionGroup var connection: Connection
  @Option(name: .shortAndLong, help: "The PNG file; - for standard output.", completion: .file(extensions: ["png"])) var output =
    "frame.png"

  func run() throws {
    let data = try connection.data("GET", "/v1/frame.png")
    if output == "-" {
      guard !Terminal.isTerminal else { throw Failure("a frame is not text", remedy: "use -o FILE, or a pipe") }
      return try StandardOutput.write(data)
    }
    let file = try OutputFile.replacing(output)
    do {
      try file.write(data)
      try file.finish()
    } catch {
      file.discard()
      throw error
    }
    print(output)
  }
}
