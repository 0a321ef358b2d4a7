import GestureFlowAPI
import Hands
import Notes
import SyntheticHands

/// A piece for two hands in instrument mode.
/// A file of `scores/` holds it: the settings of the instrument, and the notes of each hand.
public struct WrittenPiece: Sendable {
  /// The title of the piece.
  public internal(set) var title = ""
  /// Name of the sound that plays it.
  public internal(set) var sound = ""
  /// The layout of its notes.
  public internal(set) var layout = NoteLayout()
  /// Tempo in beats a minute.
  public internal(set) var tempo = 60.0
  /// Number of beats of a bar.
  public internal(set) var bar = 4.0
  var steps: [Step] = []

  /// A note or a rest of a hand.
  struct Step: Sendable, Equatable {
    var hand: Handedness
    /// The line of the file.
    var line: Int
    /// Start and duration in beats, from the start of the piece.
    var beat: Double
    var beats: Double
    /// Place in the layout's notes; nil for a rest.
    var degree: Int?
    var fingers = WrittenPiece.fingers
    var isLegato = false
  }

  /// Number of fingers of a note without a written number.
  public static let fingers = 4
  /// Seconds of the script before the first beat. In them hands come up, and are detected.
  public static let leadIn = 2.0

  /// A note of the piece as the performer plays it.
  public struct Note: Sendable, Equatable {
    /// The bar from 1; `beat` is the beat in it from 1.
    public var bar: Int
    /// See `bar`.
    public var beat: Double
    /// The action of the hand, in seconds of the script.
    public var played: ScriptedNote

    /// Creates a note from its fields.
    public init(bar: Int, beat: Double, played: ScriptedNote) {
      self.bar = bar
      self.beat = beat
      self.played = played
    }
  }

  /// The piece as a script.
  public struct Performance: Sendable {
    /// The motion of the hands.
    public var script: Choreography
    /// The notes in the order of their starts.
    public var notes: [Note]
  }

  /// Number of beats of the whole piece.
  public var beats: Double { steps.map { $0.beat + $0.beats }.max() ?? 0 }

  /// Returns the motion of the hands.
  /// - Throws: `PieceError` for a note that comes too soon for a hand to reach it.
  public func performed() throws(Failure) -> Performance {
    var score = NoteScore(title, layout)
    var places: [(bar: Int, beat: Double)] = []
    func seconds(_ beat: Double) -> Double { Self.leadIn + beat * 60 / tempo }
    for hand in [Handedness.right, .left] {
      for step in steps where step.hand == hand {
        let asked =
          step.degree.map { degree -> NoteScore.Step in step.isLegato ? .slide(degree, 0) : .note(degree, 0, fingers: step.fingers) }
          ?? .rest(0)
        if score.plays(hand, asked, at: seconds(step.beat)) > 1e-6 {
          throw Failure(pieceLine: step.line, "at beat \(step.beat + 1) of the piece the hand is late: slow down the notes before it")
        }
        if step.degree != nil { places.append((Int(step.beat / bar) + 1, step.beat.truncatingRemainder(dividingBy: bar) + 1)) }
      }
      _ = score.plays(hand, .rest(0), at: seconds(beats))
    }
    let notes = zip(places, score.score).map { Note(bar: $0.bar, beat: $0.beat, played: $1) }
    return Performance(script: score.choreography, notes: notes.sorted { $0.played.from < $1.played.from })
  }
}

extension Failure {
  /// A line of a written piece that cannot be played. - Parameter line: from 1.
  init(pieceLine line: Int, _ text: String) { self.init("line \(line): \(text)") }
}
