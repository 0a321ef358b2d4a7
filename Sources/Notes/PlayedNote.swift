/// The current note of a source. It is a state and not a change, so a reader that polls rarely still ends each note
/// that it began.
public struct PlayedNote: Sendable, Equatable, BitwiseCopyable {
  /// The source with its controls.
  public var source: Source
  /// MIDI note, 0...127; nil while it is silent.
  public var note: UInt8?
  /// Velocity of the current stroke, 1...127.
  public var velocity: UInt8
  /// The source's zone, whether or not it sounds.
  public var zone: Int
  /// Number of the source's stroke. Another note with the same number is reached legato. Another number is a new
  /// stroke, also of the same note.
  public var stroke: UInt32

  /// The sounding pitch, as a MIDI note with a fraction. Nil while silent.
  public var pitch: Float? { note.map { Float($0) + source.bend / 100 } }

  /// Returns the same pitch as a bend from another note. It is unchanged while silent.
  public func bent(from other: UInt8) -> PlayedNote {
    guard let pitch else { return self }
    var result = self
    result.note = other
    result.source.bend = (pitch - Float(other)) * 100
    return result
  }

  /// Creates the note of a source; without a note it is silent.
  public init(_ source: Source, note: UInt8? = nil, velocity: UInt8 = 64, zone: Int = 0, stroke: UInt32 = 0) {
    self.source = source
    self.note = note
    self.velocity = velocity
    self.zone = zone
    self.stroke = stroke
  }
}

/// The current notes of up to four sources, in order of appearance.
public struct PlayedNotes: Sendable, Equatable, BitwiseCopyable {
  /// Largest number of sources.
  public static let most = 4
  /// Part of the frame that holds the notes. In frame heights from the top. It does not count for equality.
  public var field = NoteField()
  /// Number of sources, 0...4.
  public private(set) var count = 0
  private var places = InlineArray<4, PlayedNote>(repeating: PlayedNote(Source(SourceID(.hand, 0))))

  /// Creates an empty list.
  @_noLocks public init() {}

  /// Returns the note of a source by its index.
  /// - Precondition: `index` is in 0..<count.
  @_noLocks public subscript(_ index: Int) -> PlayedNote {
    precondition(index < count, "so many sources do not play")
    return places[index]
  }

  /// Returns the note of a source; nil when the source is missing.
  @_noLocks public subscript(_ id: SourceID) -> PlayedNote? {
    for i in 0..<count where places[i].source.id == id { return places[i] }
    return nil
  }

  /// Appends a note. A fifth one is left out.
  public mutating func append(_ played: PlayedNote) {
    guard count < Self.most else { return }
    places[count] = played
    count += 1
  }

  /// Number of sources that sound.
  public var sounding: Int { (0..<count).count { places[$0].note != nil } }

  /// Returns whether the same sources play the same.
  public static func == (a: PlayedNotes, b: PlayedNotes) -> Bool { a.count == b.count && (0..<a.count).allSatisfy { a[$0] == b[$0] } }
}
