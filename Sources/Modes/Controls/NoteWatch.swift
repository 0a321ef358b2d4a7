import Notes
import Perception

/// A detector of starts and ends in the notes of sources. Each start has one end. Pure.
package struct NoteWatch: Sendable {
  private struct Held: Sendable {
    var source: SourceID
    var note: UInt8
    var name: String
    var stroke: UInt32
    /// Whether a panic ended it; it is silent until the next stroke.
    var isSpent = false
  }

  private var held: [Held] = []

  package init() {}

  /// Returns the notes that began and ended since the last call.
  /// - Parameters:
  ///   - kind: kind of the sources; sources of other kinds stay as they are.
  ///   - notes: present notes of all sources of this kind.
  ///   - key: key in which to spell the notes.
  package mutating func look(_ kind: SourceID.Kind, _ notes: PlayedNotes, key: Key) -> [NoteChange] {
    var changes: [NoteChange] = []
    var next: [Held] = []
    for before in held where before.source.kind == kind {
      let now = notes[before.source]
      if now?.note == nil || now?.stroke != before.stroke { end(before, &changes) } else { next.append(before) }
    }
    for i in 0..<notes.count {
      let played = notes[i]
      guard played.source.id.kind == kind, let note = played.note else { continue }
      let at = next.firstIndex { $0.source == played.source.id }
      if let at, next[at].isSpent || next[at].note == note { continue }
      let name = key.spelling(of: note)
      changes.append(NoteChange(source: played.source.id, name: name, velocity: Int(played.velocity)))
      // A legato note begins before the previous one ends.
      if let at {
        end(next[at], &changes)
        (next[at].note, next[at].name) = (note, name)
      } else {
        next.append(Held(source: played.source.id, note: note, name: name, stroke: played.stroke))
      }
    }
    held = held.filter { $0.source.kind != kind } + next
    return changes
  }

  /// Ends all notes. A held stroke stays silent.
  package mutating func panic() -> [NoteChange] {
    var changes: [NoteChange] = []
    for i in held.indices {
      end(held[i], &changes)
      held[i].isSpent = true
    }
    return changes
  }

  private func end(_ held: Held, _ changes: inout [NoteChange]) {
    if !held.isSpent { changes.append(NoteChange(source: held.source, name: held.name, velocity: nil)) }
  }
}
