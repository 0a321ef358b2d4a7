import Foundation

/// The paths of files that tests need, and temporary folders.
public enum Places {
  /// The project's folder, derived from this file's path at compile time.
  public static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// Footage of real hands, beside the project. It is absent on some machines.
  public static let hands = project.deletingLastPathComponent().appendingPathComponent("shared/data/hands")
  /// Whether that footage exists.
  public static var hasFootage: Bool { FileManager.default.fileExists(atPath: hands.appendingPathComponent("clips").path) }
  /// Small inputs with the right results, beside the project. They are absent on some machines.
  public static let cases = project.deletingLastPathComponent().appendingPathComponent("shared/cases")
  /// Whether those inputs exist.
  public static var hasCases: Bool { FileManager.default.fileExists(atPath: cases.appendingPathComponent("files/stick").path) }
  /// Returns the texts of all Swift files of the programs.
  public static func sources() throws -> [String] {
    let folder = project.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    return try files.filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// Returns a program of this package, as the test run built it. It lies beside the running test program, or else in
  /// `.build/release`. It need not exist.
  public static func program(_ name: String) -> URL {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map {
      URL(fileURLWithPath: $0).deletingLastPathComponent()
    }
    let candidates = [own, project.appendingPathComponent(".build/release")].compactMap { $0?.appendingPathComponent(name) }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? candidates[candidates.count - 1]
  }

  /// Runs `body` with a new, empty folder. The folder is removed afterwards, also if `body` throws.
  public static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

/// A completed run of a program.
public struct ProgramRun: Sendable {
  /// Exit status, or the number of the signal that ended the program.
  public var status: Int32
  /// Text that the program wrote to standard output.
  public var output: String
  /// Text that the program wrote to standard error.
  public var errors: String
  /// Seconds from the signal to the end. It is nil when no signal was sent.
  public var secondsAfterSignal: Double?

  /// Longest time that a program may take, in seconds. The limit measures nothing. It turns a program that hangs into
  /// one failed test that names the program.
  private static let longest = 540.0

  /// Runs a program with empty standard input and waits for its end.
  /// - Parameters:
  ///   - environment: added to the test's own.
  ///   - signal: sent once when `isDue` is true. `isDue` receives the standard error so far. If it is not true within
  ///     three minutes, the program is killed, and `secondsAfterSignal` is nil.
  /// - Throws: an error when the program cannot start, and `Hangs` when it does not end.
  public static func run(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:], signal: Int32? = nil,
    when isDue: (String) -> Bool = { _ in true }
  ) throws -> ProgramRun {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let folder = FileManager.default.temporaryDirectory
    let files = (0..<2).map { _ in folder.appendingPathComponent("gf-\(UUID().uuidString)") }
    for file in files { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    func text(_ file: URL) -> String { String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self) }
    var signalled: Double?
    if let signal {
      let isTime = waitUntil(180) { !process.isRunning || isDue(text(files[1])) }
      if process.isRunning {
        if isTime { signalled = ProcessInfo.processInfo.systemUptime }
        kill(process.processIdentifier, isTime ? signal : SIGKILL)
      }
    }
    guard waitUntil(longest, { !process.isRunning }) else {
      kill(process.processIdentifier, SIGKILL)
      // Foundation detects the end through a separate descriptor. If that is lost, an ended program seems to run
      // forever.
      let wasKilled = waitUntil { !process.isRunning }
      throw Hangs(
        program: program.lastPathComponent, arguments: arguments, wasKilled: wasKilled, output: text(files[0]), errors: text(files[1]))
    }
    process.waitUntilExit()
    return ProgramRun(
      status: process.terminationStatus, output: text(files[0]), errors: text(files[1]),
      secondsAfterSignal: signalled.map { ProcessInfo.processInfo.systemUptime - $0 })
  }

  /// An error: a program did not end in time.
  public struct Hangs: Error, Sendable {
    /// File name of the program.
    public var program: String
    /// Arguments that the program received.
    public var arguments: [String]
    /// Whether the program ended after it was killed. It is false if Foundation reported no end even then. That is a
    /// fault of Foundation, not of the program.
    public var wasKilled: Bool
    /// Text that the program wrote to standard output.
    public var output: String
    /// Text that the program wrote to standard error.
    public var errors: String
  }
}
