import ArgumentParser
import BoxClient
import Foundation
import GestureFlowAPI
import Synchronization

struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Keeps what is heard on the box, as FLAC, fetches it and removes it.",
    subcommands: [Start.self, Stop.self, List.self, Get.self, Remove.self], defaultSubcommand: List.self)

  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Keeps what is heard from now on.",
      discussion:
        "It ends with `gfctl capture stop`, when the box goes down, or with less than 200 MB free. Every four hours another file begins."
    )
    @OptionGroup var connection: Connection
    func run() throws { try connection.send(.captureStart) }
  }

  struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Ends the capture; its file is whole then, or a little later where the disk is slow.")
    @OptionGroup var connection: Connection
    func run() throws { try connection.send(.captureStop) }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows the captures on the box.")
    @OptionGroup var connection: Connection
    @Flag(help: "As JSON.") var json = false

    func run() throws {
      if json { return try StandardOutput.write(try connection.data("GET", "/v1/captures") + Data("\n".utf8)) }
      let captures = try connection.get([Capture].self, "/v1/captures")
      for capture in captures { print(CaptureTable.line(capture)) }
      if captures.isEmpty { print("no captures: gfctl capture start begins one") }
    }
  }

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Fetches a capture; without a name the newest one.")
    @OptionGroup var connection: Connection
    @Argument(help: "Its name, as `gfctl capture list` shows it.") var name: String?
    @Option(name: .shortAndLong, help: "The file; otherwise the capture's name, here. - for standard output.") var output: String?

    func run() throws {
      let captures = try connection.get([Capture].self, "/v1/captures")
      let capture = try CaptureTable.choose(name, captures)
      let path = try output ?? CaptureTable.file(capture)
      if path == "-", Terminal.isTerminal { throw ValidationError("sound is no text: use -o FILE, or a pipe") }
      if output == nil, access(path, F_OK) == 0 { throw ValidationError("\(path) is here already: name another file with -o") }
      let file = try Fetched(path, bytes: capture.bytes, shows: path != "-")
      let target = capture.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      do {
        try connection.client().download("/v1/captures/\(target)") { file.take($0) }
        try file.finish()
      } catch {
        file.discard()
        throw error
      }
      if path != "-" { print(path) }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes a capture away, for good.",
      discussion: "One that is being written is refused: `gfctl capture stop` ends it. Another capture never gets its name.")
    @OptionGroup var connection: Connection
    @Argument(help: "Its name, as `gfctl capture list` shows it.") var name: String

    func run() throws {
      let captures = try connection.get([Capture].self, "/v1/captures")
      let capture = try CaptureTable.choose(name, captures)
      try connection.send(.captureRemove(capture.name))
    }
  }
}

/// A capture on its way to a file, which has its name only when it is whole.
private final class Fetched: Sendable {
  private struct State {
    var taken: Int64 = 0
    var failure: String?
    var progress: ProgressBar
  }

  private let path: String
  private let part: String
  private let bytes: Int64
  private let shows: Bool
  private let handle: FileHandle
  private let state: Mutex<State>

  init(_ path: String, bytes: Int64, shows: Bool) throws {
    self.path = path
    self.bytes = bytes
    self.shows = shows
    part = path + ".part"
    if path == "-" {
      handle = .standardOutput
    } else {
      guard FileManager.default.createFile(atPath: part, contents: nil), let file = FileHandle(forWritingAtPath: part) else {
        throw ValidationError("\(path) cannot be written: check the folder and its access rights")
      }
      handle = file
    }
    state = Mutex(State(progress: ProgressBar((path as NSString).lastPathComponent)))
  }

  func take(_ data: Data) -> Bool {
    state.withLock { state in
      do { try handle.write(contentsOf: data) } catch {
        state.failure = error.localizedDescription
        return false
      }
      state.taken += Int64(data.count)
      if shows { state.progress.show(Double(state.taken) / Double(max(bytes, 1)), note: CaptureTable.size(state.taken)) }
      return true
    }
  }

  func finish() throws {
    let (taken, failure) = state.withLock { state in
      state.progress.end()
      return (state.taken, state.failure)
    }
    if let failure { throw ValidationError("\(path) cannot be written any more: \(failure)") }
    guard taken == bytes else {
      throw ValidationError("only \(CaptureTable.size(taken)) of \(CaptureTable.size(bytes)) came: the box has gone away, try again")
    }
    guard path != "-" else { return }
    try handle.close()
    do throws(FileError) { try AtomicFile.place(part, as: path) } catch { throw ValidationError("\(error)") }
  }

  func discard() { if path != "-" { unlink(part) } }
}

/// Captures in words.
package enum CaptureTable {
  /// One line of the list.
  package static func line(_ capture: Capture) -> String {
    let name = Terminal.plain(capture.name)
    return name.padding(toLength: max(24, name.count), withPad: " ", startingAt: 0) + size(capture.bytes)
      + (capture.open ? "   is being written" : "")
  }

  /// What is kept now, or why nothing is any more; nil when there is nothing to say.
  package static func line(_ capture: CaptureStatus) -> (text: String, isTrouble: Bool)? {
    guard capture.state == .on else { return capture.problem.map { (Terminal.plain($0), true) } }
    let name = capture.name.map(Terminal.plain) ?? ""
    let dropped = capture.dropped > 0 ? "   \(capture.dropped) blocks are silence: the disk is too slow" : ""
    let free = capture.freeMB.map { "   \($0) MB free" } ?? ""
    return ("\(name)   \(StatusScreen.clock(capture.seconds))   \(size(capture.bytes))\(free)\(dropped)", capture.dropped > 0)
  }

  /// Bytes in MB of a million, as the disk's room is told.
  package static func size(_ bytes: Int64) -> String { String(format: "%.1f MB", Double(bytes) / 1e6) }

  /// The file that it becomes here. - Throws: `ValidationError` for a name that leads elsewhere: what is at the socket's other end decides nothing here.
  package static func file(_ capture: Capture) throws -> String {
    let name = capture.name
    guard name.hasSuffix(".flac"), name == Terminal.plain(name), !name.hasPrefix("."), !name.contains("/") else {
      throw ValidationError("'\(Terminal.plain(name))' is no name of a capture: name the file with -o")
    }
    return name
  }

  /// The one that is meant; nil means the newest one that is whole. - Throws: `ValidationError` that says why none is.
  package static func choose(_ name: String?, _ captures: [Capture]) throws -> Capture {
    guard let name else {
      guard let newest = captures.filter({ !$0.open }).max(by: { $0.modifiedSeconds < $1.modifiedSeconds }) else {
        throw ValidationError("there is no capture that is whole: gfctl capture list")
      }
      return newest
    }
    guard let found = captures.first(where: { $0.name == name || $0.name == name + ".flac" }) else {
      throw ValidationError("there is no capture '\(Terminal.plain(name))': gfctl capture list")
    }
    if found.open { throw ValidationError("\(found.name) is being written: gfctl capture stop ends it") }
    return found
  }
}
