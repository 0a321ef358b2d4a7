import Notes

/// Hands and touches that play the synthesizer. Each has its own synthesizer source while it is present, so bend,
/// modulation, loudness and brightness are its own.
struct PlayedSources: BitwiseCopyable {
  /// Number of the synthesizer's sources used here, 0..<8. They are four hands and four touches.
  static let count = 8

  private struct Slot: BitwiseCopyable {
    var id = SourceID(.hand, 0)
    var isTaken = false
    /// Serial number of the slot's last release.
    var age = 0
    /// A stroke that came while new notes were not allowed. It stays silent to its end.
    var missed: UInt32 = 0
    var hasMissed = false
  }

  /// The ledger of the notes. Each slot has its own channel, so two sources never share a note.
  private(set) var ledger = NoteLedger()
  private var slots = InlineArray<8, Slot>(repeating: Slot())
  private var given = 0

  /// Applies the current notes of all sources of a kind.
  @_noLocks mutating func rtTake(
    _ notes: PlayedNotes, _ kind: SourceID.Kind, takesNew: Bool, on synth: inout Synth, _ sender: inout NoteSender
  ) {
    ledger.takesNew = takesNew
    while let messages = ledger.endNext(kind, notIn: notes) { sender.rtPlay(messages, on: &synth, first: 0) }
    for i in 0..<Self.count where slots[i].isTaken {
      if !Self.rtIsSame(slots[i].id.kind, kind) { continue }
      if case .none = notes[slots[i].id] { rtGiveBack(i) }
    }
    for i in 0..<notes.count { rtTake(notes[i], takesNew, &synth, &sender) }
  }

  /// Ends all notes and forgets their sources.
  @_noLocks mutating func rtLeave(on synth: inout Synth, _ sender: inout NoteSender) {
    rtTake(PlayedNotes(), .hand, takesNew: false, on: &synth, &sender)
    rtTake(PlayedNotes(), .touch, takesNew: false, on: &synth, &sender)
  }

  /// Ends all notes. Held ones stay silent until their next stroke.
  @_noLocks mutating func rtSilence(on synth: inout Synth, _ sender: inout NoteSender) {
    while let messages = ledger.silenceNext() { sender.rtPlay(messages, on: &synth, first: 0) }
  }

  @_noLocks private mutating func rtTake(_ played: PlayedNote, _ takesNew: Bool, _ synth: inout Synth, _ sender: inout NoteSender) {
    var slot = rtSlot(of: played.source.id)
    if slot < 0 {
      guard played.note != nil else { return }
      slot = rtFree(synth)
      guard slot >= 0 else { return }
      slots[slot].id = played.source.id
      slots[slot].isTaken = true
      slots[slot].hasMissed = false
    }
    synth.rtBend(source: slot, played.source.bend / 100)
    synth.rtModulate(source: slot, played.source.modulation)
    synth.rtExpress(source: slot, played.source.expression)
    synth.rtBrighten(source: slot, played.source.depth)
    if !takesNew, ledger.note(of: played.source.id) == nil {
      slots[slot].missed = played.stroke
      slots[slot].hasMissed = true
    }
    if slots[slot].hasMissed {
      if slots[slot].missed == played.stroke { return }
      slots[slot].hasMissed = false
    }
    sender.rtPlay(ledger.play(played, channel: UInt8(slot)), on: &synth, first: 0)
  }

  @_noLocks private func rtSlot(of id: SourceID) -> Int {
    for i in 0..<Self.count where slots[i].isTaken {
      if slots[i].id == id { return i }
    }
    return -1
  }

  /// Returns a free slot, or -1. It prefers a silent slot, and otherwise the one that was released first.
  @_noLocks private func rtFree(_ synth: borrowing Synth) -> Int {
    var (best, age, isSilent) = (-1, Int.max, false)
    for i in 0..<Self.count where !slots[i].isTaken {
      let silence = synth.rtIsSilent(source: i)
      var isBetter = slots[i].age < age
      if silence != isSilent { isBetter = silence }
      if isBetter { (best, age, isSilent) = (i, slots[i].age, silence) }
    }
    return best
  }

  @_noLocks private mutating func rtGiveBack(_ slot: Int) {
    given &+= 1
    slots[slot].isTaken = false
    slots[slot].age = given
  }

  @_noLocks private static func rtIsSame(_ a: SourceID.Kind, _ b: SourceID.Kind) -> Bool {
    switch (a, b) {
    case (.hand, .hand), (.touch, .touch), (.wire, .wire): true
    default: false
    }
  }
}
