import Foundation

/// The threads of another process, as the kernel tells them.
enum Threads {
  /// True while all of them are in one state: S sleeps, T is stopped.
  static func are(_ state: Character, _ process: Process) -> Bool {
    let folder = "/proc/\(process.processIdentifier)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder), !threads.isEmpty else { return false }
    return threads.allSatisfy { thread in
      // The name before it may hold anything, brackets included.
      let words = (try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)) ?? ""
      return words.range(of: ") ", options: .backwards).map { words[$0.upperBound...].first == state } ?? false
    }
  }
}
