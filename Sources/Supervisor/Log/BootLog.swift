import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// The boot sequence and everything said later: a line a part on standard error, and the last ten notices for the status.
public final class BootLog: Sendable {
  /// How a part came up.
  public enum Result: String, Sendable {
    case ok = "[ OK ]"
    case warn = "[WARN]"
    case fail = "[FAIL]"
  }

  private struct State {
    var notices = NoticeList()
    /// Clears a live line before something is printed over it.
    var clear = ""
  }

  private let begun = Clock.seconds
  private let quiet: Bool
  private let layout = BootLayout.ofStandardError
  private let state = Mutex(State())

  /// - Parameter quiet: notices are remembered and nothing is printed.
  public init(quiet: Bool = false) { self.quiet = quiet }

  /// Says how a part is; what is not well is a notice, too.
  public func part(_ name: String, _ result: Result, _ wording: String) {
    let text = Self.line(wording)
    if result != .ok { remember("\(name): \(text)") }
    print(layout.part(name, result, text))
  }

  /// Says something that the owner should know.
  public func notice(_ wording: String) {
    let text = Self.line(wording)
    remember(text)
    print(layout.notice(text))
  }

  /// From now on a line that is rewritten in place stands at the terminal's end.
  public func liveLineIsOn() { state.withLock { $0.clear = "\r\u{1B}[K" } }

  /// The last ten notices, each kind once with its last time, the oldest first.
  public var lastNotices: [Notice] { state.withLock { $0.notices.all } }

  /// Wordings hold names of files and reasons of libraries: one line each, or a file's name could write into the journal.
  private static func line(_ wording: String) -> String { cleaned(wording, limit: 1000) }

  private func remember(_ text: String) {
    let seconds = (Clock.seconds - begun).rounded(digits: 3)
    state.withLock { $0.notices.add(text, at: seconds) }
  }

  private func print(_ line: String) {
    guard !quiet else { return }
    StandardError.write(state.withLock { $0.clear } + line + "\n")
  }
}
