import Notes

/// A type that keeps bends within the bend range of a port. A tone that bends farther changes to a nearer note,
/// legato. Pure.
///
/// The roll of a hand bends by two semitones, which is the usual range; a continuous tone crosses octaves.
package struct BendReach: Sendable {
  private struct Moved: Sendable {
    var source: SourceID
    var stroke: UInt32
    /// The note of the source, and the note that is sent.
    var note: UInt8
    var sent: UInt8
  }

  private var moved: [Moved] = []

  package init() {}

  /// Replaces notes whose bends exceed the range.
  /// - Parameters:
  ///   - notes: notes that the sources of one kind play.
  ///   - range: semitones of a full bend.
  /// - Returns: the same pitches, with bends of at most `range` from notes of 0...127.
  package mutating func within(_ range: Int, _ kind: SourceID.Kind, _ notes: PlayedNotes) -> PlayedNotes {
    moved.removeAll { before in
      guard before.source.kind == kind else { return false }
      let now = notes[before.source]
      return now?.note != before.note || now?.stroke != before.stroke
    }
    var result = PlayedNotes()
    result.field = notes.field
    for i in 0..<notes.count { result.append(within(Float(range), notes[i])) }
    return result
  }

  private mutating func within(_ range: Float, _ played: PlayedNote) -> PlayedNote {
    guard let note = played.note, let pitch = played.pitch, pitch.isFinite else { return played }
    let place = moved.firstIndex { $0.source == played.source.id }
    var sent = place.map { moved[$0].sent } ?? note
    if abs(pitch - Float(sent)) > range {
      sent = UInt8(min(max(pitch.rounded(), 0), 127))
      let entry = Moved(source: played.source.id, stroke: played.stroke, note: note, sent: sent)
      if let place { moved[place] = entry } else { moved.append(entry) }
    }
    return sent == note ? played : played.bent(from: sent)
  }
}
