import Library
import Sound
import Synchronization

/// Which stem set is played: those of the sticks, in natural order, and the built-in ones behind them. Sets are loaded only once the mode was played, and one at a time; the old one plays on until the new one is
/// there, and when that cannot be played.
package final class StemRack: Sendable {
  /// Loads a set and hands it over, in place of one that is still being loaded; `done` is told what came of it, nil if another was asked for meanwhile.
  package typealias Load = @Sendable (StemSet, _ done: @escaping @Sendable (Result<StemFacts, StemRefusal>?) -> Void) -> Void

  private let load: Load
  private let move: @Sendable ([String: String]) -> Void
  private let notice: @Sendable (String) -> Void
  private let state: Mutex<StemRackState>
  /// Held while the sticks' sets are asked for and taken over: news of two sticks may come at once.
  private let turn = Mutex(())

  /// - Parameters:
  ///   - awaited: the set of before the last start; nil for the first built-in one.
  ///   - load: see `Load`. - move: is told where the files of loaded sets lie by now, by the paths by which they were loaded.
  ///   - notice: a sentence for the owner.
  package init(
    awaiting awaited: StemSetKey? = nil, load: @escaping Load, move: @escaping @Sendable ([String: String]) -> Void = { _ in },
    notice: @escaping @Sendable (String) -> Void
  ) {
    self.load = load
    self.move = move
    self.notice = notice
    state = Mutex(StemRackState(awaiting: awaited))
  }

  /// The mode is played from now on: what is wanted is loaded, once.
  package func open() {
    state.withLock { $0.open() }
    ask()
  }

  /// The sticks' sets have changed. What is heard lies in memory and plays on, also when its stick is gone or back under another path. A stick's set takes the place of the first built-in one, unless a person
  /// has chosen that. - Parameter sets: asks for them, so that the last to ask has the newest.
  package func update(_ sets: () -> [FoundStemSet]) {
    turn.withLock { _ in
      let now = sets()
      move(
        state.withLock {
          $0.update(now)
          return $0.moves
        })
    }
    ask()
  }

  /// To the set so many places further on; behind the last one comes the first. One that cannot be played counts: the next skip goes on behind it.
  package func skip(_ by: Int) {
    _ = state.withLock { $0.choose($0.further(by)) }
    ask()
  }

  /// - Parameter text: place of a set in the list, from 0, its folder's path, or its name.
  /// - Returns: false if there is no such set.
  package func select(_ text: String) -> Bool {
    let isThere = state.withLock { $0.choose($0.named(text)) }
    ask()
    return isThere
  }

  /// Has loaded what is due. One thread asks at a time, so that what is wanted last is asked for last.
  private func ask() {
    while let (number, choice) = state.withLock({ $0.next() }) {
      load(choice.set) { [self] in end(number, choice, $0) }
      state.withLock { $0.hasAsked() }
    }
  }

  private func end(_ number: Int, _ choice: StemChoice, _ result: Result<StemFacts, StemRefusal>?) {
    switch result {
    case nil: break
    case .success(let facts):
      state.withLock { $0.end(number, choice, facts) }
      for remark in facts.remarks { notice("stem set '\(facts.name)': \(remark)") }
    case .failure(let refusal):
      state.withLock { $0.end(number, choice, refusal) }
      for problem in refusal.problems { notice("stem set '\(choice.name)' cannot be played: \(problem)") }
      ask()
    }
  }

  // MARK: - Looking at it

  /// What the set is that the audio thread knows by this number; nil before the first one, and for a moment after it was handed over.
  package func facts(of number: Int) -> StemFacts? { state.withLock { $0.facts(of: number) } }

  /// The audio thread plays the set with this number: those before it are forgotten.
  package func heard(_ number: Int) { state.withLock { $0.heard(number) } }

  /// By what the wanted set is found again after a start; nil for the first built-in one.
  package var saved: StemSetKey? { state.withLock { $0.saved } }

  /// Place of a set that is heard, among how many, and the name of the one that is being loaded.
  package func place(of number: Int) -> (index: Int, count: Int, loading: String?) { state.withLock { $0.place(of: number) } }
}
