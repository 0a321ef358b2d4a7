import ArgumentParser
import Foundation
import GestureFlowAPI

struct LogsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "logs", abstract: "Shows what the service has reported.")
  @Flag(name: .shortAndLong, help: "Go on showing new lines, until Ctrl-C.") var follow = false
  @Option(name: [.customShort("n"), .long], help: "Number of lines, 1 to 1000000.") var lines = 200

  func validate() throws {
    guard (1...1_000_000).contains(lines) else { throw ValidationError("--lines takes 1 to 1000000, not \(lines)") }
  }

  func run() throws { try Service(SystemPrograms()).showLog(lines: lines, follows: follow) }
}

struct RestartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restart", abstract: "Starts the service again. The music stops for a moment. Needs root, except on the firmware image.")

  func run() throws {
    let requests = BoxRequests()
    if requests.areNeeded { return try requests.carryOut(.restart) }
    try Service(SystemPrograms()).restart()
    print("the service starts again: gfctl status shows when it is ready")
  }
}

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Saves settings, learned controls, scenes, licence and sounds to a file.",
    discussion: "Captures are not part of it. It works on the box itself, for members of the group gestureflow.")
  @Flag(help: "Save the imported music too; it may be large.") var imports = false
  @Argument(help: "The file.", completion: .file()) var file: String

  func run() throws {
    let output = try OutputFile.replacing(file)
    let made = output.made
    Interruption.calls { if let made { unlink(made) } }
    let count: Int
    do {
      count = try Backup().save(
        withImports: imports, leftOut: { Terminal.complain("\($0), so the backup does not have it") },
        write: { data throws(Failure) in try output.write(data) })
      try output.finish()
    } catch {
      output.discard()
      throw error
    }
    print("\(Terminal.plain(file)): \(count) file\(count == 1 ? "" : "s")")
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Puts a backup in place of the box's settings, learned controls, scenes, licence and sounds.",
    discussion:
      "The whole backup is checked first. If anything is wrong, nothing is changed. The service is started again. Ctrl-C does not interrupt it. It needs root, except on the firmware image."
  )
  @Flag(help: "Restore the imported music too.") var imports = false
  @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
  @Argument(help: "A file of gfctl backup; - for standard input, with --yes.", completion: .file()) var file: String

  func validate() throws {
    guard file != "-" || yes else { throw ValidationError("standard input cannot answer the question: give --yes with -") }
  }

  func run() throws {
    let (service, requests) = (Service(SystemPrograms()), BoxRequests())
    if !requests.areNeeded { try service.checkRoot("restore \(file)") }
    let backup = try BackupFile(file)
    try Question.ask(
      "Replace the box's settings, learned controls, scenes, licence and sounds by those of \(Terminal.plain(file))?", isAnswered: yes)
    // An interruption in the middle would leave the old files aside.
    signal(SIGINT, SIG_IGN)
    if requests.areNeeded {
      try Restore().checkRoom(for: backup, withImports: imports)
      return try requests.carryOut(imports ? .restoreImports : .restore, backup)
    }
    let count = try Restore().restore(backup, withImports: imports) { exchange throws(Failure) in
      signal(SIGTERM, SIG_IGN)
      try service.stopped(exchange)
    }
    print("\(count) file\(count == 1 ? " is" : "s are") restored; the service starts again")
  }
}

