import GestureFlowAPI
import Settings

/// All available sounds, in order. First the factory's, then the box's own, then those of the sticks in the order in
/// which they came. Never empty.
package struct SoundCatalog: Sendable, Equatable {
  /// Maximum number of sounds.
  package static let most = 200
  /// Maximum number of reported problems.
  package static let mostProblems = 50

  package let sounds: [InstrumentSound]
  /// Files and folders that could not be used, and why.
  package let problems: [ConfigError]
  /// Sounds that replace another one of the same name, one sentence each.
  package let notices: [String]

  /// - Parameter folders: contents of the folders, in order. Of two sounds with one name the later is played, at the
  ///   earlier one's position.
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
    if left > 0 {
      problems.insert(ConfigError(file: "sounds", text: "there are \(Self.most + left); the limit is \(Self.most): remove some"), at: 0)
    }
    if problems.count > Self.mostProblems {
      let more = problems.count - Self.mostProblems
      problems = problems.prefix(Self.mostProblems) + [ConfigError(file: "sounds", text: "and \(more) more problems")]
    }
    self.sounds = sounds.isEmpty ? [.builtin] : sounds
    self.problems = problems
    self.notices = notices
  }

  /// Returns the sound of a name; nil if there is not one. Upper and lower case are equal, and hyphens count as
  /// blanks.
  package func find(_ name: String) -> InstrumentSound? {
    let key = InstrumentSound.key(name)
    return sounds.first { InstrumentSound.key($0.name) == key }
  }

  /// Returns the sound `step` positions after `name`; the list wraps round. If the list does not have that name (any
  /// more), returns the first sound, or the last for a negative step.
  package func next(after name: String, by step: Int = 1) -> InstrumentSound {
    let key = InstrumentSound.key(name)
    guard let at = sounds.firstIndex(where: { InstrumentSound.key($0.name) == key }) else { return sounds[step < 0 ? sounds.count - 1 : 0] }
    let count = sounds.count
    return sounds[((at + step % count) % count + count) % count]
  }
}
