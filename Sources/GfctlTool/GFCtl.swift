import ArgumentParser
import Foundation
import GestureFlowAPI

/// `gfctl`, the tool of the owner. Each command is one request to the box's socket.
public struct GFCtl: ParsableCommand {
  /// Name, help and sub-commands.
  public static let configuration = CommandConfiguration(
    commandName: "gfctl", abstract: "Looks after a GestureFlow box.", version: Version.current,
    groupedSubcommands: CommandGroups.of(looking + TableCommands.below(own: own)))

  /// Sub-commands that read the box.
  private static var looking: [any ParsableCommand.Type] {
    [StatusCommand.self, HealthCommand.self, WatchCommand.self, EventsCommand.self]
  }

  /// Sub-commands with arguments or results of their own.
  private static var own: [any ParsableCommand.Type] {
    [
      AimCommand.self, NextCommand.self, PrevCommand.self, SelectCommand.self, QueueCommand.self, SceneCommand.self,
      RangeCommand.self, EffectCommand.self, SoundCommand.self, LoopCommand.self,
      StemCommand.self, StreamCommand.self, LibraryCommand.self, ImportCommand.self, MIDICommand.self, LicenseCommand.self,
      CaptureCommand.self, NetworkCommand.self, FrameCommand.self, DoctorCommand.self, ConfigCommand.self, RecordCommand.self,
      ReplayCommand.self, UpdateCommand.self, VersionCommand.self, LogsCommand.self, RestartCommand.self, BackupCommand.self,
      RestoreCommand.self, ResetCommand.self, ReportCommand.self, SetupCommand.self, TestCommand.self,
      LatencyCommand.self,
    ]
  }

  /// Creates the command.
  public init() {}

  /// Runs the command line of this process and exits. Exit codes: 0 for success, 1 for a failed command, the code of
  /// the box's answer (see `ClientError.exitCode`), or 64 for a wrong command line.
  public static func main() {
    let words = CommandLineWords.parsed(Array(CommandLine.arguments.dropFirst()))
    if let script = CompletionScript.asked(words) { return print(script) }
    var command = parsed(words)
    do { try command.run() } catch {
      // Help, and errors of the parser.
      guard let code = exitCode(of: error) else { exit(withError: error) }
      // A command that throws an exit code has reported the error itself.
      if !(error is ExitCode) { Terminal.complain("\(error)") }
      Foundation.exit(code)
    }
  }

  /// Returns the exit code of an error of a command. Returns nil for errors of the parser and of the system.
  package static func exitCode(of error: any Error) -> Int32? {
    switch error {
    case let error as ClientError: error.exitCode
    case is UsageError: UsageError.exitCode
    case let code as ExitCode: code.rawValue
    case is Failure, is Problem, is FileError: 1
    default: nil
    }
  }

  /// Parses a command line. For a wrong one, and for help and version, it prints and exits.
  private static func parsed(_ words: [String]) -> any ParsableCommand {
    let result = Result { try parseAsRoot(words) }
    // The parser takes any words after `help`.
    if words.first != "help", case .success(let command) = result { return command }
    if let complaint = CommandTree.complaint(words) {
      Terminal.complain(complaint)
      Foundation.exit(UsageError.exitCode)
    }
    // Usage errors exit with 64, help and version with 0.
    do { return try result.get() } catch { exit(withError: error) }
  }
}

/// Options that select the box.
struct Connection: ParsableArguments {
  @Option(
    help: "The box's socket. Otherwise GESTUREFLOW_SOCKET, otherwise /run/gestureflow/control.sock.",
    completion: .file(extensions: ["sock"]))
  var socket: String?

  /// Returns a client of the socket. It starts a thread.
  func client(readOnly: Bool = false) -> BoxClient { BoxClient(socket: path(readOnly: readOnly)) }

  /// Returns the path of the control socket. If reading is enough and the control socket is not permitted, it is that
  /// of the health socket.
  func path(readOnly: Bool = false) -> String {
    if let path = socket ?? ProcessInfo.processInfo.environment["GESTUREFLOW_SOCKET"] { return path }
    let control = "/run/gestureflow/control.sock"
    let health = "/run/gestureflow/health.sock"
    return readOnly && access(control, W_OK) != 0 && access(health, W_OK) == 0 ? health : control
  }

  /// Sends a GET request and decodes the answer.
  /// - Throws: `ClientError` with the box's answer.
  func get<T: Decodable>(_ type: T.Type, _ path: String, readOnly: Bool = false) throws -> T {
    let data = try data("GET", path, readOnly: readOnly)
    do { return try JSONDecoder().decode(type, from: data) } catch {
      throw ClientError.noAnswer(socket: socket ?? "the box", why: "its answer is of another version: \(error)")
    }
  }

  func data(_ method: String, _ path: String, body: Data? = nil, readOnly: Bool = false) throws -> Data {
    let answer = try client(readOnly: readOnly).ask(method, path, body: body)
    guard answer.status < 400 else { throw ClientError.problem(BoxClient.problem(answer.status, answer.body)) }
    return answer.body
  }

  /// Sends a command and prints the result.
  func send(_ command: Command, quiet: Bool = false) throws {
    let encoder = JSONEncoder()
    let data = try data("POST", "/v1/commands", body: try encoder.encode(command))
    let answer = try? JSONDecoder().decode(CommandAnswer.self, from: data)
    if !quiet, let answer, answer.done != "done" { print(answer.done) }
  }
}
