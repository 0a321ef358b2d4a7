/// The positions of the notes of a scale within a range. Each note has an equal part of the way from bottom to top.
public struct NoteLayout: Sendable, Equatable {
  /// Largest number of notes that a resting hand holds reliably. It holds for a hand of size 0.4 frame heights, which
  /// is near (`RestingHeight`). With 88 notes such a hand changes its note by itself within some minutes; at half the
  /// size it never does.
  public static let mostSteady = 61
  /// The scale.
  public let scale: Scale
  /// The first note of the scale.
  public let key: Key
  /// The lowest and the highest note.
  public let range: NoteRange
  /// MIDI notes, rising, one for each zone. There are at least 5, at most 128.
  public let notes: [UInt8]

  /// Creates a layout of a scale's notes within a range.
  public init(scale: Scale = .pentatonicMajor, key: Key = .c, range: NoteRange = .usual) {
    self.scale = scale
    self.key = key
    self.range = range
    let steps = scale.steps
    notes = (range.low...range.high).filter { steps.contains((Int($0) + 12 - key.rawValue) % 12) }
  }

  /// Returns whether the zone begins an octave of the scale.
  /// - Parameter zone: an index of `notes`.
  public func isRoot(_ zone: Int) -> Bool { degree(zone) == 0 }
  /// Returns whether the zone is a perfect fifth above the key.
  /// - Parameter zone: an index of `notes`.
  public func isFifth(_ zone: Int) -> Bool { degree(zone) == 7 }

  private func degree(_ zone: Int) -> Int { (Int(notes[zone]) + 12 - key.rawValue) % 12 }
}
