import GestureFlowAPI
import Notes

/// A start or an end of a source's note.
package struct NoteChange: Sendable, Equatable {
  /// The source that plays it.
  package var source: SourceID
  /// Name of the note, spelled in the key in which it began.
  package var name: String
  /// Velocity of the start, 1...127; nil for an end.
  package var velocity: Int?

  package init(source: SourceID, name: String, velocity: Int?) {
    self.source = source
    self.name = name
    self.velocity = velocity
  }
}

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

extension SourceID {
  /// The source in words, as status and events show it.
  package var words: String {
    switch kind {
    case .hand: "hand \(number)"
    case .touch: "touch \(number)"
    case .wire: "wire \(number)"
    }
  }
}

extension Event {
  /// Makes the event of a note's start or end for clients.
  package init(_ change: NoteChange, at seconds: Double) {
    self.init(
      atSeconds: seconds.rounded(digits: 4), type: change.velocity == nil ? "noteOff" : "noteOn",
      hand: change.source.kind == .hand ? change.source.number : nil, value: change.name, source: change.source.words,
      velocity: change.velocity)
  }
}
