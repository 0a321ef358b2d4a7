import Library
import Settings
import Sound

/// State of a chosen set on its way to the audio thread.
package enum StemSetProgress: Sendable {
  /// It is loading, or waits for its bar line.
  case coming
  case heard
  /// It cannot be played.
  case refused
  /// Another set was chosen.
  case replaced
}

/// State of the selector. It has the sets, the wanted one, those handed over, and what is heard of them. Pure: it loads
/// nothing.
struct StemSetSelection {
  /// A set that could not be played.
  private struct Refused {
    var choice: StemChoice
    /// Whether its files could not be read. Perhaps only its stick was pulled out.
    var isOfMedium: Bool
  }

  /// Sets of the sticks.
  private var found: [StemChoice] = []
  /// Number of changes of `found` that have begun.
  private var updates = 0
  /// The set to play.
  private var wanted = StemChoice.first
  /// A set to play when its stick comes. A person's choice before that cancels it. It was chosen before the last
  /// power cut, or its stick was pulled out while it loaded.
  private var awaited: StemSetKey?
  /// Whether a person chose the wanted set.
  private var isChosen = false
  /// The last set that could not be played, while it stays there. A skip counts from it.
  private var refused: Refused?
  /// Whether the mode has been played, so that sets may load.
  private var isOpen = false
  /// Whether the wanted set must be loaded.
  private var isDue = true
  /// Whether a thread is requesting a load. That thread also handles a set that becomes due meanwhile.
  private var isAsking = false
  /// Number of requested loads; only the result of the last one counts.
  private var asked = 0
  /// The set that is loading; nil for none.
  private var loading: StemChoice?
  /// The sets handed over, from the heard one on. The numbers in them are those of the audio thread.
  private var handed: [(choice: StemChoice, facts: StemFacts)] = []
  /// Compares the heard stems with those of the last look.
  private var watch = StemWatch()

  /// Makes the state.
  /// - Parameter awaited: the set of the time before the last start; nil for the first built-in one.
  init(awaiting awaited: StemSetKey?) {
    if let builtin = StemChoice.builtins.first(where: { $0.key == awaited }) {
      (wanted, isChosen) = (builtin, awaited != nil)
    } else {
      self.awaited = awaited
    }
  }

  private var choices: [StemChoice] { found + StemChoice.builtins }

  // MARK: - What is wanted

  /// Allows sets to load.
  mutating func open() { isOpen = true }

  /// Begins a change of the sticks' sets. - Returns: its number, for `update`.
  mutating func beginUpdate() -> Int {
    updates += 1
    return updates
  }

  /// Applies a change of the sticks' sets.
  /// - Parameters:
  ///   - sets: read after `beginUpdate`.
  ///   - number: of the change. A later change was read later, so this one has no effect then.
  /// - Returns: whether the sets were applied.
  mutating func update(_ sets: [FoundStemSet], number: Int) -> Bool {
    guard number == updates else { return false }
    let had = !found.isEmpty
    found = sets.map { .found($0) }
    forgetRefused()
    if let set = find(awaited) {
      awaited = nil
      want(set)
    } else if wanted == .first, !isChosen, !had, let first = found.first {
      want(first)
    } else if let now = find(wanted.key), now != wanted {
      want(now)
    }
    return true
  }

  private func find(_ key: StemSetKey?) -> StemChoice? { key.flatMap { key in found.first { $0.key == key } } }

  /// Sets the wanted set. A set that is in memory or loading is not loaded again. Its stick may be back under another
  /// path.
  private mutating func want(_ choice: StemChoice) {
    wanted = choice
    let isThere = loading.map { $0.sounds(as: choice) && $0.set == choice.set } ?? handed.last?.choice.sounds(as: choice) ?? false
    if !isThere { isDue = true }
  }

  /// Applies a person's choice.
  /// - Returns: false if the set does not exist.
  mutating func choose(_ choice: StemChoice?) -> Bool {
    guard let choice else { return false }
    wanted = choice
    (isChosen, isDue) = (true, true)
    (awaited, refused) = (nil, nil)
    return true
  }

  /// Returns the set that is a number of places further. After the last comes the first.
  func further(_ by: Int) -> StemChoice {
    let (all, last) = (choices, refused?.choice ?? wanted)
    // A set that is gone counts as the place before the first.
    let from = all.firstIndex { $0.key == last.key } ?? (by > 0 ? -1 : 0)
    return all[((from + by) % all.count + all.count) % all.count]
  }

