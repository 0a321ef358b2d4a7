import Foundation
import GestureFlowAPI
import Synchronization

/// Starts a test of the box. It prints the steps until the end.
package final class PartTestFollower: Sendable {
  private struct State {
    var isAsked = false
    /// Whether the person wants the end.
    var isQuit = false
    var isOver = false
    /// The problem that the box found; empty without one.
    var problem = ""
    var error: (any Error)?
  }
  private let ask: @Sendable (PartTest) throws -> Void
  private let write: @Sendable (String) throws -> Void
  private let state = Mutex(State())
  /// Signalled when the box has told the end, and after an error.
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - write: writes a line for the person.
  ///   - ask: sends a test to the box and waits for the answer.
  package init(
    write: @escaping @Sendable (String) throws -> Void = { try StandardOutput.write(line: $0) },
    ask: @escaping @Sendable (PartTest) throws -> Void
  ) {
    self.write = write
    self.ask = ask
  }

  /// Takes an event. The first one shows that the box sends events, so the test can begin.
  /// - Returns: whether to go on.
  package func take(_ type: String, _ data: Data, _ test: PartTest) -> Bool {
    var event: Event?
    if type != EventKind.status { event = try? JSONDecoder().decode(Event.self, from: data) }
    let (isFirst, line, goesOn): (Bool, String?, Bool) = state.withLock { state in
      defer { state.isAsked = true }
      if event?.type == "testEnded" { (state.isOver, state.problem) = (true, event?.value ?? "") }
      let goesOn = !state.isOver && state.error == nil && (state.isAsked || !state.isQuit)
      return (!state.isAsked && goesOn, event?.type == "test" ? event?.value : nil, goesOn)
    }
    if event?.type == "testEnded" { ended.signal() }
    if isFirst { begin(test) }
    if let line { do { try write(Terminal.plain(line)) } catch { fail(error) } }
    return goesOn
  }

  /// Begins the test on a thread of its own. This one receives events.
  private func begin(_ test: PartTest) {
    let thread = Thread { [self] in do { try ask(test) } catch { fail(error) } }
    thread.name = "test"
    thread.start()
  }

  private func fail(_ error: any Error) {
    state.withLock { $0.error = $0.error ?? error }
    ended.signal()
  }

  /// Ends the test. The box then tells its result. A test that has not begun does not begin.
  package func askEnd() {
    let isAsked = state.withLock { state in
      state.isQuit = true
      return state.isAsked
    }
    if isAsked { try? ask(.end) }
  }

  /// Ends a running test whose steps are no longer shown.
  func endUnfinished() { if state.withLock({ $0.isAsked && !$0.isOver && $0.error != nil }) { try? ask(.end) } }

  /// Waits until the box has told the end. A test that has not begun has no end.
  /// - Parameter seconds: longest wait.
  /// - Returns: whether nothing runs any more.
  @discardableResult package func waitForEnd(_ seconds: Double) -> Bool {
    guard state.withLock({ $0.isAsked && !$0.isOver && $0.error == nil }) else { return true }
    return ended.wait(timeout: .now() + seconds) == .success
  }

  /// Reports the result, after the last event.
  /// - Throws: the problem that the box found, or the reason why the test did not begin or end.
  package func check(_ socket: String) throws {
    let (error, isOver, problem, hasNotBegun) = state.withLock { ($0.error, $0.isOver, $0.problem, $0.isQuit && !$0.isAsked) }
    if let error { throw error }
    if hasNotBegun { return }
    if !isOver { throw ClientError.noAnswer(socket: socket, why: "the box went down") }
    if !problem.isEmpty { throw Failure(problem) }
  }
}
