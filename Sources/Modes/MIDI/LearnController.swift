import GestureFlowAPI
import MIDI
import Synchronization

/// Learned MIDI controls, and requests from knobs and keys. Requests wait here until they are carried out. Any thread
/// but the audio thread may call.
///
/// Of a knob only the newest value counts, and of a bouncing button the first press. So the number of requests
/// depends on how often they are fetched, not on how fast messages arrive.
package final class LearnController: Sendable {
  /// How a message was received.
  package enum Reception: Sendable, Equatable {
    /// Not a learned control: notes play the synthesizer.
    case free
    /// It belongs to a learned control.
    case taken
    /// It was just learned. Its previous effect must end.
    case learned(LearnControl)
  }

  /// A request to carry out.
  package enum Request: Sendable, Equatable {
    /// A parameter's new value, as in `LearnAnswer.set`.
    case set(LearnTarget, Double)
    /// A press, as in `LearnAnswer.press`.
    case press(LearnTarget)
  }

  /// Minimum seconds between two presses of one parameter. Contacts bounce, and no finger is faster.
  private static let bounce = 0.05
  /// Seconds for which requests of a rejected parameter are dropped. So turning a knob gives one rejection, not one
  /// for each step.
  private static let sulk = 2.0

  private struct State {
    var table: LearnTable
    /// The parameter that waits for a message.
    var wanted: LearnTarget?
    var answer: String?
    /// In order of arrival; each parameter once.
    var requests: [Request] = []
    var pressed: [LearnTarget: Double] = [:]
    var refused: [LearnTarget: Double] = [:]
  }

  private let state: Mutex<State>
  private let notice: @Sendable (String) -> Void

  /// - Parameters:
  ///   - table: controls learned before.
  ///   - notice: receives sentences for the owner.
  package init(_ table: LearnTable = LearnTable(), notice: @escaping @Sendable (String) -> Void) {
    state = Mutex(State(table: table))
    self.notice = notice
  }

  /// The learned controls.
  package var table: LearnTable { state.withLock { $0.table } }

  /// Processes an incoming message.
  /// - Parameters:
  ///   - now: seconds of `Clock` at which it came.
  ///   - present: returns a parameter's current value, as in `LearnTable.take`.
  package func take(_ message: MIDIMessage, at now: Double, present: (LearnTarget) -> Double?) -> Reception {
    let (reception, sentence) = state.withLock { state -> (Reception, String?) in
      switch state.table.take(message, at: now, present: present) {
      case .free: return (.free, nil)
      case .taken: return (.taken, nil)
      case .set(let target, let value):
        state.requests.removeAll { if case .set(target, _) = $0 { true } else { false } }
        state.requests.append(.set(target, value))
        return (.taken, nil)
      case .press(let target):
        guard now - state.pressed[target, default: -.infinity] >= Self.bounce else { return (.taken, nil) }
        state.pressed[target] = now
        if !state.requests.contains(.press(target)) { state.requests.append(.press(target)) }
        return (.taken, nil)
      case .learned(let learned):
        state.wanted = nil
        state.answer = learned.sentence
        return (.learned(learned.binding.control), learned.sentence)
      case .refused(let why):
        defer { state.answer = why }
        return (.taken, state.answer == why ? nil : why)
      }
    }
    if let sentence { notice(sentence) }
    return reception
  }

  /// Whether no request waits and no parameter waits for a message.
  package var isAtRest: Bool { state.withLock { $0.requests.isEmpty && $0.wanted == nil } }

  /// Lets the next knob or key control a parameter.
  /// - Parameter now: seconds of `Clock`.
  package func learn(_ target: LearnTarget, at now: Double) {
    state.withLock { state in
      state.table.learn(target, at: now)
      (state.wanted, state.answer) = (target, nil)
    }
  }

  /// Stops waiting for a message.
  /// - Returns: the parameter that waited.
  package func cancel() -> LearnTarget? {
    state.withLock { state in
      defer { state.wanted = nil }
      state.table.cancel()
      if let wanted = state.wanted { state.answer = "\(wanted.name) was not learned: it was cancelled" }
      return state.wanted
    }
  }

  /// Removes the control of a parameter.
  /// - Returns: the removed control; nil if the parameter had none.
  package func forget(_ target: LearnTarget) -> LearnControl? { state.withLock { $0.table.forget(target) } }

  /// Returns and removes the requests to carry out. The caller reports rejected ones by `wasRefused`.
  /// - Parameter now: seconds of `Clock`.
  package func takeRequests(at now: Double) -> [Request] {
    let (requests, sentence) = state.withLock { state -> ([Request], String?) in
      var sentence: String?
      if let wanted = state.wanted, state.table.isLearning(at: now) == nil {
        sentence = "\(wanted.name) was not learned: no control moved within \(Int(LearnTable.patience)) seconds"
        (state.wanted, state.answer) = (nil, sentence)
      }
      defer { state.requests = [] }
      state.refused = state.refused.filter { now - $0.value < Self.sulk }
      return (state.requests.filter { state.refused[$0.target] == nil }, sentence)
    }
    if let sentence { notice(sentence) }
    return requests
  }

  /// Records that the box rejected a request of a knob or key.
  /// - Parameter now: seconds of `Clock`.
  package func wasRefused(_ target: LearnTarget, at now: Double) { state.withLock { $0.refused[target] = now } }

  /// Adds the learned controls and the waiting parameter to the status.
  package func add(to status: inout MIDIStatus) {
    state.withLock { state in
      status.learned = state.table.bindings.map { MIDIBinding(parameter: $0.target.name, message: $0.control.text) }
      (status.learning, status.learnAnswer) = (state.wanted?.name, state.answer)
    }
  }
}

extension LearnController.Request {
  /// The parameter.
  var target: LearnTarget {
    switch self {
    case .set(let target, _), .press(let target): target
    }
  }
}
