import Foundation
import GestureFlowAPI
import Realtime

/// The boot sequence and everything said later: a line a part on standard error, and the last ten notices for the status.
public final class BootLog: @unchecked Sendable {
  public enum Result: String, Sendable {
    case ok = "[ OK ]"
    case warn = "[WARN]"
    case fail = "[FAIL]"
  }
  private let lock = NSLock()
  private var notices: [Notice] = []
  private let begun = Clock.seconds
  private let quiet: Bool
  /// Clears a live line before something is printed over it.
  private var clear = ""

  public init(quiet: Bool = false) { self.quiet = quiet }

  public func part(_ name: String, _ result: Result, _ wording: String) {
    let text = Self.line(wording)
    if result != .ok { remember("\(name): \(text)") }
    print("\(result.rawValue) \(name.padding(toLength: 11, withPad: " ", startingAt: 0)) \(text)")
  }

  public func notice(_ wording: String) {
    let text = Self.line(wording)
    remember(text)
    print("       \(text)")
  }

  public func liveLineIsOn() { lock.withLock { clear = "\r\u{1B}[K" } }

  public var lastNotices: [Notice] { lock.withLock { notices } }

  /// Wordings hold names of files and reasons of libraries: one line each, or a file's name could write into the journal.
  private static func line(_ wording: String) -> String { cleaned(wording, limit: 1000) }

  private func remember(_ text: String) {
    lock.withLock {
      notices.append(Notice(atSeconds: ((Clock.seconds - begun) * 1000).rounded() / 1000, text: text))
      if notices.count > 10 { notices.removeFirst() }
    }
  }

  private func print(_ line: String) {
    guard !quiet else { return }
    let text = lock.withLock { clear } + line + "\n"
    FileHandle.standardError.write(Data(text.utf8))
  }
}
