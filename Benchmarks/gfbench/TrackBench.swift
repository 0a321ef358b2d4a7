import Camera
import Foundation
import GestureFlowAPI
import HandTracking
import Perception
import SyntheticHands
import Realtime
import Supervisor
import Synchronization

/// Measures CPU and wall time of the tracker. It runs as on the box: a thread of its own searches palms while hands are
/// tracked, and the frames come when the film says. The film is decoded first, so that nothing else is measured.
enum TrackBench {
  /// How the frames come, and what is asked of the tracker.
  struct Course: Sendable {
    /// Whether frames come in real time: when the film says, or `interval`. `gf-hands` then has the core and the
    /// priority that it has on the box.
    var paced = true
    /// Seconds from frame to frame by the clock. Nil uses the film's intervals. The frames' own times stay the film's.
    var interval: Double?
    /// Largest number of frames to read of the film. The next field counts the frames before them, which are not
    /// measured: the tracker learns meanwhile.
    var most = Int.max
    var from = 0
    var maxHands = 2
    /// Number of frames between two palm searches; nil follows the schedule. Needs at most two hands or more. In
    /// one frame of each interval a hand less is wanted, and in the next one more again. Half-way from one search
    /// to the next a neighbour searches for itself. That thread shares only the program's address space and
    /// allocator with the tracker. Beside the neighbour a hand takes longer, too, as far as this machine's
    /// processors slow each other. The neighbour's CPU time is in that of the whole program.
    var searchEvery: Int?
    /// Whether no palm is searched once all hands are followed. The landmark model alone is then measured.
    var searchless = false
  }

  static func run(_ film: String, model: String, out: String?, _ course: Course) throws {
    let frames = try load(film, most: course.most)
    guard course.from < frames.count else { throw Failure("\(film) ends before frame \(course.from)") }
    guard let size = ModelSize(word: model) else { throw Failure("the model is float, int8 or lite, not \(model)") }
    let models = try TrackerModels(.standard(), size: size)
    // The models' first runs set them up; the peer gets the same grace.
    do {
      let first = try HandTracker(models, maxHands: course.maxHands, search: .beside)
      for frame in frames.prefix(3) { _ = try first.process(frame) }
    }
    let tracker = try HandTracker(models, maxHands: course.maxHands, search: .beside)
    let neighbour = course.searchEvery == nil ? nil : try PalmThread(TrackerModels(.standard(), size: size))
    defer { neighbour?.stop() }
    let measured = Mutex(Result<Measured, Failure>.success(Measured()))
    let thread = try RealtimeThread(.init(name: "gf-hands", core: course.paced ? 2 : nil, priority: course.paced ? 60 : 0)) {
      let result = Result { () throws(Failure) in try follow(frames, tracker, neighbour, size, course) }
      measured.withLock { $0 = result }
    }
    thread.join()
    let seen = try measured.withLock { $0 }.get()
    let (times, lines) = (seen.times, seen.lines)
    let n = Double(times.count)
    var result: [String: Any] = [
      "frames": times.count, "cpuMs": seen.cpu * 1000 / n, "wallMs": times.reduce(0, +) / n,
      "medianMs": times.sorted()[times.count / 2], "p99Ms": p99(times),
      "criticalMs": seen.work.sorted()[seen.work.count / 2], "withHand": lines.count { !$0.hands.isEmpty },
      "handsPerFrame": Double(lines.reduce(0) { $0 + $1.hands.count }) / n, "palmRuns": tracker.quality.palmRuns - seen.before.palmRuns,
      "looksSpared": tracker.quality.looksSpared - seen.before.looksSpared,
      "seconds": frames[frames.count - 1].time - frames[course.from].time,
    ]
    if course.searchEvery != nil {
      result["beside"] = seen.beside.mapValues { met in ["ms": met.map(\.time), "workMs": met.map(\.work)] }
    }
    if let out {
      let writer = try LineWriter<HandsLine>(out)
      for line in lines { try writer.write(line) }
      writer.close()
    }
    try show(result)
  }

  private static func p99(_ times: [Double]) -> Double { times.sorted()[min(times.count - 1, times.count * 99 / 100)] }

