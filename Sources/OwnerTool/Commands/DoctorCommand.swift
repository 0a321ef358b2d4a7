import ArgumentParser
import BoxClient
import Foundation
import GestureFlowAPI

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Looks at the whole box and says what to do. Exit code 1 if something needs help.")
  @OptionGroup var connection: Connection
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    var findings = Examination.machine()
    do {
      let status = try connection.get(Status.self, "/v1/status", readOnly: true)
      findings = Examination.box(status) + findings
    } catch let error as ClientError {
      findings.insert(Finding("service", .fail, error.description), at: 0)
    }
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(findings), as: UTF8.self))
    } else {
      for finding in findings { print(finding.line(colour: Terminal.hasColour)) }
    }
    if findings.contains(where: { $0.result == .fail }) { throw ExitCode(1) }
  }
}

/// One thing that was looked at.
struct Finding: Encodable {
  enum Result: String, Encodable { case good, warn, fail }
  var part: String
  var result: Result
  /// What was found, and what to do if it is not good.
  var text: String
  init(_ part: String, _ result: Result, _ text: String) {
    self.part = part
    self.result = result
    self.text = text
  }
  func line(colour: Bool) -> String {
    let mark: (String, Terminal.Colour) =
      switch result {
      case .good: ("[ OK ]", .green)
      case .warn: ("[WARN]", .yellow)
      case .fail: ("[FAIL]", .red)
      }
    return "\(Terminal.paint(mark.0, mark.1, colour)) \(part.padding(toLength: 14, withPad: " ", startingAt: 0)) \(Terminal.plain(text))"
  }
}
