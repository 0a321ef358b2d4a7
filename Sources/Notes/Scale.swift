/// A scale. It is the notes of an octave that are played, counted from the key.
public enum Scale: String, Sendable, CaseIterable, BitwiseCopyable {
  case major, naturalMinor, harmonicMinor, melodicMinor, pentatonicMajor, pentatonicMinor, blues, dorian, phrygian, lydian, mixolydian
  case chromatic

  /// Semitones above the key, 0...11, rising from 0. The melodic minor is the rising form.
  public var steps: [Int] {
    switch self {
    case .major: [0, 2, 4, 5, 7, 9, 11]
    case .naturalMinor: [0, 2, 3, 5, 7, 8, 10]
    case .harmonicMinor: [0, 2, 3, 5, 7, 8, 11]
    case .melodicMinor: [0, 2, 3, 5, 7, 9, 11]
    case .pentatonicMajor: [0, 2, 4, 7, 9]
    case .pentatonicMinor: [0, 3, 5, 7, 10]
    case .blues: [0, 3, 5, 6, 7, 10]
    case .dorian: [0, 2, 3, 5, 7, 9, 10]
    case .phrygian: [0, 1, 3, 5, 7, 8, 10]
    case .lydian: [0, 2, 4, 6, 7, 9, 11]
    case .mixolydian: [0, 2, 4, 5, 7, 9, 10]
    case .chromatic: Array(0..<12)
    }
  }
}
