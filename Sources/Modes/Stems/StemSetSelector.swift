import Library
import Settings
import Sound
import Synchronization

/// Selects the stem set to play, from sticks and built-in sets. The sticks' sets come first, in natural order.
/// Loading starts only after the mode was played, one set at a time. The old set plays until the new one is loaded,
/// and longer if the new one cannot be played.
package final class StemSetSelector: Sendable {
  /// Loads a set and hands it over. A set that is still loading is given up. `done` receives the result; nil if
  /// another load was requested meanwhile.
  package typealias Load = @Sendable (StemSet, _ done: @escaping @Sendable (Result<StemFacts, StemRefusal>?) -> Void) -> Void

  private let load: Load
  /// Receives the paths of moved files.
  private let move: @Sendable ([String: String]) -> Void
  private let notice: @Sendable (String) -> Void
  private let state: Mutex<StemSetSelection>

  /// Makes a selector; it loads nothing before `open`.
  /// - Parameters:
  ///   - awaited: the set of the time before the last start; nil for the first built-in one.
  ///   - load: see `Load`.
  ///   - move: receives the current paths of loaded sets' files, by the paths at loading. It must not wait.
  ///   - notice: logs a sentence for the owner.
  package init(
    awaiting awaited: StemSetKey? = nil, load: @escaping Load, move: @escaping @Sendable ([String: String]) -> Void = { _ in },
    notice: @escaping @Sendable (String) -> Void
  ) {
    self.load = load
    self.move = move
    self.notice = notice
    state = Mutex(StemSetSelection(awaiting: awaited))
  }

  /// Starts loading, because the mode is played now.
  package func open() {
    state.withLock { $0.open() }
    ask()
  }

  /// Applies a change of the sticks' sets. The set that is heard is in memory and plays on, even if its stick is gone
  /// or back under another path. A stick's set replaces the first built-in one, unless a person chose that.
  /// - Parameter sets: reads the sets. Two sticks may change at once: what an earlier caller has read has no effect
  ///   when a later caller has begun to read.
  package func update(_ sets: () -> [FoundStemSet]) {
    let number = state.withLock { $0.beginUpdate() }
    let now = sets()
    // The paths change under the lock, so that the newest ones are also passed on last.
    state.withLock { if $0.update(now, number: number) { move($0.moves) } }
    ask()
  }

  /// Moves the choice by a number of sets. After the last comes the first. A set that cannot be played counts: the next
  /// skip continues after it.
  package func skip(_ by: Int) {
    _ = state.withLock { $0.choose($0.further(by)) }
    ask()
  }

  /// Selects a set.
  /// - Parameter text: place of a set in the list, from 0, its folder's path, or its name.
  /// - Returns: false if the set does not exist.
  package func select(_ text: String) -> Bool {
    let isThere = state.withLock { $0.choose($0.named(text)) }
    ask()
    return isThere
  }

  /// Selects a set by its identity; nil is the first built-in one.
  /// - Returns: false if the set does not exist.
  package func select(_ key: StemSetKey?) -> Bool {
    let isThere = state.withLock { $0.choose($0.known(key)) }
    ask()
    return isThere
  }

  /// Returns whether the audio thread's set `number` is that of `key`.
  package func plays(_ key: StemSetKey?, as number: Int) -> Bool { state.withLock { $0.plays(key, as: number) } }

  /// Returns how far a set has come since it was chosen.
  /// - Parameter number: of the set that the audio thread plays.
  package func progress(of key: StemSetKey?, heard number: Int) -> StemSetProgress {
    state.withLock { $0.progress(of: key, heard: number) }
  }

  /// Loads the sets that are due. One thread requests loads at a time, so the last wanted set is also requested last.
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

  /// Returns the set that the audio thread knows by this number. Nil before the first set, and for a moment after a
  /// handover.
  package func facts(of number: Int) -> StemFacts? { state.withLock { $0.facts(of: number) } }

  /// Returns what changed in the stems since the last call. It forgets the sets before the one that is heard.
  /// - Parameters:
  ///   - now: state of the stems on the audio thread.
  ///   - selected: the channel that is selected now.
  package func look(_ now: StemState, selected: Int?) -> [StemWatch.Change] { state.withLock { $0.look(now, selected: selected) } }

  /// Identity of the wanted set for the next start. Nil for the first built-in one.
  package var saved: StemSetKey? { state.withLock { $0.saved } }

  /// Returns the place of a heard set. It adds the number of sets, and the name of a set that is loading.
  package func place(of number: Int) -> (index: Int, count: Int, loading: String?) { state.withLock { $0.place(of: number) } }
}
