import Camera
import Foundation
import HandTracking
import Performer
import Realtime
import Supervisor

/// CPU and wall time of the tracker on a film that is decoded beforehand, so that nothing else is measured.
enum TrackBench {
  static func run(_ film: String, model: String, out: String?) throws {
    let frames = try load(film)
    guard let size = ModelSize(rawValue: model) else { throw ChoiceError("the model is full or lite, not \(model)") }
    let tracker = try HandTracker(TrackerModels(.standard(), size: size), maxHands: 2)
    var lines: [HandsLine] = []
    // The models' first runs set them up; the peer gets the same grace.
    for frame in frames.prefix(3) { _ = try HandTracker(TrackerModels(.standard(), size: size), maxHands: 2).process(frame) }
    let cpu = ProcessFigures.cpuSeconds
    let wall = Clock.seconds
    var times: [Double] = []
    var firstSeen: Double?
    for frame in frames {
      let begun = Clock.seconds
      let hands = try tracker.process(frame)
      times.append((Clock.seconds - begun) * 1000)
      if firstSeen == nil, !hands.hands.isEmpty { firstSeen = frame.time }
      lines.append(HandsLine(hands))
    }
    let n = Double(frames.count)
    let result: [String: Any] = [
      "frames": frames.count, "cpuMs": (ProcessFigures.cpuSeconds - cpu) * 1000 / n, "wallMs": (Clock.seconds - wall) * 1000 / n,
      "medianMs": times.sorted()[times.count / 2], "p99Ms": times.sorted()[min(times.count - 1, times.count * 99 / 100)],
      "withHand": lines.count { !$0.hands.isEmpty }, "palmRuns": tracker.quality.palmRuns, "seconds": frames.last!.time,
      "firstSeen": firstSeen ?? -1,
    ]
    if let out {
      let writer = try LineWriter<HandsLine>(out)
      for line in lines { try writer.write(line) }
      writer.close()
    }
    try show(result)
  }

  /// The first 200 frames, at most 640 wide, which is what a box's camera gives and what the peer gets.
  private static func load(_ film: String) throws -> [Frame] {
    var frames: [Frame] = []
    let source: any FrameSource
    if film.hasPrefix("performer:"), let script = Scripts.named(String(film.dropFirst("performer:".count))) {
      source = VirtualPerformer(script, live: false, seconds: 10, orientation: .asFilmed)
    } else {
      source = try FilmFile(film, pace: .asFastAsPossible, orientation: .asFilmed)
    }
    while frames.count < 200, case .frame(let frame) = source.next(timeout: 1) { frames.append(frame) }
    source.close()
    guard !frames.isEmpty else { throw ChoiceError("\(film) holds no frames") }
    return frames
  }

  static func show(_ result: [String: Any]) throws {
    print(String(decoding: try JSONSerialization.data(withJSONObject: result, options: [.sortedKeys]), as: UTF8.self))
  }
}
