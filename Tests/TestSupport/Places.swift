import Foundation

/// Where tests find things, and a folder of their own for each test.
public enum Places {
  public static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  /// Footage of real hands, beside the project; absent on some machines.
  public static let hands = project.deletingLastPathComponent().appendingPathComponent("shared/data/hands")
  public static var hasFootage: Bool { FileManager.default.fileExists(atPath: hands.appendingPathComponent("clips").path) }
  /// A program of this package, as the test run built it.
  public static func program(_ name: String) -> URL {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map {
      URL(fileURLWithPath: $0).deletingLastPathComponent()
    }
    let candidates = [own, project.appendingPathComponent(".build/release")].compactMap { $0?.appendingPathComponent(name) }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? candidates[candidates.count - 1]
  }

  /// Runs `body` with a new folder and removes it afterwards.
  public static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

/// A program that was run to its end.
public struct ProgramRun: Sendable {
  public var status: Int32
  public var output: String
  public var errors: String

  /// - Parameter environment: added to the test's own.
  public static func run(_ program: URL, _ arguments: [String], environment: [String: String] = [:], signalAfter: (Int32, Double)? = nil)
    throws -> ProgramRun
  {
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
    if let (signal, delay) = signalAfter {
      Thread.sleep(forTimeInterval: delay)
      kill(process.processIdentifier, signal)
    }
    process.waitUntilExit()
    func text(_ file: URL) -> String { String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self) }
    return ProgramRun(status: process.terminationStatus, output: text(files[0]), errors: text(files[1]))
  }
}
