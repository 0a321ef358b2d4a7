/// What a source plays now: a level and no change, so that whoever looks seldom still ends what he began.
public struct PlayedNote: Sendable, Equatable, BitwiseCopyable {
  /// Its controls.
  public var source: Source
  /// MIDI note, 0...127; nil while it is silent.
  public var note: UInt8?
  /// Of the present stroke, 1...127.
  public var velocity: UInt8
  /// The zone in which it is, whether or not it sounds.
  public var zone: Int
  /// Which stroke of this source it is. Another note with the same number is reached legato; another number is a new stroke, of the same note, too.
  public var stroke: UInt32

  /// What is heard, in semitones as MIDI counts them; nil while it is silent.
  public var pitch: Float? { note.map { Float($0) + source.bend / 100 } }

  /// The same pitch, bent from another note; the same while it is silent.
  public func bent(from other: UInt8) -> PlayedNote {
    guard let pitch else { return self }
    var result = self
    result.note = other
    result.source.bend = (pitch - Float(other)) * 100
    return result
  }

  /// A source that plays, or is silent.
  public init(_ source: Source, note: UInt8? = nil, velocity: UInt8 = 64, zone: Int = 0, stroke: UInt32 = 0) {
    self.source = source
    self.note = note
    self.velocity = velocity
    self.zone = zone
    self.stroke = stroke
  }
}

/// What up to four sources play now, in the order in which they came.
public struct PlayedNotes: Sendable, Equatable, BitwiseCopyable {
  /// So many at most.
  public static let most = 4
  /// Where the notes lie in the picture, in picture heights from the top. It does not count as something that the sources do.
  public var field = NoteField()
  /// How many there are, 0...4.
  public private(set) var count = 0
  private var places = InlineArray<4, PlayedNote>(repeating: PlayedNote(Source(SourceID(.hand, 0))))

  /// Nobody plays.
  @_noLocks public init() {}

  /// - Precondition: `index` is in 0..<count.
  @_noLocks public subscript(_ index: Int) -> PlayedNote {
    precondition(index < count, "so many sources do not play")
    return places[index]
  }

  /// What a source plays; nil when it is not there.
  @_noLocks public subscript(_ id: SourceID) -> PlayedNote? {
    for i in 0..<count where places[i].source.id == id { return places[i] }
    return nil
  }

  /// One more. A fifth is left out.
  public mutating func append(_ played: PlayedNote) {
    guard count < Self.most else { return }
    places[count] = played
    count += 1
  }

  /// How many of them sound.
  public var sounding: Int { (0..<count).count { places[$0].note != nil } }

  /// Whether the same sources do the same.
  public static func == (a: PlayedNotes, b: PlayedNotes) -> Bool { a.count == b.count && (0..<a.count).allSatisfy { a[$0] == b[$0] } }
}
