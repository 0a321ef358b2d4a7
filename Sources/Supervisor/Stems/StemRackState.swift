import Library
import Sound

/// What the rack knows of the sets: which there are, which one is wanted, and which were handed over. Pure: it loads nothing.
struct StemRackState {
  /// A set that could not be played.
  private struct Refused {
    var choice: StemChoice
    /// Its files could not be read: perhaps only because its stick was pulled out.
    var isOfMedium: Bool
  }

  /// The sticks' sets.
  private var found: [StemChoice] = []
  /// What shall be heard.
  private var wanted = StemChoice.first
  /// Waited for from before the last power cut, or since its stick was pulled out while it was loaded: played when its stick comes, unless a person chose meanwhile.
  private var awaited: StemSetKey?
  /// A person has chosen what is wanted.
  private var isChosen = false
  /// The last one that was tried and could not be played, as long as it lies where it lay: going on counts from it.
  private var refused: Refused?
  /// The mode has been played: sets are loaded from now on.
  private var isOpen = false
  /// What is wanted is to be loaded.
  private var isDue = true
  /// Somebody is just asking for a set, and sees to it when another one becomes due meanwhile.
  private var isAsking = false
  /// How often a set was asked for; what comes of it counts only for the last one.
  private var asked = 0
  /// What is being loaded; nil when nothing is.
  private var loading: StemChoice?
  /// The sets that were handed over, from the one that is heard on, by the number under which the audio thread knows them.
  private var handed: [(choice: StemChoice, facts: StemFacts)] = []

  /// - Parameter awaited: the set of before the last start; nil for the first built-in one.
  init(awaiting awaited: StemSetKey?) {
    if let builtin = StemChoice.builtins.first(where: { $0.key == awaited }) {
      (wanted, isChosen) = (builtin, awaited != nil)
    } else {
      self.awaited = awaited
    }
  }

  private var choices: [StemChoice] { found + StemChoice.builtins }

  // MARK: - What is wanted

  /// Sets are loaded from now on.
  mutating func open() { isOpen = true }

  /// The sticks' sets have changed.
  mutating func update(_ sets: [FoundStemSet]) {
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
  }

  private func find(_ key: StemSetKey?) -> StemChoice? { key.flatMap { key in found.first { $0.key == key } } }

  /// What is in memory, or on its way there, is not loaded again because its stick is back under another path.
  private mutating func want(_ choice: StemChoice) {
    wanted = choice
    let isThere = loading.map { $0.sounds(as: choice) && $0.set == choice.set } ?? handed.last?.choice.sounds(as: choice) ?? false
    if !isThere { isDue = true }
  }

  /// A person chooses. - Returns: false if there is no such set.
  mutating func choose(_ choice: StemChoice?) -> Bool {
    guard let choice else { return false }
    wanted = choice
    (isChosen, isDue) = (true, true)
    (awaited, refused) = (nil, nil)
    return true
  }

  /// The set so many places further on; behind the last one comes the first.
  func further(_ by: Int) -> StemChoice {
    let (all, last) = (choices, refused?.choice ?? wanted)
    // What is gone was in front of the first.
    let from = all.firstIndex { $0.key == last.key } ?? (by > 0 ? -1 : 0)
    return all[((from + by) % all.count + all.count) % all.count]
  }

  /// - Parameter text: place of a set, from 0, its folder's path, or its name.
  func named(_ text: String) -> StemChoice? {
    if let number = Int(text), choices.indices.contains(number) { return choices[number] }
    return found.first { if case .found(let set) = $0 { set.path == text } else { false } } ?? choices.first { $0.name == text }
  }

  // MARK: - Loading

  /// What is to be loaded now, with a number for `end`; nil when nothing is due. Each must be followed by `hasAsked`.
  mutating func next() -> (number: Int, choice: StemChoice)? {
    guard isOpen, isDue, !isAsking else { return nil }
    (isDue, isAsking) = (false, true)
    asked += 1
    loading = wanted
    return (asked, wanted)
  }

  /// What `next` gave is on its way.
  mutating func hasAsked() { isAsking = false }

  /// A set was handed over.
  mutating func end(_ number: Int, _ choice: StemChoice, _ facts: StemFacts) {
    if number == asked { loading = nil }
    handed.append((choice, facts))
  }

  /// A set cannot be played. What is heard becomes what is wanted; with nothing heard the first built-in set plays.
  mutating func end(_ number: Int, _ choice: StemChoice, _ refusal: StemRefusal) {
    guard number == asked else { return }
    loading = nil
    if isDue { return }
    refused = Refused(choice: choice, isOfMedium: refusal.problems.contains { $0.kind == .unreadable || $0.kind == .shrunk })
    wanted = handed.last?.choice ?? .first
    isDue = handed.isEmpty && choice != .first
    forgetRefused()
  }

  /// A set that could not be read because its stick was pulled out is waited for.
  private mutating func forgetRefused() {
    guard let last = refused, !found.contains(last.choice) else { return }
    refused = nil
    if last.isOfMedium { awaited = last.choice.key }
  }

  /// Where the files of the sets that were handed over lie by now, by the paths by which they were loaded.
  var moves: [String: String] {
    var paths: [String: String] = [:]
    for case (.found(let old), _) in handed {
      guard case .found(let now)? = find(StemChoice.found(old).key), StemChoice.found(now).sounds(as: .found(old)) else { continue }
      for (before, after) in zip(old.channels, now.channels) { paths[before.path] = after.path }
    }
    return paths
  }

  // MARK: - Looking at it

  /// The audio thread plays the set with this number: those before it are not heard any more.
  mutating func heard(_ number: Int) { handed.removeAll { $0.facts.number < number } }

  func facts(of number: Int) -> StemFacts? { handed.first { $0.facts.number == number }?.facts }

  var saved: StemSetKey? { awaited ?? wanted.key }

  func place(of number: Int) -> (index: Int, count: Int, loading: String?) {
    let heard = handed.first { $0.facts.number == number }?.choice ?? wanted
    return (choices.firstIndex { $0.key == heard.key } ?? 0, choices.count, loading?.name)
  }
}
