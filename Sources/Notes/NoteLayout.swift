/// Where the notes lie: the notes of a scale within a range, each with an equal part of the way from bottom to top.
public struct NoteLayout: Sendable, Equatable {
  /// Of so many notes at most a resting hand holds each, also one so near that its size is 0.4 picture heights (`RestingHeight`). Of 88 it changes by itself in some minutes at such a size, and in none at half of it.
  public static let mostSteady = 61
  /// Which notes.
  public let scale: Scale
  /// From where they are counted.
  public let key: Key
  /// Between which they lie.
  public let range: NoteRange
  /// MIDI notes, rising, one a zone: 5 at least, 128 at most.
  public let notes: [UInt8]

  /// The notes of a scale in a range.
  public init(scale: Scale = .pentatonicMajor, key: Key = .c, range: NoteRange = .usual) {
    self.scale = scale
    self.key = key
    self.range = range
    let steps = scale.steps
    notes = (range.low...range.high).filter { steps.contains((Int($0) + 12 - key.rawValue) % 12) }
  }

  /// The zone at a position: min(Int(position * count), count - 1). - Parameter position: 0...1 from the lowest note to the highest; beyond that, the zone at that end.
  public func zone(at position: Float) -> Int { ZoneFinder.zone(at: position, of: notes.count) }

  /// The zone begins an octave of the scale. - Parameter zone: a place in `notes`.
  public func isRoot(_ zone: Int) -> Bool { degree(zone) == 0 }
  /// The zone is a perfect fifth above the key. - Parameter zone: a place in `notes`.
  public func isFifth(_ zone: Int) -> Bool { degree(zone) == 7 }

  private func degree(_ zone: Int) -> Int { (Int(notes[zone]) + 12 - key.rawValue) % 12 }
}
