import Library
import Settings
import Sound

/// A stem set to choose, built in or from a stick.
package enum StemChoice: Sendable, Equatable {
  case builtin(BuiltinSong)
  case found(FoundStemSet)

  /// The set that plays before another is chosen.
  package static let first = StemChoice.builtin(.evening)
  /// All built-in sets, in their order.
  package static let builtins = BuiltinSong.allCases.map { StemChoice.builtin($0) }

  /// Identity of the set; nil for the first built-in set.
  package var key: StemSetKey? {
    switch self {
    case .builtin(let song): self == .first ? nil : StemSetKey(stick: "", folder: song.rawValue)
    case .found(let set): StemSetKey(stick: set.stick, folder: set.folder)
    }
  }

  /// Name to show.
  package var name: String {
    switch self {
    case .builtin(let song): StemSet(song).name
    case .found(let set): set.name
    }
  }

  /// Returns whether another choice is the same sound. Its files may be under another path now.
  package func sounds(as other: StemChoice) -> Bool {
    guard case .found(let mine) = self, case .found(let others) = other else { return self == other }
    return Self.withoutPaths(mine) == Self.withoutPaths(others)
  }

  /// Removes the paths and the lengths of the files. The lengths are known later than the rest.
  private static func withoutPaths(_ set: FoundStemSet) -> FoundStemSet {
    var set = set
    set.path = ""
    for i in set.channels.indices { (set.channels[i].path, set.channels[i].seconds) = ("", nil) }
    return set
  }

  /// The set to load.
  package var set: StemSet {
    switch self {
    case .builtin(let song): StemSet(song)
    case .found(let found):
      StemSet(
        name: found.name, milliBPM: found.milliBPM, metre: found.metre, key: found.key,
        channels: found.channels.map {
          StemSet.Channel(name: $0.name, source: .file($0.path), bars: $0.bars, gain: Float($0.gain))
        })
    }
  }
}
