import Hands
import Notes

/// A stretch of a script in which a tone stands still.
public struct SteadyTone: Sendable, Equatable {
  /// When both hands have arrived, in seconds of the script.
  public var from: Double
  /// When they leave.
  public var to: Double
  /// Height of the hand that plays the pitch, 0...1 of the note field; nil for silence.
  public var pitch: Float?
  /// Height of the hand that plays the volume, 0...1; nil while the other hand plays alone.
  public var volume: Float?
}

/// The script of mode theremin.
public enum ThereminScripts {
  /// Every script, in the order in which they are listed to the user.
  public static let all = [demo.choreography]

  /// The tones that a script plays. - Parameter name: of the script. - Returns: in order; empty for another mode's script.
  public static func tones(in name: String) -> [SteadyTone] { name == demo.choreography.name ? demo.tones : [] }

  /// Two hands play six tones, the left one leaves and comes back, and a fist ends each phrase.
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

/// Writes a script for a hand that plays the pitch and one that plays the volume.
private struct ThereminScore {
  /// Seconds of a way to another tone, of a tone, and of a fist.
  private static let goes = 0.8
  private static let stays = 1.2
  private static let rest = 0.8

  private var hands = TwoHands()
  private(set) var tones: [SteadyTone] = []

  var choreography: Choreography { Choreography(name: "theremin", duration: hands.time, parts: hands.parts) }

  /// Both hands come up and are shown at rest before they play.
  mutating func comes() {
    open(0.5, 1, in: 1)
    hands.rest(for: 1)
  }

  mutating func plays(_ pitch: Float, _ volume: Float) {
    open(pitch, volume, in: Self.goes)
    stay(pitch, volume)
  }

  /// The left hand leaves the picture before.
  mutating func playsAlone(_ pitch: Float) {
    hands.move(in: Self.goes) { left, _ in left.wrist.y = TwoHands.home.left.y + TwoHands.gone }
    open(pitch, nil, in: Self.goes)
    stay(pitch, nil)
  }

  /// A fist of the right hand.
  mutating func rests() {
    hands.move(in: 0.2) { _, right in right.pose = .fist }
    stay(nil, nil)
  }

  /// - Parameters: heights of the right hand and of the left one, 0...1 of the note field; nil leaves the left one where it is.
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
