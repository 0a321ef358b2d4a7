import CSystemd
import Foundation
import GestureFlowAPI

/// Sends messages to the service manager. They are READY, a STATUS line, and WATCHDOG while the audio thread makes
/// progress.
package struct Systemd: Sendable {
  /// The last messages to the service manager. Their owner passes them to `lines`.
  package struct Told: Sendable {
    fileprivate var isReady = false
    fileprivate var status = ""
    fileprivate var fed = 0.0
    fileprivate var progress: Int64 = -1

    /// Makes the state before the first message.
    package init() {}
  }

  /// Longest line to send, in characters.
  package static let longestLine = 300

  /// Timeout of the watchdog in seconds; 0 without a watchdog.
  private let interval: Double
  private let send: @Sendable (String) -> Void

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

  /// Returns READY once, a new status, and the due watchdog message.
  /// - Parameters:
  ///   - told: the last messages.
  ///   - ready: whether the box is ready.
  ///   - status: a line for people; it may contain a title, so it is not trusted.
  ///   - progress: a count that rises while the audio thread is alive.
  ///   - time: seconds of the clock.
  package func lines(_ told: inout Told, ready: Bool, status: String, progress: Int64, at time: Double) -> [String] {
    var lines: [String] = []
    if ready, !told.isReady {
      told.isReady = true
      lines.append("READY=1")
    }
    if status != told.status {
      told.status = status
      lines.append("STATUS=\(status)")
    }
    return lines + meal(&told, progress: progress, at: time)
  }

  /// Returns the watchdog message if it is due and there was progress.
  /// - Parameters: see `lines`.
  package func meal(_ told: inout Told, progress: Int64, at time: Double) -> [String] {
    guard interval > 0, time - told.fed > interval / 4, progress != told.progress else { return [] }
    told.fed = time
    told.progress = progress
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
  /// order of its own. May wait for the service manager.
  package func tell(_ lines: [String]) {
    if !lines.isEmpty { send(lines.map { cleaned($0, limit: Self.longestLine) }.joined(separator: "\n")) }
  }
}