struct ResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Returns the box to its factory state. Needs root, except on the firmware image.",
    discussion:
      "Settings made on the box, learned controls, the last track and the index of sticks are removed. /etc/gestureflow, which is yours, stays. So do imports, captures and licence, unless you ask for --all."
  )
  @Flag(help: "Remove imports, captures and the licence too.") var all = false
  @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false

  func run() throws {
    let (service, requests) = (Service(SystemPrograms()), BoxRequests())
    if !requests.areNeeded { try service.checkRoot("reset") }
    let reset = FactoryReset()
    let things =
      all ? "all that the box has stored, imports, captures and licence included" : "settings, learned controls, scenes and index"
    try Question.ask("Remove \(things), for good?", isAnswered: yes)
    if requests.areNeeded { return try requests.carryOut(all ? .resetAll : .reset) }
    try service.stopped { () throws(Failure) in try reset.remove(try reset.names(all: all)) }
    print("the box is as delivered; the service starts again")
  }
}

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Collects status, journal and configuration in one archive for a bug report.",
    discussion:
      "Names of the machine, of users, sticks, files and music are masked. Look into the archive before you pass it on: what a person has written into a message elsewhere cannot be known."
  )
  @OptionGroup var connection: Connection
  @Option(name: .shortAndLong, help: "The archive.", completion: .file(extensions: ["gz"])) var output = "gestureflow-report.tar.gz"

  func run() throws {
    var status: Status?
    var error: String?
    do { status = try connection.status() } catch let failure { error = "\(failure)" }
    let configuration = (try? connection.configuration().entries) ?? []
    let environment = ProcessInfo.processInfo.environment
    let passwd = (try? String(contentsOfFile: "/etc/passwd", encoding: .utf8)) ?? ""
    let masker = NameMasker(
      NameMasker.names(host: ProcessInfo.processInfo.hostName, passwd: passwd, environment: environment)
        + NameMasker.names(configuration: configuration)
        + NameMasker.names(
          status: status, tracks: (try? connection.tracks().map(\.element)) ?? [], sets: (try? connection.stemSets().map(\.element)) ?? [],
          problems: (try? connection.get([LibraryProblem].self, "/v1/library/problems?limit=10000")) ?? [],
          captures: (try? connection.get([Capture].self, "/v1/captures")) ?? []))
    let files = Report.files(
      status: status, error: error, findings: (status.map(Doctor.box) ?? []) + Doctor.machine(),
      configuration: configuration, log: Service(SystemPrograms()).log(lines: Report.logLines),
      system: Report.system(), masker: masker)
    try ReportArchive(SystemPrograms()).write(files, to: output)
    print("\(Terminal.plain(output)): \(files.map(\.name).joined(separator: ", "))")
  }
}

/// Writes a report as one archive.
package struct ReportArchive: Sendable {
  private let programs: any ExternalPrograms

  /// - Parameter programs: a double in tests.
  package init(_ programs: any ExternalPrograms) { self.programs = programs }

  /// - Throws: `Failure` if it cannot be written or compressed.
  package func write(_ files: [Report.File], to path: String) throws(Failure) {
    let folder = NSTemporaryDirectory() + "gfctl-\(UInt64.random(in: 0...UInt64.max))"
    guard mkdir(folder, 0o700) == 0 else {
      throw Failure("\(folder) cannot be made (\(String(cString: strerror(errno))))", remedy: "check TMPDIR")
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var archive = Data()
    let tar = TarWriter(time: Int(Date().timeIntervalSince1970)) { archive += $0 }
    for file in files { try tar.add("gestureflow-report/\(file.name)", Data(file.text.utf8)) }
    try tar.finish()
    let plain = folder + "/report.tar"
    do throws(FileError) { try AtomicFile.write(archive, to: plain, mode: 0o600) } catch { throw error.failure }
    // Without -n the archive would hold the name and time of the file.
    let (status, said) = programs.run("/usr/bin/gzip", ["-9n", plain])
    guard status == 0, let packed = FileManager.default.contents(atPath: plain + ".gz") else {
      throw Failure("the report cannot be compressed (\(Terminal.plain(said)))", remedy: "sudo apt install gzip")
    }
    let output = try OutputFile.replacing(path)
    do throws(Failure) {
      try output.write(packed)
      try output.finish()
    } catch {
      output.discard()
      throw error
    }
  }
}

/// A question that a person must answer before something is lost.
package enum Question {
  /// Asks on the terminal.
  /// - Parameters:
  ///   - isAnswered: whether it was answered on the command line. - isTerminal: whether there is a person.
  ///   - answer: returns the answer's line.
  /// - Throws: `Failure` unless the answer is yes.
  package static func ask(
    _ question: String, isAnswered: Bool, isTerminal: Bool = isatty(0) == 1, answer: () -> String? = { readLine() }
  ) throws(Failure) {
    if isAnswered { return }
    guard isTerminal else { throw Failure("\(question) needs an answer", remedy: "add --yes") }
    print("\(question) [y/N] ", terminator: "")
    fflush(nil)
    guard let word = answer()?.lowercased(), ["y", "yes"].contains(word) else {
      throw Failure("nothing was changed", remedy: "answer y to go on")
    }
  }
}
