import ArgumentParser
import GestureFlowAPI

struct AimCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "aim", abstract: "Shows live whether the camera sees your hands well, and what to do. q or Ctrl-C ends it.")
  @OptionGroup var connection: Connection
  @Flag(help: "Print figures and advice once, as without a terminal. Exit code 1 if something is to be done.") var once = false

  func run() throws {
    guard Terminal.isTerminal, !once else {
      let status = try connection.get(Status.self, "/v1/status", readOnly: true)
      try StandardOutput.write(line: AimScreen.text(status))
      if !AimScreen.isGood(status) { throw ExitCode(1) }
      return
    }
    let view = StatusView(isLive: true) { status, _ in AimScreen(status: status, colour: Terminal.hasColour) }
    try view.follow(connection)
  }
}
