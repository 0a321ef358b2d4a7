import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// The boot sequence and everything said later: a line a part on standard error, and the last ten notices for the status.
public final class BootLog: Sendable {
  /// How a part's start went.
  public enum Result: String, Sendable {
    case ok = "[ OK ]"
    case warn = "[WARN]"
    case fail = "[FAIL]"
  }

  private struct State {
    var notices: [Notice] = []
    /// Clears a live line before something is printed over it.
    var clear = ""
  }

  private let begun = Clock.seconds
  private let quiet: Bool
  private let layout: BootLayout
  private let state = Mutex(State())

  /// - Parameter quiet: print nothing; notices are remembered all the same.
  public init(quiet: Bool = false) {
    self.quiet = quiet
    layout = .ofStandardError
  }

  /// A part's line; one that is not good is a notice too.
  public func part(_ name: String, _ result: Result, _ wording: String) {
    let text = Self.line(wording)
    if result != .ok { remember("\(name): \(text)") }
    print(layout.part(name, result, text))
  }

  /// Something the owner should know.
  public func notice(_ wording: String) {
    let text = Self.line(wording)
    remember(text)
    print(layout.notice(text))
  }

  /// A live line is drawn from now on: what is printed takes its place.
  public func liveLineIsOn() { state.withLock { $0.clear = "\r\u{1B}[K" } }

  /// The last ten, oldest first.
  public var lastNotices: [Notice] { state.withLock { $0.notices } }

  /// Wordings hold names of files and reasons of libraries: one line each, or a file's name could write into the journal.
  private static func line(_ wording: String) -> String { cleaned(wording, limit: 1000) }

  private func remember(_ text: String) {
    state.withLock { state in
      state.notices.append(Notice(atSeconds: ((Clock.seconds - begun) * 1000).rounded() / 1000, text: text))
      if state.notices.count > 10 { state.notices.removeFirst() }
    }
  }

  private func print(_ line: String) {
    guard !quiet else { return }
    let text = state.withLock { $0.clear } + line + "\n"
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
