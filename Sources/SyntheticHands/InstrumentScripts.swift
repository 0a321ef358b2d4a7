import Notes

/// The scripts of instrument mode, for its initial settings.
public enum InstrumentScripts {
  /// All scripts, in the order of the list for users.
  public static let all: [Choreography] = scores.map(\.score.choreography)

  /// Returns the notes of a script.
  /// - Parameter name: of the script.
  /// - Returns: each hand's notes in their order; empty for another mode's script.
  public static func notes(in name: String) -> [ScriptedNote] { scores.first { $0.name == name }?.score.score ?? [] }

  private static let scores = [("notestrokes", strokes), ("noteslides", slides), ("notedemo", demo)].map { (name: $0.0, score: $0.1) }

  /// One hand strikes five notes, each with one finger less.
  private static let strokes: NoteScore = {
    var score = NoteScore("notestrokes", NoteLayout())
    score.plays(
      right: .note(2, 1.2), .note(5, 1.2, fingers: 4), .note(8, 1.2, fingers: 3), .note(3, 1.2, fingers: 2), .note(3, 1.2, fingers: 1))
    return score
  }()

  /// One hand slides up and down from note to note.
  private static let slides: NoteScore = {
    var score = NoteScore("noteslides", NoteLayout())
    score.plays(right: .note(2, 1.4), .slide(3, 0.6), .slide(4, 0.6), .slide(3, 0.6), .slide(2, 0.6), .rest(0.4))
    return score
  }()

  /// A tune of the right hand over long notes of the left.
  /// Both are on one channel, and once on the same note.
  private static let demo: NoteScore = {
    var score = NoteScore("notedemo", NoteLayout())
    score.plays(left: .note(0, 4.8), .note(3, 4.8), .note(2, 4.8), .note(0, 4.8))
    score.plays(right: .note(5, 1.2), .note(6, 1.2), .note(7, 1.2, fingers: 3), .rest(1.2))
    score.plays(right: .note(8, 1.4), .slide(7, 0.6), .slide(6, 0.6), .note(5, 1.2), .rest(1.0))
    score.plays(right: .note(7, 1.2), .note(6, 1.2, fingers: 4), .note(2, 1.2), .rest(1.2))
    score.plays(right: .note(4, 1.2), .slide(5, 2.4), .rest(1.2))
    return score
  }()
}
