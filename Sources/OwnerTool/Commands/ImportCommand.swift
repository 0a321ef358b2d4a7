import ArgumentParser
import BoxClient
import Foundation
import GestureFlowAPI

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Makes the sound of films and M4A files playable: a FLAC copy is kept on the box. Exit code 1 if a file could not be imported.")
  @OptionGroup var connection: Connection
  @Flag(name: .customLong("no-wait"), help: "Do not wait until they are imported; they are sent all the same.") var noWait = false
  @Argument(help: "Files on this machine. They are sent to the box, which cannot see them.") var files: [String]

  func run() throws {
    var failures = 0
    var waiting: [Wait] = []
    for file in files {
      do { waiting.append(try begin(URL(fileURLWithPath: file).standardizedFileURL.path)) } catch let error as ClientError {
        // What concerns one file only leaves the others their turn.
        guard case .problem(let problem) = error else { throw error }
        complain(file, problem.detail)
        failures += 1
      } catch let error as FileTrouble {
        complain(file, error.reason)
        failures += 1
      }
    }
    if !noWait { failures += try finish(waiting) }
    if failures > 0 { throw ExitCode(1) }
    print(noWait ? "\(files.count) file(s) wait to be imported" : "imported \(files.count) file(s)")
  }

  /// A file that the box has been given.
  private struct Wait {
    /// As the owner knows it.
    var file: String
    /// As the box's results name it.
    var name: String
    /// Results up to this number are of former imports.
    var after: Int
  }

  private struct FileTrouble: Error { var reason: String }

  private func complain(_ file: String, _ reason: String) { Terminal.complain("import of \(file) failed: \(reason)") }

  /// Files on the box's own sticks are named; all others are sent, because the service sees neither homes nor this machine's /tmp.
  private func begin(_ path: String) throws -> Wait {
    let library = try connection.get(Status.self, "/v1/status").library
    let last = library?.importResults.last?.number ?? 0
    if library?.sticks.contains(where: { path.hasPrefix($0.path + "/") }) ?? false {
      try connection.send(.import(path: path), quiet: true)
      return Wait(file: path, name: path, after: last)
    }
    return Wait(file: path, name: try send(path), after: last)
  }

  private func send(_ path: String) throws -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileTrouble(reason: String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileTrouble(reason: "it is no file") }
    guard let handle = FileHandle(forReadingAtPath: path) else { throw FileTrouble(reason: String(cString: strerror(errno))) }
    defer { try? handle.close() }
    var allowed = CharacterSet.urlQueryAllowed
    allowed.remove(charactersIn: "&=+?")
    let name = (path as NSString).lastPathComponent
    let query = "name=\(name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "film")&modified=\(max(0, status.st_mtim.tv_sec))"
    let bytes = Int64(status.st_size)
    let bar = ProgressBar("sending \(name)")
    let answer = try connection.client().upload("/v1/imports?\(query)", bytes: bytes) { sent in
      bar.show(Double(sent) / Double(max(bytes, 1)))
      return try handle.read(upToCount: 256 << 10) ?? Data()
    }
    bar.end()
    guard answer.status < 400 else { throw ClientError.problem(BoxClient.problem(answer.status, answer.body)) }
    return try JSONDecoder().decode(ImportAnswer.self, from: answer.body).file
  }

  /// Waits for the results. - Returns: how many failed.
  private func finish(_ files: [Wait]) throws -> Int {
    var open = files
    var failures = 0
    var idle = 0
    let bar = ProgressBar("importing")
    defer { bar.end() }
    while !open.isEmpty {
      guard let library = try connection.get(Status.self, "/v1/status").library else { break }
      open.removeAll { wait in
        guard let result = library.importResults.last(where: { $0.file == wait.name && $0.number > wait.after }) else { return false }
        if let failure = result.failure {
          bar.end()
          complain(wait.file, failure)
          failures += 1
        }
        return true
      }
      if open.isEmpty { break }
      bar.show(library.importProgress ?? 0, note: "\(library.importsWaiting) to go")
      // The box was started again meanwhile, or so many others came that the result is no longer told.
      idle = library.importsWaiting == 0 ? idle + 1 : 0
      if idle > 25 { break }
      usleep(200_000)
    }
    for wait in open {
      bar.end()
      complain(wait.file, "the box does not tell what became of it: look at gfctl status and gfctl library list")
    }
    return failures + open.count
  }
}
