import Library
import Sound
import Synchronization

/// Which stem set is played: those of the sticks, in natural order, and the built-in one behind them. Sets are loaded only once the mode was played, and one at a time; the old one plays on until the new one is
/// there, and when that cannot be played.
package final class StemRack: Sendable {
  /// Loads a set and hands it over; `done` is told what came of it, nil if another was asked for meanwhile.
  package typealias Load = @Sendable (StemSet, _ done: @escaping @Sendable (Result<StemFacts, StemRefusal>?) -> Void) -> Void

  private struct State {
    /// The sticks' sets.
    var found: [StemChoice] = []
    /// What shall be heard.
    var wanted = StemChoice.builtin
    /// Waited for from before the last power cut: played when its stick comes, unless a person chose meanwhile.
    var awaited: StemChoice.Key?
    /// A person has chosen what is wanted.
    var isChosen = false
    /// The mode has been played: sets are loaded from now on.
    var isOpen = false
    /// What is being loaded; nil when nothing is.
    var loading: StemChoice?
    /// The newest sets that were handed over, by the number under which the audio thread knows them.
    var handed: [(choice: StemChoice, facts: StemFacts)] = []

    var choices: [StemChoice] { found + [.builtin] }
    /// Place of what is wanted among the choices; nil if its stick is gone.
    var place: Int? { choices.firstIndex { $0.key == wanted.key } }
  }

  /// Sets that are remembered: the one that is heard, the one that waits for its bar line, and one more.
  private static let remembered = 4
  private let load: Load
  private let notice: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - awaited: the set of before the last start; nil for the built-in one.
  ///   - load: see `Load`. - notice: a sentence for the owner.
  package init(awaiting awaited: StemChoice.Key? = nil, load: @escaping Load, notice: @escaping @Sendable (String) -> Void) {
    self.load = load
    self.notice = notice
    state.withLock { $0.awaited = awaited }
  }

  /// The mode is played from now on: what is wanted is loaded, once.
  package func open() {
    let begin = state.withLock { state in
      defer { state.isOpen = true }
      return !state.isOpen
    }
    if begin { take() }
  }

  /// The sticks' sets have changed. What is heard lies in memory and plays on, also when its stick is gone. A stick's set takes the place of the built-in one, unless a person has chosen that.
  package func update(_ sets: [FoundStemSet]) {
    let isNew = state.withLock { state in
      let had = !state.found.isEmpty
      state.found = sets.map { .found($0) }
      let before = state.wanted
      if let key = state.awaited, let found = state.found.first(where: { $0.key == key }) {
        state.wanted = found
        state.awaited = nil
      } else if before == .builtin, !state.isChosen, !had, let first = state.found.first {
        state.wanted = first
      } else if let changed = state.found.first(where: { $0.key != nil && $0.key == before.key }) {
        // Its files were changed on the stick, or it is back under another name.
        state.wanted = changed
      }
      return state.wanted != before && state.isOpen
    }
    if isNew { take() }
  }

  /// To the set so many places further on; behind the last one comes the first.
  package func skip(_ by: Int) {
    choose { state in
      let count = state.choices.count
      // What is gone was in front of the first.
      let from = state.place ?? (by > 0 ? -1 : 0)
      return state.choices[((from + by) % count + count) % count]
    }
  }

  /// - Parameter text: place of a set in the list, from 0, its folder's path, or its name.
  /// - Returns: false if there is no such set.
  package func select(_ text: String) -> Bool {
    choose { state in
      if let number = Int(text), state.choices.indices.contains(number) { return state.choices[number] }
      return state.choices.first { if case .found(let set) = $0 { set.path == text } else { false } }
        ?? state.choices.first { $0.name == text }
    }
  }

  @discardableResult private func choose(_ body: (State) -> StemChoice?) -> Bool {
    let isThere = state.withLock { state in
      guard let choice = body(state) else { return false }
      state.wanted = choice
      state.isChosen = true
      state.awaited = nil
      return true
    }
    if isThere { take() }
    return isThere
  }

  private func take() {
    let choice = state.withLock { state -> StemChoice? in
      guard state.isOpen else { return nil }
      state.loading = state.wanted
      return state.wanted
    }
    guard let choice else { return }
    load(choice.set) { [self] result in end(choice, result) }
  }

  private func end(_ choice: StemChoice, _ result: Result<StemFacts, StemRefusal>?) {
    guard let result else { return }
    switch result {
    case .success(let facts):
      state.withLock { state in
        if state.loading == choice { state.loading = nil }
        state.handed.append((choice, facts))
        if state.handed.count > Self.remembered { state.handed.removeFirst() }
      }
      for remark in facts.remarks { notice("stem set '\(facts.name)': \(remark)") }
    case .failure(let refusal):
      let isAlone = state.withLock { state in
        if state.loading == choice { state.loading = nil }
        guard state.wanted == choice else { return false }
        // What is heard stays what is wanted; with nothing heard the built-in set plays.
        state.wanted = state.handed.last?.choice ?? .builtin
        return state.handed.isEmpty && choice != .builtin
      }
      for problem in refusal.problems { notice("stem set '\(choice.name)' cannot be played: \(problem)") }
      if isAlone { take() }
    }
  }

  // MARK: - Looking at it

  /// What the set is that the audio thread knows by this number; nil before the first one.
  package func facts(of number: Int) -> StemFacts? { state.withLock { $0.handed.last { $0.facts.number == number }?.facts } }

  /// By what the wanted set is found again after a start; nil for the built-in one.
  package var saved: StemChoice.Key? { state.withLock { $0.awaited ?? $0.wanted.key } }

  /// Names of all sets, in order.
  package var names: [String] { state.withLock { $0.choices.map(\.name) } }

  /// Place of a set that is heard, among how many, and the name of the one that is being loaded.
  package func place(of number: Int) -> (index: Int, count: Int, loading: String?) {
    state.withLock { state in
      let heard = state.handed.last { $0.facts.number == number }?.choice ?? state.wanted
      let index = state.choices.firstIndex { $0.key == heard.key } ?? 0
      return (index, state.choices.count, state.loading?.name)
    }
  }
}
