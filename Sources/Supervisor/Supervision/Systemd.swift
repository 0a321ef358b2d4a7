import CSystemd
import Foundation
import GestureFlowAPI

/// What the service manager is told: READY, a STATUS line, and the watchdog's food while the audio thread makes progress.
package struct Systemd: Sendable {
  /// Longest line that is sent, in characters.
  package static let longestLine = 300

  /// Seconds within which the watchdog wants food; 0 without a watchdog.
  private let interval: Double
  private let send: @Sendable (String) -> Void
  private var isReady = false
  private var lastStatus = ""
  private var lastFed = 0.0
  private var lastProgress: Int64 = -1

  /// The service manager that started this process, if one did.
  package init() { self.init(interval: Double(gf_systemd_watchdog_us()) * 1e-6) { _ = gf_systemd_notify($0) } }

  /// - Parameters:
  ///   - interval: seconds within which the watchdog wants food; 0 without a watchdog.
  ///   - send: sends one message, a line a field.
  package init(interval: Double, send: @escaping @Sendable (String) -> Void) {
    self.interval = interval
    self.send = send
  }

  /// - Parameters:
  ///   - status: a line for people; it may hold a title, so it is not trusted.
  ///   - progress: a count that rises while the audio thread lives.
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

  /// Feeds the watchdog if it is time and there was progress. - Parameters: see `tell`.
  package mutating func feed(progress: Int64, at time: Double) { tell(meal(progress: progress, at: time)) }

  private mutating func meal(progress: Int64, at time: Double) -> [String] {
    guard interval > 0, time - lastFed > interval / 4, progress != lastProgress else { return [] }
    lastFed = time
    lastProgress = progress
    return ["WATCHDOG=1"]
  }

  /// The end takes its time: asks the manager to wait on. - Parameter seconds: from now.
  package func extend(by seconds: Double) {
    tell((interval > 0 ? ["WATCHDOG=1"] : []) + ["EXTEND_TIMEOUT_USEC=\(Int(seconds * 1e6))"])
  }

  /// A service manager started this process.
  package var isFed: Bool { interval > 0 }

  /// - Parameter withMachine: the machine goes down next, and the service with it. Then the manager is not told that the stop has begun: it would send no signal any more,
  ///   and wait for `TimeoutStopSec` before it kills.
  package func stopping(withMachine: Bool = false) { tell((withMachine ? [] : ["STOPPING=1"]) + ["STATUS=stopping"]) }

  /// Each line is an order to the service manager: no text from outside may begin one of its own.
  private func tell(_ lines: [String]) {
    if !lines.isEmpty { send(lines.map { cleaned($0, limit: Self.longestLine) }.joined(separator: "\n")) }
  }
}
