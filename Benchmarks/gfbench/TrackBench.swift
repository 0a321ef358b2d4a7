import Camera
import Foundation
import HandTracking
import Performer
import Realtime
import Supervisor
import Synchronization

/// CPU and wall time of the tracker, run as the box runs it: palms are looked for on a thread of their own while hands are tracked, and the frames come when the film says.
/// The film is decoded beforehand, so that nothing else is measured.
enum TrackBench {
  /// - Parameters:
  ///   - paced: frames come when the film says, and `gf-hands` has the core and the priority that it has on the box.
  ///   - most: so many frames of the film at most.
  static func run(_ film: String, model: String, out: String?, paced: Bool, most: Int, maxHands: Int) throws {
    let frames = try load(film, most: most)
    guard let size = ModelSize(rawValue: model) else { throw ChoiceError("the model is exact, full or lite, not \(model)") }
    let models = try TrackerModels(.standard(), size: size)
    // The models' first runs set them up; the peer gets the same grace.
    do {
      let first = try HandTracker(models, maxHands: maxHands, search: .beside)
      for frame in frames.prefix(3) { _ = try first.process(frame) }
    }
    let tracker = try HandTracker(models, maxHands: maxHands, search: .beside)
    let cpu = ProcessFigures.cpuSeconds
    let measured = Mutex(Result<Measured, TrackerError>.success(Measured()))
    let thread = try RealtimeThread(.init(name: "gf-hands", core: paced ? 2 : nil, priority: paced ? 60 : 0)) {
      let result = Result { () throws(TrackerError) in try follow(frames, tracker, size, paced: paced) }
      measured.withLock { $0 = result }
    }
    thread.join()
    let (times, work, lines) = try measured.withLock { $0 }.get().all
    let n = Double(frames.count)
    let result: [String: Any] = [
      "frames": frames.count, "cpuMs": (ProcessFigures.cpuSeconds - cpu) * 1000 / n, "wallMs": times.reduce(0, +) / n,
      "medianMs": times.sorted()[times.count / 2], "p99Ms": times.sorted()[min(times.count - 1, times.count * 99 / 100)],
      "criticalMs": work.sorted()[work.count / 2], "withHand": lines.count { !$0.hands.isEmpty },
      "handsPerFrame": Double(lines.reduce(0) { $0 + $1.hands.count }) / n, "palmRuns": tracker.quality.palmRuns,
      "looksSpared": tracker.quality.looksSpared,
      "seconds": frames[frames.count - 1].time - frames[0].time,
    ]
    if let out {
      let writer = try LineWriter<HandsLine>(out)
      for line in lines { try writer.write(line) }
      writer.close()
    }
    try show(result)
  }

  /// What each frame took in ms, by the clock and in CPU time of the critical path, and what was seen.
  private struct Measured: Sendable {
    var times: [Double] = []
    var work: [Double] = []
    var lines: [HandsLine] = []
    var all: ([Double], [Double], [HandsLine]) { (times, work, lines) }
  }

  private static func follow(_ frames: [Frame], _ tracker: HandTracker, _ size: ModelSize, paced: Bool) throws(TrackerError) -> Measured {
    var measured = Measured()
    let start = Clock.nanoseconds
    for frame in frames {
      if paced { Clock.sleep(until: start + Int64((frame.time - frames[0].time) * 1e9)) }
      let begun = Clock.seconds
      let hands = try tracker.process(frame)
      measured.times.append((Clock.seconds - begun) * 1000)
      measured.work.append(tracker.criticalPath * 1000)
      measured.lines.append(HandsLine(hands, model: size))
    }
    return measured
  }

  /// The first frames, at most 640 wide, which is what a box's camera gives and what the peer gets. `performer:SCRIPT` is the performer, with its sensor's noise (`performer:SCRIPT:2`: the
  /// script's first two hands alone), and `still:SCRIPT` the performer that rests as it stands when the script begins.
  private static func load(_ film: String, most: Int) throws -> [Frame] {
    var frames: [Frame] = []
    let source: any FrameSource
    let words = film.split(separator: ":")
    if (2...3).contains(words.count), ["performer", "still"].contains(words[0]), var script = Scripts.named(String(words[1])) {
      if words[0] == "still" { script.parts = script.moment(at: 0).hands.map { HandPart([(time: 0, hand: $0)]) } }
      if words.count == 3 {
        let hands = Int(words[2]) ?? 0
        guard (1...script.parts.count).contains(hands) else { throw ChoiceError("\(words[1]) has \(script.parts.count) hands") }
        script.parts = Array(script.parts.prefix(hands))
      }
      source = VirtualPerformer(script, live: false, seconds: 10, orientation: .asFilmed)
    } else {
      source = try FilmFile(film, pace: .asFastAsPossible, orientation: .asFilmed)
    }
    while frames.count < most, case .frame(let frame) = source.next(timeout: 1) { frames.append(frame) }
    source.close()
    guard !frames.isEmpty else { throw ChoiceError("\(film) holds no frames") }
    return frames
  }

  static func show(_ result: [String: Any]) throws {
    print(String(decoding: try JSONSerialization.data(withJSONObject: result, options: [.sortedKeys]), as: UTF8.self))
  }
}
