import GestureFlowAPI
import MIDI
import Synchronization

/// What was learned, and what knobs and keys ask for until it is carried out. Any thread but the audio thread.
///
/// Of a knob the newest value counts, and of a button that bounces the first press: so however fast messages come, what is carried out is bounded by how often somebody asks for it.
package final class LearnStage: Sendable {
  /// What a message is to the learned.
  package enum Reception: Sendable, Equatable {
    /// Nothing: notes play the synthesizer.
    case free
    /// It is theirs.
    case taken
    /// It was just learned, and what it did before must end.
    case learned(LearnControl)
  }

  /// What is to be carried out.
  package enum Wish: Sendable, Equatable {
    /// A parameter's new value, as `LearnAnswer.set`.
    case set(LearnTarget, Double)
    /// As `LearnAnswer.press`.
    case press(LearnTarget)
  }

  /// Seconds between two presses of the same parameter: contacts bounce, and no finger is faster.
  private static let bounce = 0.05
  /// Seconds for which a parameter that was refused is left alone, so that a turned knob is refused once and not with each of its steps.
  private static let sulk = 2.0

  private struct State {
    var table: LearnTable
    /// For what a message is waited for.
    var wanted: LearnTarget?
    var answer: String?
    /// In the order in which they came; each parameter once.
    var wishes: [Wish] = []
    var pressed: [LearnTarget: Double] = [:]
    var refused: [LearnTarget: Double] = [:]
  }

  private let state: Mutex<State>
  private let notice: @Sendable (String) -> Void

  /// - Parameters: what was learned before; told sentences for the owner.
  package init(_ table: LearnTable = LearnTable(), notice: @escaping @Sendable (String) -> Void) {
    state = Mutex(State(table: table))
    self.notice = notice
  }

  /// What was learned.
  package var table: LearnTable { state.withLock { $0.table } }

  /// Takes a message that came in.
  /// - Parameters:
  ///   - now: seconds of `Clock` at which it came.
  ///   - present: a parameter's value of now, as `LearnTable.take` has it.
  package func take(_ message: MIDIMessage, at now: Double, present: (LearnTarget) -> Double?) -> Reception {
    let (reception, told) = state.withLock { state -> (Reception, String?) in
      switch state.table.take(message, at: now, present: present) {
      case .free: return (.free, nil)
      case .taken: return (.taken, nil)
      case .set(let target, let value):
        state.wishes.removeAll { if case .set(target, _) = $0 { true } else { false } }
        state.wishes.append(.set(target, value))
        return (.taken, nil)
      case .press(let target):
        guard now - state.pressed[target, default: -.infinity] >= Self.bounce else { return (.taken, nil) }
        state.pressed[target] = now
        if !state.wishes.contains(.press(target)) { state.wishes.append(.press(target)) }
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
    if let told { notice(told) }
    return reception
  }

  /// Nothing is to be carried out, and no message is waited for.
  package var isAtRest: Bool { state.withLock { $0.wishes.isEmpty && $0.wanted == nil } }

  /// The next knob or key plays a parameter. - Parameter now: seconds of `Clock`.
  package func learn(_ target: LearnTarget, at now: Double) {
    state.withLock { state in
      state.table.learn(target, at: now)
      (state.wanted, state.answer) = (target, nil)
    }
  }

  /// Nothing is waited for any more. - Returns: what had been.
  package func cancel() -> LearnTarget? {
    state.withLock { state in
      defer { state.wanted = nil }
      state.table.cancel()
      if let wanted = state.wanted { state.answer = "\(wanted.name) was not learned: it was cancelled" }
      return state.wanted
    }
  }

  /// Nothing plays a parameter any more. - Returns: what played it; nil when nothing did.
  package func forget(_ target: LearnTarget) -> LearnControl? { state.withLock { $0.table.forget(target) } }

  /// What is to be carried out now; whoever carries it out says what was refused. - Parameter now: seconds of `Clock`.
  package func takeWishes(at now: Double) -> [Wish] {
    let (wishes, told) = state.withLock { state -> ([Wish], String?) in
      var told: String?
      if let wanted = state.wanted, state.table.isLearning(at: now) == nil {
        told = "\(wanted.name) was not learned: no knob or key was moved within \(Int(LearnTable.patience)) seconds"
        (state.wanted, state.answer) = (nil, told)
      }
      defer { state.wishes = [] }
      state.refused = state.refused.filter { now - $0.value < Self.sulk }
      return (state.wishes.filter { state.refused[$0.target] == nil }, told)
    }
    if let told { notice(told) }
    return wishes
  }

  /// The box did not do what a knob or key asked for. - Parameter now: seconds of `Clock`.
  package func wasRefused(_ target: LearnTarget, at now: Double) { state.withLock { $0.refused[target] = now } }

  /// Writes into the status what was learned, and for what a message is waited for.
  package func note(in status: inout MIDIStatus) {
    state.withLock { state in
      status.learned = state.table.bindings.map { MIDIBinding(parameter: $0.target.name, message: $0.control.text) }
      (status.learning, status.learnAnswer) = (state.wanted?.name, state.answer)
    }
  }
}

extension LearnStage.Wish {
  /// The parameter.
  var target: LearnTarget {
    switch self {
    case .set(let target, _), .press(let target): target
    }
  }
}
