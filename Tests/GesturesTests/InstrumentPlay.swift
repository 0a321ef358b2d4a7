import Foundation
import Gestures
import Hands
import Notes
import SyntheticHands

/// Instrument mode without a tracker: posed hands, exact or with landmarks that shake.
enum InstrumentPlay {
  static let aspect: Float = 4.0 / 3

  /// Returns a hand whose wrist is at a position of the note field.
  /// - Parameter roll: in degrees clockwise as the player sees it.
  static func hand(
    _ id: Int = 1, _ pose: HandPose = .open, position: Float = 0.5, roll: Float = 0, size: Float = 0.2, x: Float = 0.6
  ) -> Hand {
    let posed = PosedHand(
      id % 2 == 0 ? .left : .right, pose, wrist: SIMD2(x, NoteField.height(of: position)), size: size, roll: -roll)
    return Hand(
      id: id, handedness: posed.handedness, landmarks: posed.landmarks(aspect: aspect).mirrored, world: posed.worldLandmarks)
  }

  /// The same hand as a model reads it in one frame: every coordinate of every landmark is off by a normal error.
  static func shaken(_ hand: Hand, _ noise: LandmarkNoise, _ random: inout SplitMix) -> Hand {
    var hand = hand
    let off = noise.deviation * hand.landmarks.size(aspect: aspect)
    for k in 0..<Landmarks.count {
      hand.landmarks[k].x += off * normal(&random) / aspect
      hand.landmarks[k].y += off * normal(&random)
    }
    return hand
  }

  /// The sum of twelve even chances is as good as normal.
  static func normal(_ random: inout SplitMix) -> Float { (0..<12).reduce(Float(-6)) { sum, _ in sum + random.unit() } }

  /// Plays hands made for each frame from one time to another.
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
  /// The notes of one hand in the order in which they began, legato ones too.
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

  /// First time at which a hand sounds, and the first one after that at which it is silent.
  func sounds(_ hand: Int = 1) -> (from: Double, to: Double)? {
    guard let from = firstIndex(where: { $0.notes[SourceID(.hand, hand)]?.note != nil }) else { return nil }
    return (self[from].time, self[from...].first { $0.notes[SourceID(.hand, hand)]?.note == nil }?.time ?? .infinity)
  }
}
