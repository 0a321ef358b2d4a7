import CSystemd
import Foundation

/// What the service manager is told: READY, a STATUS line, and the watchdog's food while the audio thread makes progress.
struct Systemd {
  private let interval: Double
  private var isReady = false
  private var lastStatus = ""
  private var lastFed = 0.0
  private var lastProgress: Int64 = -1

  init() { interval = Double(gf_systemd_watchdog_us()) * 1e-6 }

  /// - Parameters:
  ///   - progress: a count that rises while the audio thread lives.
  ///   - time: seconds of the clock.
  mutating func tell(ready: Bool, status: String, progress: Int64, at time: Double) {
    var lines: [String] = []
    if ready, !isReady {
      isReady = true
      lines.append("READY=1")
    }
    if status != lastStatus {
      lastStatus = status
      lines.append("STATUS=\(status)")
    }
    if interval > 0, time - lastFed > interval / 4, progress != lastProgress {
      lastFed = time
      lastProgress = progress
      lines.append("WATCHDOG=1")
    }
    if !lines.isEmpty { _ = gf_systemd_notify(lines.joined(separator: "\n")) }
  }

  func stopping() { _ = gf_systemd_notify("STOPPING=1\nSTATUS=stopping") }
  func reloading() { _ = gf_systemd_notify("STATUS=reading the configuration") }
}
