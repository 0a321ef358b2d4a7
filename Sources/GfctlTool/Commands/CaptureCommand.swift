import ArgumentParser
import Foundation
import GestureFlowAPI
import Synchronization

struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Keeps what is heard on the box, as FLAC, fetches it and removes it.",
    subcommands: TableCommands.below(["capture"], own: [Remove.self]) + [List.self, Get.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows the captures on the box.")
    @OptionGroup var connection: Connection
    @Flag(help: "As JSON.") var json = false

    func run() throws {
      if json { return try StandardOutput.write(try connection.data("GET", "/v1/captures") + Data("\n".utf8)) }
      let captures = try connection.get([Capture].self, "/v1/captures")
      for (place, capture) in captures.enumerated() { print("\(ListNumber.text(place + 1))  \(CaptureTable.line(capture))") }
      if captures.isEmpty { print("no captures: run gfctl capture start") }
    }
  }

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Fetches a capture; without a name the newest one.")
    @OptionGroup var connection: Connection
    @Argument(help: "Its name or number, as `gfctl capture list` shows it.", completion: Completions.captures)
    var name: String?
    @Option(
      name: .shortAndLong, help: "The file; otherwise the capture's name, here. - for standard output.",
      completion: .file(extensions: ["flac"])) var output: String?

    func run() throws {
      // Ctrl-C leaves no part of the file.
      let part = Mutex<String?>(nil)
      Interruption.calls { if let made = part.withLock({ $0 }) { unlink(made) } }
      let captures = try connection.get([Capture].self, "/v1/captures")
      let capture = try CaptureTable.choose(name, captures)
      let path = try output ?? CaptureTable.file(capture)
      if path == "-", Terminal.isTerminal { throw Failure("sound is not text", remedy: "use -o FILE, or a pipe") }
      if output == nil, access(path, F_OK) == 0 { throw Failure("\(path) is here already", remedy: "name another file with -o") }
      let place = path == "-" ? nil : try OutputFile.replacing(path)
      part.withLock { $0 = place?.made }
      let client = connection.client()
      let download = Download(path, into: place?.handle ?? .standardOutput, bytes: capture.bytes)
      let target = capture.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      do {
        try client.download("/v1/captures/\(target)") { download.take($0) }
        let taken = try download.finish()
        guard taken == capture.bytes else {
          let sizes = "\(CaptureTable.size(taken)) of \(CaptureTable.size(capture.bytes)) came"
          throw ClientError.noAnswer(socket: client.socket, why: sizes)
        }
        try place?.finish()
      } catch {
        place?.discard()
        throw error
      }
      if path != "-" { print(path) }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: Command.row(of: .captureRemove).help,
      discussion: "A capture under way is refused: `gfctl capture stop` ends it. Another capture never gets its name.")
    @OptionGroup var connection: Connection
    @Argument(help: "Its name or number, as `gfctl capture list` shows it.", completion: Completions.captures)
    var name: String

    func run() throws {
      let captures = try connection.get([Capture].self, "/v1/captures")
      let capture = try CaptureTable.choose(name, captures)
      try connection.send(try Command(.captureRemove, text: capture.name))
    }
  }
}

/// A download of a capture to a file.
private final class Download: Sendable {
  private struct State {
    var taken: Int64 = 0
    var failure: String?
    var progress: ProgressBar
  }

  private let path: String
  private let bytes: Int64
  private let handle: FileHandle
  private let state: Mutex<State>

  init(_ path: String, into handle: FileHandle, bytes: Int64) {
    self.path = path
    self.bytes = bytes
    self.handle = handle
    state = Mutex(State(progress: ProgressBar((path as NSString).lastPathComponent)))
  }

  func take(_ data: Data) -> Bool {
    state.withLock { state in
      do { try handle.write(contentsOf: data) } catch {
        state.failure = error.localizedDescription
        return false
      }
      state.taken += Int64(data.count)
      if path != "-" { state.progress.show(Double(state.taken) / Double(max(bytes, 1)), note: CaptureTable.size(state.taken)) }
      return true
    }
  }

  /// Number of received and written bytes.
  /// - Throws: `Failure` if they could not be written.
  func finish() throws(Failure) -> Int64 {
    let (taken, failure) = state.withLock { state in
      state.progress.end()
      return (state.taken, state.failure)
    }
    if let failure {
      throw Failure("\(path == "-" ? "the standard output" : path) cannot be written any more (\(failure))", remedy: "make room")
    }
    return taken
  }
}

/// Captures in words.
package enum CaptureTable {
  /// One line of the list.
  package static func line(_ capture: Capture) -> String {
    let name = Terminal.plain(capture.name)
    return name.padding(toLength: max(24, name.count), withPad: " ", startingAt: 0) + size(capture.bytes)
      + (capture.open ? "   is being written" : "")
  }

  /// The current capture, or the reason why the last one ended. Returns nil without either.
  package static func line(_ capture: CaptureStatus) -> (text: String, isTrouble: Bool)? {
    guard capture.state == .on else { return capture.problem.map { (Terminal.plain($0), true) } }
    let name = capture.name.map(Terminal.plain) ?? ""
    let dropped = capture.dropped > 0 ? "   \(capture.dropped) blocks are silence: the disk is too slow" : ""
    let free = capture.freeMB.map { "   \($0) MB free" } ?? ""
    return ("\(name)   \(StatusScreen.clock(capture.seconds))   \(size(capture.bytes))\(free)\(dropped)", capture.dropped > 0)
  }

  /// Bytes as MB of a million, like the disk's free space.
  package static func size(_ bytes: Int64) -> String { String(format: "%.1f MB", Double(bytes) / 1e6) }

  /// The local file for the capture.
  /// - Throws: `Failure` for a name that contains a path: the other end of the socket must not choose the folder.
  package static func file(_ capture: Capture) throws -> String {
    let name = capture.name
    guard name.hasSuffix(".flac"), name == Terminal.plain(name), !name.hasPrefix("."), !name.contains("/") else {
      throw Failure("'\(Terminal.plain(name))' is not a capture's name", remedy: "name the file with -o")
    }
    return name
  }

  /// Returns the requested capture; nil requests the newest complete one.
  /// - Throws: `Failure` with the reason if there is not one.
  package static func choose(_ name: String?, _ captures: [Capture]) throws -> Capture {
    guard let name else {
      guard let newest = captures.filter({ !$0.open }).max(by: { $0.modifiedSeconds < $1.modifiedSeconds }) else {
        throw Failure("there is no capture that is whole", remedy: "gfctl capture list")
      }
      return newest
    }
    let named = captures.first { $0.name == name || $0.name == name + ".flac" }
    guard let found = named ?? Int(name).flatMap({ $0 >= 1 && $0 <= captures.count ? captures[$0 - 1] : nil }) else {
      throw Failure("there is no capture '\(Terminal.plain(name))'", remedy: "gfctl capture list")
    }
    if found.open { throw Failure("\(found.name) is being written", remedy: "run gfctl capture stop; if it is stopped, restart the box") }
    return found
  }
}
