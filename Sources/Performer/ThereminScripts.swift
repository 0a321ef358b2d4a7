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
  private static let size: Float = 0.18
  /// Before a picture of 4 to 3; a player's right hand is on its left.
  private static let places = (right: Float(0.42), left: Float(0.92))
  /// Seconds of a way to another tone, of a tone, and of a fist.
  private static let goes = 0.8
  private static let stays = 1.2
  private static let rest = 0.8
  /// Height of a wrist below the picture.
  private static let below: Float = 1.5

  private var right: [(time: Double, hand: PosedHand)]
  private var left: [(time: Double, hand: PosedHand)]
  private(set) var tones: [SteadyTone] = []

  init() {
    right = [(0, PosedHand(.right, .open, wrist: SIMD2(Self.places.right, Self.below), size: Self.size))]
    left = [(0, PosedHand(.left, .open, wrist: SIMD2(Self.places.left, Self.below), size: Self.size))]
  }

  var choreography: Choreography {
    Choreography(name: "theremin", duration: right[right.count - 1].time, parts: [HandPart(right), HandPart(left)])
  }

  /// Both hands come up and are shown at rest before they play.
  mutating func comes() {
    go(in: 1, right: { $0.wrist.y = NoteField.height(of: 0.5) }, left: { $0.wrist.y = NoteField.height(of: 1) })
    go(in: 1)
  }

  mutating func plays(_ pitch: Float, _ volume: Float) {
    let open = { (hand: inout PosedHand, position: Float) in (hand.pose, hand.wrist.y) = (.open, NoteField.height(of: position)) }
    go(in: Self.goes, right: { open(&$0, pitch) }, left: { open(&$0, volume) })
    stay(pitch, volume)
  }

  /// The left hand leaves the picture before.
  mutating func playsAlone(_ pitch: Float) {
    go(in: Self.goes, left: { $0.wrist.y = Self.below })
    go(in: Self.goes, right: { ($0.pose, $0.wrist.y) = (.open, NoteField.height(of: pitch)) })
    stay(pitch, nil)
  }

  /// A fist of the right hand.
  mutating func rests() {
    go(in: 0.2, right: { $0.pose = .fist })
    stay(nil, nil)
  }

  private mutating func stay(_ pitch: Float?, _ volume: Float?) {
    let from = right[right.count - 1].time
    go(in: pitch == nil ? Self.rest : Self.stays)
    tones.append(SteadyTone(from: from, to: right[right.count - 1].time, pitch: pitch, volume: volume))
  }

  private mutating func go(
    in seconds: Double, right change: (inout PosedHand) -> Void = { _ in }, left other: (inout PosedHand) -> Void = { _ in }
  ) {
    Self.go(&right, seconds, change)
    Self.go(&left, seconds, other)
  }

  private static func go(_ keys: inout [(time: Double, hand: PosedHand)], _ seconds: Double, _ change: (inout PosedHand) -> Void) {
    var (time, hand) = keys[keys.count - 1]
    change(&hand)
    time += seconds
    keys.append((time, hand))
  }
}
