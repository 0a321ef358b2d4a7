import Foundation
import GestureFlowAPI
import Realtime

/// Figures of the kernel about this process.
public enum ProcessFigures {
  /// Resident memory now and at its peak, in MB.
  public static var memoryMB: (now: Double, peak: Double) { memoryMB(in: KernelFile.text("/proc/self/status") ?? "") }

  /// Reads the resident memory, in MB.
  /// - Parameter text: content of `/proc/self/status` (proc_pid_status(5)).
  package static func memoryMB(in text: String) -> (now: Double, peak: Double) {
    func value(_ key: String) -> Double {
      guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return 0 }
      return (Double(line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first ?? "0") ?? 0) / 1024
    }
    return (value("VmRSS:"), value("VmHWM:"))
  }

  /// CPU time in seconds, without child processes.
  public static var cpuSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ t: timeval) -> Double { Double(t.tv_sec) + Double(t.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Seconds since the start of this process, by the kernel's clock.
  public static var age: Double {
    guard let begun = KernelFile.text("/proc/self/stat").flatMap({ start(in: $0) }) else { return 0 }
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9 - begun / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Returns the clock ticks from boot to the start of the process. Nil if the text does not say.
  /// - Parameter stat: content of `/proc/self/stat` (proc_pid_stat(5)).
  package static func start(in stat: String) -> Double? {
    // The second field is the program's name in brackets. It may contain spaces and brackets.
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    return fields.count > 19 ? Double(fields[19]) : nil
  }
}

extension ThreadStatus {
  init(_ outcome: RealtimeThread.Outcome) {
    self.init(
      name: outcome.name, coreAsked: outcome.coreAsked, coreGot: outcome.coreGot, priorityAsked: outcome.priorityAsked,
      priorityGot: outcome.priorityGot, policy: outcome.policyGot, refusal: outcome.refusal)
  }
}