  /// The times of each measured frame in ms, and its readings. Times are by the clock, and in CPU time of the critical
  /// path.
  private struct Measured: Sendable {
    var times: [Double] = []
    var work: [Double] = []
    var lines: [HandsLine] = []
    /// The same times, by the work that ran beside the frames. The work when a frame began is `search`, `neighbour` or
    /// `nothing`. `handOver` are the frames that requested a search or took its result. Frames that met both are left
    /// out. The time that they took longer by the clock than in CPU time, they waited.
    var beside: [String: [(time: Double, work: Double)]] = [:]
    /// CPU seconds of the whole program, and what had been counted before.
    var cpu = 0.0
    var before = TrackQuality()
  }

  private static func follow(
    _ frames: [Frame], _ tracker: HandTracker, _ neighbour: PalmThread?, _ size: ModelSize, _ course: Course
  ) throws(Failure) -> Measured {
    var measured = Measured()
    // A search was asked for, and what it found was not taken yet.
    var isAwaited = false
    var cpu = ProcessFigures.cpuSeconds
    let start = Clock.nanoseconds
    for (i, frame) in frames.enumerated() {
      if course.paced {
        let due = course.interval.map { Double(i) * $0 } ?? frame.time - frames[0].time
        Clock.sleep(until: start + Int64(due * 1e9))
      }
      // A search is due at once when more hands are wanted than before.
      if let every = course.searchEvery { tracker.maxHands = i % every == 0 ? course.maxHands - 1 : course.maxHands }
      if i == course.from {
        measured.before = tracker.quality
        cpu = ProcessFigures.cpuSeconds
      }
      let (isSearching, isComputing) = (tracker.isSearching, neighbour?.isSearching ?? false)
      let begun = Clock.seconds
      let hands = try tracker.process(frame)
      let time = (Clock.seconds - begun) * 1000
      if course.searchless, hands.hands.count == course.maxHands { tracker.limit(searches: 0.01) }
      // As a search does it begins when the frame is done.
      if let every = course.searchEvery, (i - every / 2) % every == 1 { neighbour?.look(at: frames[0]) }
      let wasAwaited = isAwaited
      isAwaited = isSearching || tracker.isSearching
      guard i >= course.from else { continue }
      measured.times.append(time)
      if let beside = beside(isSearching: isSearching, isComputing: isComputing, isHandingOver: wasAwaited || isAwaited) {
        measured.beside[beside, default: []].append((time: time, work: tracker.criticalPath * 1000))
      }
      measured.work.append(tracker.criticalPath * 1000)
      measured.lines.append(HandsLine(hands, model: size))
    }
    measured.cpu = ProcessFigures.cpuSeconds - cpu
    return measured
  }

  private static func beside(isSearching: Bool, isComputing: Bool, isHandingOver: Bool) -> String? {
    if isSearching { return isComputing ? nil : "search" }
    if isHandingOver { return "handOver" }
    return isComputing ? "neighbour" : "nothing"
  }

  /// Loads the first frames of a film, at most 640 wide. A box's camera gives this width, and the peer gets it.
  /// `performer:SCRIPT` is the performer, with its sensor's noise (`performer:SCRIPT:2`: the script's first two hands
  /// alone), and `still:SCRIPT` the performer that rests as it stands when the script begins.
  private static func load(_ film: String, most: Int) throws -> [Frame] {
    var frames: [Frame] = []
    let source: any FrameSource
    let words = film.split(separator: ":")
    if (2...3).contains(words.count), ["performer", "still"].contains(words[0]), var script = Scripts.named(String(words[1])) {
      if words[0] == "still" { script.parts = script.moment(at: 0).hands.map { HandPart([(time: 0, hand: $0)]) } }
      if words.count == 3 {
        let hands = Int(words[2]) ?? 0
        guard (1...script.parts.count).contains(hands) else { throw Failure("\(words[1]) has \(script.parts.count) hands") }
        script.parts = Array(script.parts.prefix(hands))
      }
      source = VirtualPerformer(script, live: false, seconds: 10, orientation: .asFilmed)
    } else {
      source = try FilmFile(film, pace: .asFastAsPossible, orientation: .asFilmed)
    }
    while frames.count < most, case .frame(let frame) = source.next(timeout: 1) { frames.append(frame) }
    source.close()
    guard !frames.isEmpty else { throw Failure("\(film) holds no frames") }
    return frames
  }

  static func show(_ result: [String: Any]) throws {
    print(String(decoding: try JSONSerialization.data(withJSONObject: result, options: [.sortedKeys]), as: UTF8.self))
  }
}
