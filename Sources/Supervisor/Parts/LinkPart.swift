import GestureFlowAPI
import Link
import Realtime
import Settings

/// Ableton Link as a part of the box. A thread of its own synchronises the stems to it. Unless `tempo.source` is
/// `link`, there is neither a socket nor a thread.
package final class LinkPart: Component {
  private struct State: Sendable {
    var isWanted: Bool
    /// Ends the rounds of the present thread.
    var ending = ClosingSignal()
    var session: (any TempoSession)?
    var thread: RealtimeThread?
    /// Why an open session cannot be shared.
    var trouble: Failure?
  }

  /// Seconds between two rounds.
  private static let pause = 0.01
  /// Rounds between two checks of the network.
  private static let patience = 300

  package let name = "link"
  package let patience = BackOff()
  private let make: @Sendable () throws(Failure) -> any TempoSession
  private let trouble: @Sendable () -> Failure?
  private let onRound: @Sendable (_ session: any TempoSession, _ now: Double) -> Void
  private let onEnd: @Sendable () -> Void
  /// Published by the thread that starts and stops the part. The thread of the rounds writes the trouble alone, and a
  /// new configuration the wish alone.
  private let state: Published<State>

  /// - Parameters:
  ///   - configuration: says whether the tempo is shared.
  ///   - make: joins a session; a double in tests.
  ///   - trouble: returns the problem that keeps an open session from being shared. Called every few seconds.
  ///   - onRound: called about a hundred times a second with the session and seconds of `Clock`, on a thread of its
  ///     own.
  ///   - onEnd: called when the session is left.
  package init(
    _ configuration: Configuration,
    make: @escaping @Sendable () throws(Failure) -> any TempoSession = { () throws(Failure) in try AbletonLink() },
    trouble: @escaping @Sendable () -> Failure? = { AbletonLink.trouble },
    onRound: @escaping @Sendable (_ session: any TempoSession, _ now: Double) -> Void, onEnd: @escaping @Sendable () -> Void
  ) {
    (self.make, self.trouble, self.onRound, self.onEnd) = (make, trouble, onRound, onEnd)
    state = Published(State(isWanted: configuration.sharesTempo))
  }

  package func start() throws(Failure) {
    guard isWantedAgain else { return }
    let session: any TempoSession
    session = try make()
    let ending = ClosingSignal()
    state.change { ($0.session, $0.ending, $0.trouble) = (session, ending, nil) }
    do {
      let thread = try RealtimeThread(.init(name: "gf-link-clock")) { [self] in run(session, until: ending) }
      state.change { $0.thread = thread }
    } catch {
      stop()
      throw Failure("its thread cannot be started (\(error))", remedy: "close other programs")
    }
  }

  private func run(_ session: any TempoSession, until ending: ClosingSignal) {
    var rounds = 0
    repeat {
      if rounds % Self.patience == 0 {
        let trouble = trouble()
        state.change { $0.trouble = trouble }
      }
      rounds += 1
      onRound(session, Clock.seconds)
    } while !ending.wait(upTo: Self.pause)
  }

  package func stop() {
    let before = state.change { state in
      defer { (state.session, state.thread, state.trouble) = (nil, nil, nil) }
      return state
    }
    before.ending.signal()
    before.thread?.join()
    before.session?.close()
    if before.session != nil { onEnd() }
  }

  /// Takes the configuration. The supervision joins or leaves at its next check.
  package func configure(_ configuration: Configuration) { state.change { $0.isWanted = configuration.sharesTempo } }

  package var isWantedAgain: Bool { state.now.isWanted }

  package var condition: Condition {
    let state = state.now
    guard state.isWanted, state.session != nil else { return .off("tempo.source is not link") }
    return state.trouble.map { .degraded($0) } ?? .running
  }

  package var summary: String {
    guard let look = state.now.session?.look(at: Clock.seconds, bar: Metre.common.quarters) else {
      return "tempo.source is not link"
    }
    return "\((look.tempo * 10).rounded() / 10) BPM, \(look.peers == 0 ? "no peers" : "\(look.peers) besides") in the session"
  }
}

extension Configuration {
  /// Whether Ableton Link shares the tempo.
  var sharesTempo: Bool { tempoSource == "link" }
}
