import ArgumentParser
import BoxClient
import Foundation
import GestureFlowAPI

/// `gfctl`: the owner's tool. Each command is one request to the box's socket.
public struct GFCtl: ParsableCommand {
  /// Name, help and commands.
  public static let configuration = CommandConfiguration(
    commandName: "gfctl", abstract: "Looks after a GestureFlow box.", version: Version.current,
    subcommands: [
      StatusCommand.self, WatchCommand.self, EventsCommand.self, PlayCommand.self, PauseCommand.self, ToggleCommand.self, NextCommand.self,
      PrevCommand.self, SeekCommand.self, SelectCommand.self, ModeCommand.self, TierCommand.self, VolumeCommand.self, SpeedCommand.self,
      PitchCommand.self, AutopauseCommand.self, HandsCommand.self, HomeCommand.self, StemCommand.self, LoopCommand.self, TempoCommand.self,
      StreamCommand.self,
      OutputCommand.self,
      ScaleCommand.self,
      KeyCommand.self, RangeCommand.self, SoundCommand.self, WaveformCommand.self, EffectCommand.self, BendCommand.self, LegatoCommand.self,
      PanicCommand.self, MIDICommand.self, NetworkCommand.self, LibraryCommand.self, ImportCommand.self, FrameCommand.self,
      DoctorCommand.self,
      LicenseCommand.self,
      ConfigCommand.self,
      RecordCommand.self,
      ReplayCommand.self, CaptureCommand.self, VersionCommand.self, ShutdownCommand.self,
    ], defaultSubcommand: StatusCommand.self)

  /// A command line that says nothing: `status`.
  public init() {}

  /// Runs the command line of this process and ends it: 0, 1 for what cannot be carried out, what the box's answer means (see `ClientError.exitCode`), or 64 for a wrong command line.
  public static func main() {
    do {
      var command = try parseAsRoot(CommandLineWords.parsed(Array(CommandLine.arguments.dropFirst())))
      try command.run()
    } catch let error as ClientError {
      Terminal.complain(error.description)
      Foundation.exit(error.exitCode)
    } catch let error as RunFailure {
      Terminal.complain(error.description)
      Foundation.exit(1)
    } catch let code as ExitCode {
      Foundation.exit(code.rawValue)
    } catch {
      // Usage errors end with 64 (EX_USAGE), help and version with 0.
      exit(withError: error)
    }
  }
}

/// Which box is meant.
struct Connection: ParsableArguments {
  @Option(help: "The box's socket. Otherwise GESTUREFLOW_SOCKET, otherwise /run/gestureflow/control.sock.") var socket: String?

  /// The control socket, or the one for reading where that is enough and the other is not allowed.
  func client(readOnly: Bool = false) -> BoxClient {
    if let path = socket ?? ProcessInfo.processInfo.environment["GESTUREFLOW_SOCKET"] { return BoxClient(socket: path) }
    let control = "/run/gestureflow/control.sock"
    let health = "/run/gestureflow/health.sock"
    return BoxClient(socket: readOnly && access(control, W_OK) != 0 && access(health, W_OK) == 0 ? health : control)
  }

  /// Asks and decodes. - Throws: `ClientError` with what the box answered.
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

  /// Sends a command and says what was done.
  /// - Parameter wish: makes the command; what is wrong with it is said before the box is asked.
  func send(_ wish: @autoclosure () throws(Problem) -> Command, quiet: Bool = false) throws {
    let command: Command
    do throws(Problem) {
      command = try wish()
      try command.validate()
    } catch { throw ValidationError(error.detail) }
    let encoder = JSONEncoder()
    let data = try data("POST", "/v1/commands", body: try encoder.encode(command))
    let answer = try? JSONDecoder().decode(CommandAnswer.self, from: data)
    if !quiet, let answer, answer.done != "done" { print(answer.done) }
  }
}
