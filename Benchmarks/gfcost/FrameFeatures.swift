import CTurboJPEG
import Camera
import Foundation
import HandTracking
import SyntheticHands
import Realtime

/// Work with a frame before and around the models.
enum FrameFeatures {
  static let all = [
    Feature(
      name: "decode-mjpeg", kind: .code, unit: "frame", runs: (10, 60), about: "a frame of 640 x 480 from a camera that sends Motion JPEG"
    ) { try decode("MJPG") },
    Feature(name: "decode-yuyv", kind: .code, unit: "frame", runs: (10, 60), about: "the same of a camera that sends YUYV: it is copied") {
      try decode("YUYV")
    },
    Feature(
      name: "sample-region", kind: .code, unit: "hand", runs: (20, 120),
      about: "a hand's turned square read out of the frame for the landmark model"
    ) { try sample() },
    Feature(
      name: "follow-one", kind: .code, unit: "frame", runs: (2, 8),
      about: "the whole tracker with one hand, the model that suits the processor included"
    ) { try follow(1) },
    Feature(
      name: "follow-two", kind: .code, unit: "frame", runs: (2, 6), about: "the same with two hands, one after the other on one core"
    ) {
      try follow(2)
    },
  ]

  private static func decode(_ fourcc: String) throws -> Feature.Work {
    let (width, height) = (PerformerFrames.width, PerformerFrames.height)
    let isRaw = fourcc == "YUYV"
    let bytes =
      isRaw
      ? [UInt8](repeating: 128, count: 2 * width * height) : try PerformerFrames.jpeg(of: PerformerFrames.make("twohands", count: 1)[0])
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = memory.initialize(from: bytes)
    let format = VideoFormat(fourcc: fourcc, width: width, height: height, stride: isRaw ? 2 * width : 0, rate: 30)
    guard let unpacker = FrameUnpacker(format), let start = memory.baseAddress else { throw CostError("\(fourcc) cannot be unpacked") }
    var good = 0
    var done = 0
    return Feature.Work { unit in
      let frame = VideoFrame(index: 0, sequence: UInt32(unit), bytes: SharedBytes(start), count: bytes.count, time: Double(unit) / 30)
      if case .frame = unpacker.unpack(frame, index: unit, fallbackTime: 0, orientation: .player) { good += 1 }
      done += 1
    } check: {
      guard good == done else { throw CostError("\(done - good) of \(done) frames were refused") }
    }
  }

  private static func sample() throws -> Feature.Work {
    let frame = try PerformerFrames.make("open", count: 1)[0]
    let output = UnsafeMutablePointer<Float>.allocate(capacity: PerformerFrames.landmarkFloats)
    output.initialize(repeating: 0, count: PerformerFrames.landmarkFloats)
    return Feature.Work { unit in
      var region = PerformerFrames.regionOfHand
      region.rotation = 0.01 * Float(unit % 32)
      RegionSampler.sample(frame, region, size: PerformerFrames.landmarkSize, border: .replicate, into: output)
    } check: {
      let mean = (0..<PerformerFrames.landmarkFloats).reduce(Float(0)) { $0 + output[$1] } / Float(PerformerFrames.landmarkFloats)
      guard mean > 0.02, mean < 0.98 else { throw CostError("the square is empty (mean \(mean))") }
    }
  }

  private static func follow(_ hands: Int) throws -> Feature.Work {
    let size: ModelSize = Processor.this.hasHalfPrecision ? .float : .int8
    let models = try TrackerModels(.standard(), size: size, parallel: false)
    let tracker = try HandTracker(models, maxHands: hands, search: .inline)
    // The search that goes on beside the hands is a feature of its own.
    tracker.limit(searches: 0.01)
    let frames = try PerformerFrames.make(hands == 1 ? "open" : "twohands", count: 5)
    var fewest = Int.max
    return Feature.Work { unit in
      // To and fro, so that nothing jumps.
      let turn = unit % (2 * frames.count - 2)
      let frame = frames[turn < frames.count ? turn : 2 * frames.count - 2 - turn]
      let found = try tracker.process(frame.repeated(index: unit, time: Double(unit) / 30)).hands.count
      if unit > 0 { fewest = min(fewest, found) }
    } check: {
      let quality = tracker.quality
      guard fewest == hands, quality.looksSpared == 0 else {
        throw CostError("\(fewest) of \(hands) hands were followed, \(quality.looksSpared) looks were spared")
      }
    }
  }
}
