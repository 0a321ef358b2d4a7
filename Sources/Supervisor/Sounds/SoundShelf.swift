import GestureFlowAPI

/// All sounds that can be chosen, in order: the factory's, the box's own, those of the sticks in the order in which they came. Never empty.
package struct SoundShelf: Sendable, Equatable {
  /// Sounds at the most.
  package static let most = 200
  /// Problems that are told at the most.
  package static let mostProblems = 50

  package let sounds: [InstrumentSound]
  /// Files and folders that gave nothing, and why.
  package let problems: [ConfigError]
  /// Which sound is played in whose place, a sentence each.
  package let notices: [String]

  /// - Parameter folders: what was read, in order. Of two sounds with one name the later is played, at the earlier one's place.
  package init(_ folders: [SoundFolder.Contents]) {
    var sounds: [InstrumentSound] = []
    var places: [String: Int] = [:]
    var problems = folders.flatMap(\.problems)
    var notices: [String] = []
    var left = 0
    for sound in folders.flatMap(\.sounds) {
      let key = InstrumentSound.key(sound.name)
      if let place = places[key] {
        let former = sounds[place]
        let whose = former.origin == sound.origin ? cleaned(former.file, limit: 300) : former.origin.words
        notices.append("the sound \(sound.name) of \(cleaned(sound.file, limit: 300)) is played in place of \(whose)")
        sounds[place] = sound
      } else if sounds.count < Self.most {
        places[key] = sounds.count
        sounds.append(sound)
      } else {
        left += 1
      }
    }
    if left > 0 { problems.insert(ConfigError(file: "sounds", text: "there are \(Self.most + left); \(Self.most) are taken"), at: 0) }
    if problems.count > Self.mostProblems {
      let more = problems.count - Self.mostProblems
      problems = problems.prefix(Self.mostProblems) + [ConfigError(file: "sounds", text: "and \(more) more problems")]
    }
    self.sounds = sounds.isEmpty ? [.builtin] : sounds
    self.problems = problems
    self.notices = notices
  }

  /// The sound of a name; capitals do not matter, and hyphens are blanks. Nil if there is none.
  package func find(_ name: String) -> InstrumentSound? {
    let key = InstrumentSound.key(name)
    return sounds.first { InstrumentSound.key($0.name) == key }
  }

  /// The sound some places further on, round and round; the first, or the last for a step backwards, if there is none of that name (any more).
  package func next(after name: String, by step: Int = 1) -> InstrumentSound {
    let key = InstrumentSound.key(name)
    guard let at = sounds.firstIndex(where: { InstrumentSound.key($0.name) == key }) else { return sounds[step < 0 ? sounds.count - 1 : 0] }
    let count = sounds.count
    return sounds[((at + step % count) % count + count) % count]
  }
}
