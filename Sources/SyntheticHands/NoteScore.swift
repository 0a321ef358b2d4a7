import Hands
import Notes

/// A note that a script plays.
public struct ScriptedNote: Sendable, Equatable {
  /// The hand that plays it.
  public var hand: Handedness
  /// MIDI note.
  public var note: UInt8
  /// Extended fingers, 1...5.
  public var fingers: Int
  /// Time at which the hand begins to open or to slide.
  /// It is in seconds from the script's start.
  public var from: Double
  /// Time at which the hand begins to close or to slide on.
  /// The note sounds for most of the time between, and ends soon after.
  public var to: Double
  /// Whether the open hand slides to it from the note before.
  public var isLegato: Bool
}

/// A builder of scripts for two hands from notes.
/// Each hand has its line and its own time.
package struct NoteScore {
  /// The layout of the notes.
  package let layout: NoteLayout
  /// The notes of both lines, each in its order.
  package private(set) var notes: [ScriptedNote] = []
  private let name: String
  private var right: Line
  private var left: Line

  /// One note of a line, by its degree, or a rest.
  package struct Step {
    var degree: Int?
    var seconds: Double
    var fingers = 5
    var isLegato = false

    /// Returns a note struck with the given number of fingers.
    package static func note(_ degree: Int, _ seconds: Double, fingers: Int = 5) -> Step {
      Step(degree: degree, seconds: seconds, fingers: fingers)
    }
    /// Returns a note that the hand slides to.
    package static func slide(_ degree: Int, _ seconds: Double) -> Step { Step(degree: degree, seconds: seconds, isLegato: true) }
    /// Returns a rest: a fist.
    package static func rest(_ seconds: Double) -> Step { Step(degree: nil, seconds: seconds) }
  }

  private struct Line {
    var keys: [(time: Double, hand: PosedHand)]
    var time: Double { keys[keys.count - 1].time }
    var hand: PosedHand { keys[keys.count - 1].hand }

    mutating func go(in seconds: Double, _ change: (inout PosedHand) -> Void = { _ in }) {
      var next = hand
      change(&next)
      keys.append((time + seconds, next))
    }

    /// Lets the hand wait. A waiting fist moves up and down (`TwoHands.restless`).
    mutating func waits(for seconds: Double) {
      guard hand.pose == .fist, seconds > 0.5 else { return go(in: seconds) }
      for move in TwoHands.restless(for: seconds) { go(in: move.seconds) { $0.wrist.y += move.way } }
    }
  }

  private static let size: Float = 0.18
  /// Horizontal places in a frame of 4 to 3. A player's right hand is on its left.
  private static let places = (right: Float(0.42), left: Float(0.92))
  /// Durations in seconds of three motions.
  /// A hand opens or closes, moves to another note as a fist, and slides by one note.
  private static let opens = 0.2
  private static let goes = 0.3
  private static let slides = 0.15
  /// Seconds from the start of a motion until its effect is heard.
  /// The motions are to open, to slide and to close. Camera and tracker do not count.
  private static let heardAfter = (strike: 0.2, slide: 0.12, rest: 0.1)

  /// Creates a score: two fists come up from below within a second.
  package init(_ name: String, _ layout: NoteLayout) {
    self.name = name
    self.layout = layout
    func begin(_ side: Handedness, _ x: Float) -> Line {
      var line = Line(keys: [(0, PosedHand(side, .fist, wrist: SIMD2(x, 1.5), size: Self.size))])
      line.go(in: 0.7) { $0.wrist.y = NoteField.height(of: 0.5) }
      line.go(in: 0.3)
      return line
    }
    right = begin(.right, Self.places.right)
    left = begin(.left, Self.places.left)
  }

  /// Adds notes or rests of the right hand. Their seconds include the motion there.
  package mutating func plays(right steps: Step...) { right = steps.reduce(right) { line, step in play(step, .right, line) } }
  /// Adds notes or rests of the left hand.
  package mutating func plays(left steps: Step...) { left = steps.reduce(left) { line, step in play(step, .left, line) } }

  /// Adds a hand's next note or rest by the clock.
  /// Its motion begins early enough that it is heard at about this second of the script. The step's own seconds
  /// are ignored.
  /// - Returns: seconds by which the hand is too late, because the earlier steps take until then; 0 or less
  ///   when it is in time.
  package mutating func plays(_ side: Handedness, _ step: Step, at seconds: Double) -> Double {
    var line = side == .right ? right : left
    let closes = line.hand.pose == .fist ? 0 : Self.opens
    let way =
      step.degree == nil
      ? Self.heardAfter.rest : step.isLegato ? Self.heardAfter.slide : Self.heardAfter.strike + Self.goes + closes
    let begin = seconds - way
    let late = line.time - begin
    if late < 0 { line.waits(for: -late) }
    var step = step
    step.seconds = 0
    line = play(step, side, line)
    if side == .right { right = line } else { left = line }
    return late
  }

  /// The script; both hands close and move down, out of the frame.
  package var choreography: Choreography {
    let end = max(right.time, left.time)
    let parts = [right, left].map { line in
      var line = line
      line.go(in: end - line.time + 0.01)
      line.go(in: Self.opens) { $0.pose = .fist }
      line.go(in: 0.7) { $0.wrist.y = 1.5 }
      return HandPart(line.keys)
    }
    return Choreography(name: name, duration: end + 1.5, parts: parts)
  }

  /// The notes, with the ends of the last ones.
  package var score: [ScriptedNote] {
    let end = max(right.time, left.time)
    var all = notes
    for i in all.indices where all[i].to == .infinity { all[i].to = end }
    return all
  }

  /// Plays a step.
  /// - Returns: the line with the step.
  private mutating func play(_ step: Step, _ side: Handedness, _ before: Line) -> Line {
    var line = before
    let begin = line.time
    if !step.isLegato {
      end(side, at: line.time)
      if line.hand.pose != .fist { line.go(in: Self.opens) { $0.pose = .fist } }
    }
    if let degree = step.degree {
      let wrist = NoteField.height(of: (Float(degree) + 0.5) / Float(layout.notes.count))
      var from = line.time
      if step.isLegato {
        end(side, at: line.time)
        let zones = abs(wrist - line.hand.wrist.y) / (NoteField.bottom - NoteField.top) * Float(layout.notes.count)
        line.go(in: max(Double(zones), 1) * Self.slides) { $0.wrist.y = wrist }
      } else {
        line.go(in: Self.goes) { $0.wrist.y = wrist }
        from = line.time
        line.go(in: Self.opens) { $0.pose = [HandPose.one, .two, .three, .four, .open][step.fingers - 1] }
      }
      notes.append(
        ScriptedNote(
          hand: side, note: layout.notes[degree], fingers: line.hand.pose.fingers, from: from, to: .infinity, isLegato: step.isLegato))
    }
    line.waits(for: max(begin + step.seconds - line.time, 0.05))
    return line
  }

  /// Ends the hand's last note at the given time.
  private mutating func end(_ side: Handedness, at time: Double) {
    if let last = notes.lastIndex(where: { $0.hand == side && $0.to == .infinity }) { notes[last].to = time }
  }
}
