import Notes

/// What the instrument does, once a block.
public struct InstrumentState: Sendable, BitwiseCopyable {
  /// Voices that sound, those that were let go included, 0...16.
  public var voices = 0
  /// Its loudest sample, 1 is full scale; falls by 20 dB a second.
  public var peak: Float = 0
  /// Voices and effects that were no sound and were reset.
  public var resets = 0
  /// Notes begun so far; a note that was reached legato counts.
  public var begun = 0
  /// Notes ended so far; those of them that sound are still to come.
  public var ended = 0
  /// Which notes are held.
  public var sounding = SoundingNotes()
  /// Frames that had been rendered when the last note began; -1 before the first. It is heard `InstrumentDesk.delay` frames later.
  public var noteAt: Int64 = -1
  /// Nothing of it is heard, not even a fade: it is not the scene.
  public var isSilent = true
  /// Frames rendered since the start, silent ones included.
  public var rendered: Int64 = 0
  /// Nothing rendered yet.
  public init() {}
}

/// A note that is held, and whose it is.
public struct SoundingNote: Sendable, BitwiseCopyable, Equatable {
  /// A hand, a touch, or a note of the wire.
  public var source: SourceID
  /// MIDI note, 0...127.
  public var note: UInt8
}

/// Up to 16 notes that are held, in no order.
public struct SoundingNotes: Sendable, BitwiseCopyable {
  /// So many at most; further ones are left out.
  public static let most = 16
  /// How many there are.
  public private(set) var count = 0
  private var places = InlineArray<16, SoundingNote>(repeating: SoundingNote(source: SourceID(.hand, 0), note: 0))

  /// None.
  public init() {}

  /// - Precondition: `index` is in 0..<count.
  public subscript(_ index: Int) -> SoundingNote {
    precondition(index < count, "there are not so many notes")
    return places[index]
  }

  /// The note that a source holds; nil if it holds none.
  public subscript(_ source: SourceID) -> UInt8? {
    for i in 0..<count where places[i].source == source { return places[i].note }
    return nil
  }

  @_noLocks mutating func rtAdd(_ source: SourceID, _ note: UInt8) {
    guard count < Self.most else { return }
    places[count] = SoundingNote(source: source, note: note)
    count &+= 1
  }

  /// Adds what a ledger has sounding.
  @_noLocks mutating func rtAdd(_ ledger: borrowing NoteLedger) {
    for i in 0..<NoteLedger.capacity {
      if let held = ledger.sounding(at: i) { rtAdd(held.source, held.note) }
    }
  }
}
