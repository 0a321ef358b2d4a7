import Camera
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import SyntheticHands

/// Work with the hands of a frame. It runs the models, and finds the gestures from their answers.
enum HandFeatures {
  static let all: [Feature] = models + gestures

  private static let models: [Feature] =
    ModelSize.allCases.map { size in
      Feature(
        name: "landmarks-\(size.rawValue)", kind: size == .int8 ? .int8 : .model, unit: "hand", runs: (1, 4),
        about: "one hand looked at by the landmark model \(size.rawValue)"
      ) { try landmarks(size) }
    } + [
      Feature(name: "palms", kind: .model, unit: "search", runs: (1, 4), about: "one search of the whole frame by the palm model") {
        try palms()
      }
    ]

  private static let gestures: [Feature] = Mode.allCases.map { mode in
    Feature(
      name: "gestures-\(mode.rawValue)", kind: .code, unit: "frame", runs: (60, 360),
      about: "filters and gestures of two hands in mode \(mode.rawValue)"
    ) { gestures(mode) }
  }

  /// Precision as the tracker runs it. Floats have 16 bits on a processor with arithmetic for them.
  private static func precision(_ size: ModelSize) -> Precision { size != .int8 && Processor.this.hasHalfPrecision ? .half : .single }

  private static func landmarks(_ size: ModelSize) throws -> Feature.Work {
    let folder = ModelFolder.standard()
    let runtime = try LiteRT(library: folder.library)
    let model = try runtime.load(folder.landmarks(size), outputs: 4, precision: precision(size))
    let frame = try PerformerFrames.make("open", count: 1)[0]
    let region = PerformerFrames.regionOfHand
    let input = UnsafeMutablePointer<Float>.allocate(capacity: PerformerFrames.landmarkFloats)
    RegionSampler.sample(frame, region, size: PerformerFrames.landmarkSize, border: .replicate, into: input)
    var presence: Float = 0
    return Feature.Work { _ in
      presence = try model.run { $0.update(from: input, count: PerformerFrames.landmarkFloats) }[1][0]
    } check: {
      guard presence > 0.5 else { throw CostError("the model sees no hand (\(presence)) in the performer's frame") }
    }
  }

  private static func palms() throws -> Feature.Work {
    let folder = ModelFolder.standard()
    let runtime = try LiteRT(library: folder.library)
    let detector = PalmDetector(try runtime.load(folder.palms(.int8), outputs: 2, precision: precision(.float)))
    let frame = try PerformerFrames.make("open", count: 1)[0]
    var found = 0
    return Feature.Work { _ in
      found = try detector.find(in: frame).count
    } check: {
      guard found > 0 else { throw CostError("no palm is found in the performer's frame") }
    }
  }

  private static func gestures(_ mode: Mode) -> Feature.Work {
    let script = Scripts.named("demo") ?? Scripts.all[0]
    // Ten seconds of the performer's two hands with a sensor's noise, again and again.
    var random = Noise()
    let frames = (0..<300).map { index in
      let hands = script.moment(at: 6 + Double(index) / 30).hands.enumerated().map { id, posed in
        var landmarks = posed.landmarks(aspect: PerformerFrames.aspect)
        for i in 0..<Landmarks.count {
          landmarks[i].x += 0.001 * random.next()
          landmarks[i].y += 0.001 * random.next()
        }
        return Hand(id: id, handedness: posed.handedness, landmarks: landmarks, world: posed.worldLandmarks)
      }
      return HandFrame(index: index, time: 0, aspect: PerformerFrames.aspect, hands: hands)
    }
    var engine = GestureEngine(mode: mode)
    var seen = 0
    return Feature.Work { unit in
      var frame = frames[unit % frames.count]
      (frame.index, frame.time) = (unit, Double(unit) / 30)
      seen += engine.process(frame).fingers.count
    } check: {
      guard seen > 0 else { throw CostError("no hand was read") }
    }
  }
}

/// The same numbers in each run, -1...1.
struct Noise {
  private var state: UInt32 = 1
  mutating func next() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(Int32(bitPattern: state)) * 0x1p-31
  }
}
