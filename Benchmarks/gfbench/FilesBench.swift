import Foundation
import Library
import Sound
import Supervisor

/// Reads a folder of files as the music library does. It shows what a scan costs, and what comes of each file.
enum FilesBench {
  private struct Row: Encodable {
    /// Path from the folder.
    var file: String
    /// Seconds of sound that come out of it. Nil for a file that cannot be played.
    var played: Double?
    /// Seconds that the library tells.
    var told: Double?
    var title: String?
    var artist: String?
    var album: String?
    /// Why it is not played.
    var problem: String?
    /// Whether it is offered for import.
    var isOffered = false
  }

  private struct Scan: Encodable {
    var cpu: Double
    var tracks: Int
    var problems: Int
    /// Files that were opened.
    var read: Int
    /// Resident memory at its most, and before the scan, in MB.
    var peakMB: Double
    var beforeMB: Double
  }

  /// Scans a folder once and prints what that cost.
  /// - Parameter index: the file that keeps the result; a second run with it meets known files.
  static func scan(_ folder: String, index: String) throws {
    let index = try LibraryIndex(index)
    let (before, begun) = (ProcessFigures.memoryMB.now, ProcessFigures.cpuSeconds)
    let outcome = try StickScanner(stick: "bench", root: folder, index: index).run()
    try show(
      Scan(
        cpu: ProcessFigures.cpuSeconds - begun, tracks: outcome.tracks, problems: outcome.problems, read: outcome.read,
        peakMB: ProcessFigures.memoryMB.peak, beforeMB: before))
  }

  /// Scans a folder, and reads every track to its end. Prints a row for each file.
  static func read(_ folder: String) throws {
    let index = try LibraryIndex(nil)
    let outcome = try StickScanner(stick: "bench", root: folder, index: index).run()
    let offered = Set(outcome.importable.map(\.relative))
    var rows = try index.tracks(of: "bench").map { track in
      Row(
        file: track.relative, played: try? seconds(folder + "/" + track.relative), told: track.length, title: track.title,
        artist: track.artist, album: track.album)
    }
    let problems = try index.problems(of: "bench", limit: 100_000)
    rows += problems.map { Row(file: $0.relative, problem: $0.reason, isOffered: offered.contains($0.relative)) }
    let told = Set(problems.map(\.relative))
    rows += offered.subtracting(told).sorted().map { Row(file: $0, isOffered: true) }
    try show(rows)
  }

  private static func seconds(_ path: String) throws -> Double {
    let file = try SoundFile(path)
    var buffer = [Float](repeating: 0, count: 2 * 4096)
    var frames = 0
    while case let count = file.read(&buffer, count: 4096), count > 0 { frames += count }
    while case let count = file.drain(&buffer, count: 4096), count > 0 { frames += count }
    return Double(frames) / Double(SoundFormat.rate)
  }

  private static func show(_ result: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    print(String(decoding: try encoder.encode(result), as: UTF8.self))
  }
}
