import CSystemd
import Foundation
import GestureFlowAPI

/// Sends messages to the service manager. They are READY, a STATUS line, and WATCHDOG while the audio thread makes
/// progress.
package struct Systemd: Sendable {
  /// Longest line to send, in characters.
  package static let longestLine = 300

  /// Timeout of the watchdog in seconds; 0 without a watchdog.
  private let interval: Double
  private let send: @Sendable (String) -> Void
  private var isReady = false
  private var lastStatus = ""
  private var lastFed = 0.0
  private var lastProgress: Int64 = -1

  /// Connects to the service manager that started this process, if any.
  package init() { self.init(interval: Double(gf_systemd_watchdog_us()) * 1e-6) { _ = gf_systemd_notify($0) } }

  /// Makes a sender.
  /// - Parameters:
  ///   - interval: timeout of the watchdog in seconds; 0 without a watchdog.
  ///   - send: sends one message, with one line a field.
  package init(interval: Double, send: @escaping @Sendable (String) -> Void) {
    self.interval = interval
    self.send = send
  }

  /// Sends READY once, a new status, and the due watchdog message.
  /// - Parameters:
  ///   - ready: whether the box is ready.
  ///   - status: a line for people; it may contain a title, so it is not trusted.
  ///   - progress: a count that rises while the audio thread is alive.
  ///   - time: seconds of the clock.
  package mutating func tell(ready: Bool, status: String, progress: Int64, at time: Double) {
    var lines: [String] = []
    if ready, !isReady {
      isReady = true
      lines.append("READY=1")
    }
    if status != lastStatus {
      lastStatus = status
      lines.append("STATUS=\(status)")
    }
    tell(lines + meal(progress: progress, at: time))
  }

  /// Feeds the watchdog if it is due and there was progress.
  /// - Parameters: see `tell`.
  package mutating func feed(progress: Int64, at time: Double) { tell(meal(progress: progress, at: time)) }

  private mutating func meal(progress: Int64, at time: Double) -> [String] {
    guard interval > 0, time - lastFed > interval / 4, progress != lastProgress else { return [] }
    lastFed = time
    lastProgress = progress
    return ["WATCHDOG=1"]
  }

  /// Requests more time for the end from the manager.
  /// - Parameter seconds: from now.
  package func extend(by seconds: Double) {
    tell((interval > 0 ? ["WATCHDOG=1"] : []) + ["EXTEND_TIMEOUT_USEC=\(Int(seconds * 1e6))"])
  }

  /// Whether the service manager has a watchdog for this process.
  package var isFed: Bool { interval > 0 }

  /// Reports the shutdown.
  /// - Parameter withMachine: whether the machine shuts down next, and the service with it. The manager then must not
  ///   receive STOPPING: it would send no signal, and wait for `TimeoutStopSec` before it kills.
  package func stopping(withMachine: Bool = false) { tell((withMachine ? [] : ["STOPPING=1"]) + ["STATUS=stopping"]) }

  /// Sends lines, each an order to the service manager. They are cleaned, because text from outside must not begin an
  /// order of its own.
  private func tell(_ lines: [String]) {
    if !lines.isEmpty { send(lines.map { cleaned($0, limit: Self.longestLine) }.joined(separator: "\n")) }
  }
}