  /// Returns the set of a name.
  /// - Parameter text: place of a set, from 0, its folder's path, or its name.
  func named(_ text: String) -> StemChoice? {
    if let number = Int(text), choices.indices.contains(number) { return choices[number] }
    return found.first { if case .found(let set) = $0 { set.path == text } else { false } } ?? choices.first { $0.name == text }
  }

  /// Returns the set of an identity; nil if it is not there.
  /// - Parameter key: nil is the first built-in set.
  func known(_ key: StemSetKey?) -> StemChoice? { choices.first { $0.key == key } }

  /// Returns whether the audio thread's set `number` is that of `key`.
  func plays(_ key: StemSetKey?, as number: Int) -> Bool {
    handed.first { $0.facts.number == number }.map { $0.choice.key == key } ?? false
  }

  // MARK: - Loading

  /// Returns the set to load now, with a number for `end`. Returns nil when none is due. Each result must be followed
  /// by `hasAsked`.
  mutating func next() -> (number: Int, choice: StemChoice)? {
    guard isOpen, isDue, !isAsking else { return nil }
    (isDue, isAsking) = (false, true)
    asked += 1
    loading = wanted
    return (asked, wanted)
  }

  /// Records that the load from `next` was requested.
  mutating func hasAsked() { isAsking = false }

  /// Applies the handover of a set.
  mutating func end(_ number: Int, _ choice: StemChoice, _ facts: StemFacts) {
    if number == asked { loading = nil }
    handed.append((choice, facts))
  }

  /// Applies the failure of a set. The heard set becomes the wanted one; without one the first built-in set plays.
  mutating func end(_ number: Int, _ choice: StemChoice, _ refusal: StemRefusal) {
    guard number == asked else { return }
    loading = nil
    if isDue { return }
    refused = Refused(choice: choice, isOfMedium: refusal.problems.contains { $0.kind == .unreadable || $0.kind == .shrunk })
    wanted = handed.last?.choice ?? .first
    isDue = handed.isEmpty && choice != .first
    forgetRefused()
  }

  /// Waits for an unreadable set after its stick was pulled out.
  private mutating func forgetRefused() {
    guard let last = refused, !found.contains(last.choice) else { return }
    refused = nil
    if last.isOfMedium { awaited = last.choice.key }
  }

  /// Current paths of handed-over files, by their paths at loading.
  var moves: [String: String] {
    var paths: [String: String] = [:]
    for case (.found(let old), _) in handed {
      guard case .found(let now)? = find(StemChoice.found(old).key), StemChoice.found(now).sounds(as: .found(old)) else { continue }
      for (before, after) in zip(old.channels, now.channels) { paths[before.path] = after.path }
    }
    return paths
  }

  // MARK: - Looking at it

  /// Returns what changed in the stems since the last call. Forgets the sets before the one that is heard.
  mutating func look(_ state: StemState, selected: Int?) -> [StemWatch.Change] {
    // A set may be heard just before the loader reports its facts. The change waits for both.
    guard state.set == 0 || facts(of: state.set) != nil else { return [] }
    handed.removeAll { $0.facts.number < state.set }
    return watch.look(state, selected: selected)
  }

  func facts(of number: Int) -> StemFacts? { handed.first { $0.facts.number == number }?.facts }

  /// Returns how far a set has come since it was chosen.
  /// - Parameter number: of the set that the audio thread plays.
  func progress(of key: StemSetKey?, heard number: Int) -> StemSetProgress {
    if let refused, refused.choice.key == key { return .refused }
    // Its stick was pulled out while it loaded.
    if let awaited, awaited == key { return .refused }
    guard wanted.key == key else { return .replaced }
    guard !isDue, loading == nil, let last = handed.last, last.facts.number == number, last.choice.key == key else { return .coming }
    return .heard
  }

  var saved: StemSetKey? { awaited ?? wanted.key }

  func place(of number: Int) -> (index: Int, count: Int, loading: String?) {
    let heard = handed.first { $0.facts.number == number }?.choice ?? wanted
    return (choices.firstIndex { $0.key == heard.key } ?? 0, choices.count, loading?.name)
  }
}
