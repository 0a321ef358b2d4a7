import Foundation
import TestSupport

/// A program seen from outside: whether it is stopped or waits.
struct ProgramAtRest {
  private let process: Int32
  private var before: [String: [String]] = [:]

  init(_ process: Int32) { self.process = process }

  /// Stops a program and waits until each of its threads stands still.
  /// - Returns: false if one does not.
  static func stop(_ process: Int32) -> Bool {
    kill(process, SIGSTOP)
    return waitUntil { !threads(of: process).isEmpty && threads(of: process).values.allSatisfy { $0.first?.hasPrefix("T") == true } }
  }

  /// Whether all threads sleep and have not run since the last poll. The program then waits for others.
  mutating func look() -> Bool {
    let now = Self.threads(of: process)
    defer { before = now }
    return !now.isEmpty && now == before && now.values.allSatisfy { $0.first?.hasPrefix("S") == true }
  }

  /// State and context switches of each thread, from proc_pid_status(5).
  private static func threads(of process: Int32) -> [String: [String]] {
    let folder = "/proc/\(process)/task"
    var all: [String: [String]] = [:]
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let lines = ((try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? "").split(separator: "\n")
      all[thread] = ["State:", "voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:"].map { key in
        lines.first { $0.hasPrefix(key) }?.dropFirst(key.count).trimmingCharacters(in: .whitespaces) ?? ""
      }
    }
    return all
  }
}
