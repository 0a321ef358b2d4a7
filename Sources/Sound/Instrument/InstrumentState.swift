import Notes

/// State of the instrument, published once per block.
public struct InstrumentState: Sendable, BitwiseCopyable {
  /// Number of voices that sound, including released ones, 0...16.
  public var voices = 0
  /// Loudest sample, 1 is full scale; falls by 20 dB per second.
  public var peak: Float = 0
  /// How often a voice or effect was reset because of invalid values.
  public var resets = 0
  /// Number of notes begun so far; legato notes count.
  public var begun = 0
  /// Number of notes ended so far. It does not include notes that are still held.
  public var ended = 0
  /// The notes that are held.
  public var sounding = SoundingNotes()
  /// Frames rendered when the last note began; -1 before the first. The note is heard `InstrumentPort.delay`
  /// frames later.
  public var noteAt: Int64 = -1
  /// Whether nothing is heard, not even a fade. The instrument is then not the scene.
  public var isSilent = true
  /// Frames rendered since the start, including silent ones.
  public var rendered: Int64 = 0
  /// Creates the state before the first frame.
  public init() {}
}

/// A note that is held, and its source.
public struct SoundingNote: Sendable, BitwiseCopyable, Equatable {
  /// A hand, a touch, or a MIDI note.
  public var source: SourceID
  /// MIDI note, 0...127.
  public var note: UInt8
}

/// Up to 16 held notes, in arbitrary order.
public struct SoundingNotes: Sendable, BitwiseCopyable {
  /// Maximum number of notes; further ones are left out.
  public static let most = 16
  /// Number of notes.
  public private(set) var count = 0
  private var places = InlineArray<16, SoundingNote>(repeating: SoundingNote(source: SourceID(.hand, 0), note: 0))

  /// Creates an empty list.
  public init() {}

  /// - Precondition: `index` is in 0..<count.
  public subscript(_ index: Int) -> SoundingNote {
    precondition(index < count, "the list ends before this note")
    return places[index]
  }

  /// The note that a source holds. Nil if it does not hold one.
  public subscript(_ source: SourceID) -> UInt8? {
    for i in 0..<count where places[i].source == source { return places[i].note }
    return nil
  }

  @_noLocks mutating func rtAdd(_ source: SourceID, _ note: UInt8) {
    guard count < Self.most else { return }
    places[count] = SoundingNote(source: source, note: note)
    count &+= 1
  }

  /// Adds the sounding notes of a ledger.
  @_noLocks mutating func rtAdd(_ ledger: borrowing NoteLedger) {
    for i in 0..<NoteLedger.capacity {
      if let held = ledger.sounding(at: i) { rtAdd(held.source, held.note) }
    }
  }
}
