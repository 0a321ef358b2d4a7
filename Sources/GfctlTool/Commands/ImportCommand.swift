import ArgumentParser
import Foundation
import GestureFlowAPI

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Makes the sound of films and M4A files playable: a FLAC copy is kept on the box. Exit code 1 if a file could not be imported.",
    discussion: "A file whose import the box gave up, because it stopped twice in the middle of it, is tried again.")
  @OptionGroup var connection: Connection
  @Flag(name: .customLong("no-wait"), help: "Do not wait until they are imported; they are sent all the same.") var noWait = false
  @Argument(help: "Files on this machine. They are sent to the box, which cannot see them.", completion: .file()) var files: [String]

  /// Progress of the command.
  private struct Progress {
    var watch = ImportWatch()
    var imported = 0
    var failures = 0
  }

  func run() throws {
    var progress = Progress()
    for file in files {
      do { try begin(URL(fileURLWithPath: file).standardizedFileURL.path, &progress) } catch let error as ClientError {
        // A failure of one file does not stop the others.
        guard case .problem(let problem) = error else { throw error }
        fail(file, problem.detail, &progress)
      } catch let error as Failure { fail(file, error.description, &progress) }
    }
    if noWait { look(try library()?.importResults ?? [], &progress) } else { try finish(&progress) }
    if progress.imported > 0 { print("imported \(progress.imported) file(s)") }
    if !progress.watch.open.isEmpty { print("\(progress.watch.open.count) file(s) wait to be imported") }
    if progress.failures > 0 { throw ExitCode(1) }
  }

  private func library() throws -> LibraryStatus? { try connection.get(Status.self, "/v1/status").library }

  private func fail(_ file: String, _ reason: String, _ progress: inout Progress) {
    Terminal.complain("import of \(file) failed: \(reason)")
    progress.failures += 1
  }

  /// Prints the results of files.
  private func look(_ results: [ImportResult], _ progress: inout Progress, bar: ProgressBar? = nil) {
    let endings = progress.watch.take(results)
    if endings.contains(where: { $0.result.failure != nil || $0.result.known == true }) { bar?.end() }
    for ending in endings {
      if let failure = ending.result.failure {
        fail(ending.file, failure, &progress)
      } else if ending.result.known == true {
        print(Terminal.plain("\(ending.file) was imported before and has not changed: its copy is \(ending.result.copy ?? "there")"))
      } else {
        progress.imported += 1
      }
    }
  }

  /// Sends the file. If it lies on a stick of the box, only its name is sent. The service sees neither home folders nor
  /// this machine's /tmp.
  private func begin(_ path: String, _ progress: inout Progress) throws {
    let library = try library()
    look(library?.importResults ?? [], &progress)
    let last = library?.importResults.last?.number ?? 0
    if library?.sticks.contains(where: { path.hasPrefix($0.path + "/") }) ?? false {
      try connection.send(try Command(.import, text: path), quiet: true)
      progress.watch.add(path, as: path, after: last)
    } else {
      let name = try send(path, &progress)
      progress.watch.add(path, as: name, after: last)
    }
  }

  /// - Returns: the name of the file in the box's results.
  private func send(_ path: String, _ progress: inout Progress) throws -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Failure(String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure("it is not a file", remedy: "name a film or a sound file") }
    guard let handle = FileHandle(forReadingAtPath: path) else { throw Failure(String(cString: strerror(errno))) }
    defer { try? handle.close() }
    var allowed = CharacterSet.urlQueryAllowed
    allowed.remove(charactersIn: "&=+?")
    let name = (path as NSString).lastPathComponent
    let query = "name=\(name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "film")&modified=\(max(0, status.st_mtim.tv_sec))"
    let bytes = Int64(status.st_size)
    let bar = ProgressBar("sending \(name)")
    defer { bar.end() }
    var looked = ProcessInfo.processInfo.systemUptime
    let answer = try connection.client().upload("/v1/imports?\(query)", bytes: bytes) { sent in
      // During the upload of a long film more others may end than the box reports.
      if !progress.watch.open.isEmpty, ProcessInfo.processInfo.systemUptime > looked + 1 {
        if let results = try? library()?.importResults { look(results, &progress, bar: bar) }
        looked = ProcessInfo.processInfo.systemUptime
      }
      bar.show(Double(sent) / Double(max(bytes, 1)))
      let piece: Data
      do { piece = try handle.read(upToCount: 256 << 10) ?? Data() } catch {
        throw Failure("it cannot be read (\(error.localizedDescription))", remedy: "check its disk")
      }
      if piece.isEmpty, sent < bytes { throw Failure("it has become shorter while it was sent", remedy: "import it when it is complete") }
      return piece
    }
    bar.end()
    guard answer.status < 400 else { throw ClientError.problem(BoxClient.problem(answer.status, answer.body)) }
    return try JSONDecoder().decode(ImportAnswer.self, from: answer.body).file
  }

  /// Waits for the results.
  private func finish(_ progress: inout Progress) throws {
    var idle = 0
    let bar = ProgressBar("importing")
    defer { bar.end() }
    while !progress.watch.open.isEmpty {
      guard let library = try library() else { break }
      look(library.importResults, &progress, bar: bar)
      if progress.watch.open.isEmpty { break }
      bar.show(library.importProgress ?? 0, note: "\(library.importsWaiting) to go")
      // The box has restarted meanwhile, or too many other results have replaced this one.
      idle = library.importsWaiting == 0 ? idle + 1 : 0
      if idle > 25 { break }
      // The box publishes no event for the progress of an import.
      usleep(200_000)
    }
    bar.end()
    for file in progress.watch.open {
      fail(file, "the box does not tell what became of it: look at gfctl status and gfctl library list", &progress)
    }
    progress.watch = ImportWatch()
  }
}
