import Hands
import Notes

/// A part of a script with a constant tone.
public struct SteadyTone: Sendable, Equatable {
  /// Time at which both hands have arrived, in seconds of the script.
  public var from: Double
  /// Time at which they leave.
  public var to: Double
  /// Height of the pitch hand, 0...1 of the note field.
  /// Nil for silence.
  public var pitch: Float?
  /// Height of the hand that plays the volume, 0...1. Nil while the other hand plays alone.
  public var volume: Float?
}

/// The script of theremin mode.
public enum ThereminScripts {
  /// All scripts, in the order of the list for users.
  public static let all = [demo.choreography]

  /// Returns the tones of a script.
  /// - Parameter name: of the script.
  /// - Returns: in order; empty for another mode's script.
  public static func tones(in name: String) -> [SteadyTone] { name == demo.choreography.name ? demo.tones : [] }

  /// Two hands play six tones, and a fist ends each phrase.
  /// The left one leaves and comes back.
  private static let demo: (choreography: Choreography, tones: [SteadyTone]) = {
    var score = ThereminScore()
    score.comes()
    for (pitch, volume) in [(0.5, 1), (0.25, 1), (0.75, 0.7), (0.75, 0.4), (0.1, 0.9), (0.95, 0.9)] as [(Float, Float)] {
      score.plays(pitch, volume)
    }
    score.rests()
    score.playsAlone(0.6)
    score.rests()
    score.plays(0.35, 0.8)
    score.rests()
    return (score.choreography, score.tones)
  }()
}

/// A builder of scripts for a pitch hand and a volume hand.
private struct ThereminScore {
  /// Seconds of a tone change, a tone, and a fist.
  private static let goes = 0.8
  private static let stays = 1.2
  private static let rest = 0.8

  private var hands = TwoHands()
  private(set) var tones: [SteadyTone] = []

  var choreography: Choreography { Choreography(name: "theremin", duration: hands.time, parts: hands.parts) }

  /// Moves both hands up and shows them at rest before they play.
  mutating func comes() {
    open(0.5, 1, in: 1)
    hands.rest(for: 1)
  }

  mutating func plays(_ pitch: Float, _ volume: Float) {
    open(pitch, volume, in: Self.goes)
    stay(pitch, volume)
  }

  /// Plays a tone of the right hand without the left one.
  /// The left hand leaves the frame before.
  mutating func playsAlone(_ pitch: Float) {
    hands.move(in: Self.goes) { left, _ in left.wrist.y = TwoHands.home.left.y + TwoHands.gone }
    open(pitch, nil, in: Self.goes)
    stay(pitch, nil)
  }

  /// Makes a fist of the right hand.
  mutating func rests() {
    hands.move(in: 0.2) { _, right in right.pose = .fist }
    stay(nil, nil)
  }

  /// Opens both hands at given heights.
  /// - Parameters: heights of the right hand and of the left one, 0...1 of the note field; nil leaves the left
  ///   one in its place.
  private mutating func open(_ pitch: Float, _ volume: Float?, in seconds: Double) {
    hands.move(in: seconds) { left, right in
      (right.pose, right.wrist.y) = (.open, NoteField.height(of: pitch))
      if let volume { (left.pose, left.wrist.y) = (.open, NoteField.height(of: volume)) }
    }
  }

  private mutating func stay(_ pitch: Float?, _ volume: Float?) {
    let from = hands.time
    hands.rest(for: pitch == nil ? Self.rest : Self.stays)
    tones.append(SteadyTone(from: from, to: hands.time, pitch: pitch, volume: volume))
  }
}
