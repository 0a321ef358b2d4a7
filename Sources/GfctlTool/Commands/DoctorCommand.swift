import ArgumentParser
import Foundation
import GestureFlowAPI

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Looks at the whole box and says what to do. Exit code 1 if something needs help.")
  @OptionGroup var connection: Connection
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    var findings = Doctor.machine()
    do {
      let status = try connection.get(Status.self, "/v1/status", readOnly: true)
      let kernel = Doctor.text("/proc/sys/kernel/osrelease") ?? ""
      let image = ThisMachine().hasImage ? Doctor.image(board: status.board?.name ?? "", kernel: kernel) : nil
      findings = Doctor.box(status) + [image].compactMap { $0 } + findings
    } catch let error as ClientError {
      findings.insert(Finding("service", .fail, error.description), at: 0)
    }
    if json {
      try StandardOutput.write(json: findings)
    } else {
      for finding in findings { print(finding.line(colour: Terminal.hasColour)) }
    }
    if findings.contains(where: { $0.result == .fail }) { throw ExitCode(1) }
  }
}

extension Finding {
  /// The finding as a line.
  func line(colour: Bool) -> String {
    let shade: Terminal.Colour =
      switch result {
      case .good: .green
      case .warn: .yellow
      case .fail: .red
      }
    return
      "\(Terminal.paint(result.mark, shade, colour)) \(part.padding(toLength: 14, withPad: " ", startingAt: 0)) \(Terminal.plain(text))"
  }
}
