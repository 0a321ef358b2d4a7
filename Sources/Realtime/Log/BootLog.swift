import Foundation
import GestureFlowAPI
import Synchronization

/// Prints the boot sequence and all later notices to standard error. Each part takes one line. It keeps the last ten
/// notices for the status.
public final class BootLog: Sendable {
  /// Result of starting a part.
  public enum Result: String, Sendable {
    case ok = "[ OK ]"
    case warn = "[WARN]"
    case fail = "[FAIL]"
  }

  private struct State {
    var notices = NoticeList()
    /// Text that clears a live line before something is printed over it.
    var clear = ""
    /// Prints lines while the box runs; nil before and after.
    var printer: SerialWorker?
  }

  /// Lines that may wait to be printed; further ones are dropped.
  private static let mostLines = 256

  private let begun = Clock.seconds
  private let quiet: Bool
  private let layout = BootLayout.ofStandardError
  private let state = Mutex(State())

  /// - Parameter quiet: stores notices and prints nothing.
  public init(quiet: Bool = false) { self.quiet = quiet }

  /// Reports the state of a part. A state other than OK is also a notice.
  public func part(_ name: String, _ result: Result, _ wording: String) {
    let text = Self.line(wording)
    if result != .ok { remember("\(name): \(text)") }
    print(layout.part(name, result, text))
  }

  /// Reports something that the owner should know.
  public func notice(_ wording: String) {
    remember(Self.line(wording))
    tell(wording)
  }

  /// Prints a line that is not a notice.
  package func tell(_ wording: String) { print(layout.notice(Self.line(wording))) }

  /// Prints on a thread of its own from now on. A console may block.
  package func startPrinting() throws {
    let new = try SerialWorker("gf-notices", room: Self.mostLines) { _ in }
    state.withLock { $0.printer = new }
  }

  /// Prints what waits, and ends the thread.
  package func stopPrinting() {
    let worker = state.withLock { state in
      defer { state.printer = nil }
      return state.printer
    }
    worker?.close()
  }

  /// Announces a line that is rewritten in place at the terminal's end.
  public func liveLineIsOn() { state.withLock { $0.clear = "\r\u{1B}[K" } }

  /// The last ten notices, oldest first. Each kind appears once, with its last time.
  public var lastNotices: [Notice] { state.withLock { $0.notices.all } }

  /// Reduces text to one line. Texts hold file names and error texts of libraries, and a file name with a line break
  /// could forge a line in the journal.
  private static func line(_ wording: String) -> String { cleaned(wording, limit: 1000) }

  private func remember(_ text: String) {
    let seconds = (Clock.seconds - begun).rounded(digits: 3)
    state.withLock { $0.notices.add(text, at: seconds) }
  }

  private func print(_ line: String) {
    guard !quiet else { return }
    let (clear, printer) = state.withLock { ($0.clear, $0.printer) }
    let text = clear + line + "\n"
    guard let printer else { return _ = StandardError.write(text) }
    printer.add { StandardError.write(text) }
  }
}
