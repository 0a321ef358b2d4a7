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
