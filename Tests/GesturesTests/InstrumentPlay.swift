import Foundation
import Gestures
import Hands
import Notes
import SyntheticHands

/// Hands for instrument mode without a tracker. They are posed, with exact or noisy landmarks.
enum InstrumentPlay {
  static let aspect: Float = 4.0 / 3

  /// Returns a hand at a position of the note field. The position is that of its wrist.
  /// - Parameter roll: in degrees clockwise as the player sees it.
  static func hand(
    _ id: Int = 1, _ pose: HandPose = .open, position: Float = 0.5, roll: Float = 0, size: Float = 0.2, x: Float = 0.6
  ) -> Hand {
    let posed = PosedHand(
      id % 2 == 0 ? .left : .right, pose, wrist: SIMD2(x, NoteField.height(of: position)), size: size, roll: -roll)
    return Hand(
      id: id, handedness: posed.handedness, landmarks: posed.landmarks(aspect: aspect).mirrored, world: posed.worldLandmarks)
  }

  /// Returns the hand as a model reads it in one frame. Every coordinate of every landmark has a normal error.
  static func shaken(_ hand: Hand, _ noise: LandmarkNoise, _ random: inout SplitMix) -> Hand {
    var hand = hand
    let off = noise.deviation * hand.landmarks.size(aspect: aspect)
    for k in 0..<Landmarks.count {
      hand.landmarks[k].x += off * normal(&random) / aspect
      hand.landmarks[k].y += off * normal(&random)
    }
    return hand
  }

  /// The sum of twelve uniform values is close enough to normal.
  static func normal(_ random: inout SplitMix) -> Float { (0..<12).reduce(Float(-6)) { sum, _ in sum + random.unit() } }

  /// Plays hands from one time to another. `hands` creates them for each frame.
  /// - Returns: each frame's time and notes.
  @discardableResult static func play(
    _ engine: inout GestureEngine, _ begin: Double, _ end: Double, rate: Double = 30, _ hands: (Double) -> [Hand]
  ) -> [(time: Double, notes: PlayedNotes)] {
    (Int((begin * rate).rounded())..<Int((end * rate).rounded())).map { i in
      let time = Double(i) / rate
      let output = engine.process(HandFrame(index: i, time: time, aspect: aspect, hands: hands(time)))
      return (time, output.control.instrument ?? PlayedNotes())
    }
  }

  static func engine(_ change: (inout InstrumentSettings) -> Void = { _ in }) -> GestureEngine {
    var settings = GestureSettings()
    change(&settings.instrument)
    return GestureEngine(settings, mode: .instrument)
  }
}

extension [(time: Double, notes: PlayedNotes)] {
  /// Returns the notes of one hand in order, including legato ones.
  func begun(by hand: Int = 1) -> [UInt8] {
    var all: [UInt8] = []
    var last: (note: UInt8?, stroke: UInt32) = (nil, 0)
    for frame in self {
      let now = frame.notes[SourceID(.hand, hand)]
      if let note = now?.note, note != last.note || now?.stroke != last.stroke { all.append(note) }
      last = (now?.note, now?.stroke ?? 0)
    }
    return all
  }

  /// Returns the first time at which a hand sounds. The second time is the first one after that at which it is
  /// silent.
  func sounds(_ hand: Int = 1) -> (from: Double, to: Double)? {
    guard let from = firstIndex(where: { $0.notes[SourceID(.hand, hand)]?.note != nil }) else { return nil }
    return (self[from].time, self[from...].first { $0.notes[SourceID(.hand, hand)]?.note == nil }?.time ?? .infinity)
  }
}
