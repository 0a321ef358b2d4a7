import ArgumentParser
import Foundation
import Supervisor

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "doctor", abstract: "Checks what a run needs and says what to do.")

  func run() throws {
    let findings = Doctor.examine()
    for finding in findings {
      print("\(finding.result.rawValue) \(finding.part.padding(toLength: 12, withPad: " ", startingAt: 0)) \(finding.text)")
    }
    if findings.contains(where: { $0.result == .fail }) { throw ExitCode(1) }
  }
}
