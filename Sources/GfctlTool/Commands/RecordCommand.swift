import ArgumentParser
import Foundation
import GestureFlowAPI
import Synchronization

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Writes every frame's hands and controls, and every command, until interrupted. `gfctl replay` plays it again.",
    discussion:
      "It begins when hands hold nothing, and not later than after 5 s. A file that is there is never written over. docs/reference/session.md describes the file."
  )
  @OptionGroup var connection: Connection
  @Option(help: "End after so many seconds.") var seconds: Double?
  @Argument(help: "The file; - for standard output.", completion: .file(extensions: ["jsonl"])) var file: String

  func validate() throws {
    if let seconds, !(seconds > 0 && seconds < 1e7) { throw ValidationError("--seconds takes a positive number, not \(seconds)") }
  }

  func run() throws {
    // Never empty an older recording.
    let place = file == "-" ? nil : try OutputFile.new(file)
    let output = place?.handle ?? .standardOutput
    let lost = Mutex(0)
    let failure = Mutex<String?>(nil)
    let hasBegun = Mutex(false)
    // Free a name without content again.
    let made = place?.made
    let clear: @Sendable () -> Void = { if let made, !hasBegun.withLock({ $0 }) { unlink(made) } }
    defer { clear() }
    Interruption.calls(clear)
    let begun = ProcessInfo.processInfo.systemUptime
    try connection.client().listen("/v1/events?types=\(EventKind.session)", seconds: seconds) { kind, data in
      var data = data
      if kind != EventKind.session {
        guard let loss = try? JSONDecoder().decode(Loss.self, from: data) else { return true }
        lost.withLock { $0 += loss.count }
        // The replay must know the place of missing lines.
        data = Data("{\"lost\":\(loss.count)}".utf8)
      }
      let isKept = hasBegun.withLock { hasBegun in
        // Earlier lines belong to a part that another client records.
        if !hasBegun { hasBegun = data.starts(with: Data("{\"session\"".utf8)) }
        return hasBegun
      }
      guard isKept else { return true }
      do { try output.write(contentsOf: data + Data("\n".utf8)) } catch {
        failure.withLock { $0 = error.localizedDescription }
        return false
      }
      return true
    }
    let count = lost.withLock { $0 }
    if count > 0 { Terminal.complain("\(count) lines are missing: \(file) was not written as fast as they came") }
    if let failure = failure.withLock({ $0 }) {
      Terminal.complain("\(file) cannot be written any more: \(failure)")
      throw ExitCode(1)
    }
    if let seconds, ProcessInfo.processInfo.systemUptime - begun >= seconds { return }
    // The end was not requested here: a session that is too short must not pass for a complete one.
    let kept = hasBegun.withLock { $0 } ? "what came until then is kept" : "nothing came until then, and nothing is kept"
    Terminal.complain("the box ended the recording: \(kept)")
    throw ExitCode(1)
  }

  /// Data of an event of the kind `lost`.
  private struct Loss: Decodable { var count: Int }
}
