import Foundation
import GestureFlowAPI
import Hands
import Realtime

/// What the kernel says of this process.
public enum ProcessFigures {
  /// Resident memory now and at its largest, in MB.
  public static var memoryMB: (now: Double, peak: Double) {
    let text = KernelFile.text("/proc/self/status") ?? ""
    func value(_ key: String) -> Double {
      guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else { return 0 }
      return (Double(line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first ?? "0") ?? 0) / 1024
    }
    return (value("VmRSS:"), value("VmHWM:"))
  }

  /// CPU time in seconds, children not counted.
  public static var cpuSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ t: timeval) -> Double { Double(t.tv_sec) + Double(t.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Seconds since this process was started, by the kernel's clock.
  public static var age: Double {
    guard let stat = KernelFile.text("/proc/self/stat"), let end = stat.lastIndex(of: ")") else { return 0 }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    guard fields.count > 19, let ticks = Double(fields[19]) else { return 0 }
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9 - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

extension Quantiles {
  init(_ durations: borrowing Durations) {
    let s = durations.summary()
    func round(_ x: Double) -> Double { x.rounded(digits: 3) }
    self.init(count: s.count, p50: round(s.p50), p95: round(s.p95), p99: round(s.p99), max: round(s.max))
  }
}

extension HandStatus {
  init(_ hand: Hand, fingers: Int) {
    func round(_ x: Float) -> Double { Double(x).rounded(digits: 4) }
    self.init(id: hand.id, handedness: hand.handedness.rawValue, fingers: fingers, confidence: round(hand.confidence))
    points = Joint.allCases.flatMap { [round(hand.landmarks[$0].x), round(hand.landmarks[$0].y)] }
  }
}

extension ThreadStatus {
  init(_ outcome: RealtimeThread.Outcome) {
    self.init(
      name: outcome.name, coreAsked: outcome.coreAsked, coreGot: outcome.coreGot, priorityAsked: outcome.priorityAsked,
      priorityGot: outcome.priorityGot, policy: outcome.policyGot, refusal: outcome.refusal)
  }
}
