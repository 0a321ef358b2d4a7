import ArgumentParser
import Foundation
import GestureFlowAPI
import Supervisor

struct RehearseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse", abstract: "Opens the parts of a run (models, camera, card, real-time thread) and reports what to do.")

  func run() throws {
    let findings = Preflight.findings()
    for finding in findings {
      print("\(finding.result.mark) \(finding.part.padding(toLength: 12, withPad: " ", startingAt: 0)) \(finding.text)")
    }
    if findings.contains(where: { $0.result == .fail }) { throw ExitCode(1) }
  }
}
