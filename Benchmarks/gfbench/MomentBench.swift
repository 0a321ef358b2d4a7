import Foundation
import GestureFlowAPI
import Realtime
import Sound

/// Measures single moments of the audio thread while speed and pitch move. On a tape: starts, jumps and other tracks.
/// On clips: starts, loops with their joints and other sets. The figure is processor time of the engine's whole block
/// in percent of the period. Another core fills tapes and loads sets meanwhile, as on the box. Three equal runs without
/// a clock; the least of the three times of each block leaves out the cost of other processes.
enum MomentBench {
  /// 40 s.
  private static let blocks = 15_000
  /// Half a second.
  private static let half = 188
  /// Blocks in which a moment is heard: the fade lasts 10 ms.
  private static let long = 5

  /// A run: the time of each block in percent of the period. It also holds the moment to which each block belongs.
  private struct Course {
    var times: [Double] = []
    var moments: [String?] = []
    private var left = 0
    private var last: String?

    init() {
      times.reserveCapacity(blocks)
      moments.reserveCapacity(blocks)
    }

    /// One block.
    /// - Parameter moment: what begins with it; nil for nothing.
    mutating func add(_ time: Double, _ moment: String?) {
      if let moment { (last, left) = (moment, long) }
      times.append(time)
      moments.append(left > 0 ? last : nil)
      left -= 1
    }
  }

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gfbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let music = try [110.0, 147].map { try self.music($0, in: folder) }
    // The audio thread's part is done here, and every other on a core of its own.
    let audio = try OtherCore(core: 1)
    let workers = try OtherCore(core: 0)
    defer {
      audio.stop()
      workers.stop()
    }
    var result: [String: Any] = [:]
    try audio.run {
      result["tape"] = try rows { try tape(music, workers) }
      result["clips"] = try rows { try clips(workers) }
    }
    try TrackBench.show(result)
  }

  private static func rows(_ course: () throws -> Course) throws -> [String: Any] {
    let runs = try withFlushToZero { try (0..<3).map { _ in try course() } }
    guard runs.allSatisfy({ $0.moments == runs[0].moments }) else { throw Failure("three equal runs were not equal") }
    let least = runs[0].times.indices.map { i in runs.map { $0.times[i] }.min()! }
    var moments: [[String: Any]] = []
    for name in Set(runs[0].moments.compactMap { $0 }).sorted() {
      let own = least.indices.filter { runs[0].moments[$0] == name }.map { least[$0] }
      moments.append(["moment": name, "blocks": own.count, "most": own.max()!])
    }
    return [
      "mean": least.reduce(0, +) / Double(least.count), "most": least.max()!, "mostOfARun": runs.map { $0.times.max()! }.sorted()[1],
      "moments": moments,
    ]
  }

  /// Time of one block.
  private static func timed(_ engine: SoundEngine, _ output: UnsafeMutablePointer<Float>) -> Double {
    func now() -> Double {
      var t = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t)
      return Double(t.tv_sec) + 1e-9 * Double(t.tv_nsec)
    }
    let begun = now()
    engine.rtRender(output)
    return 100 * (now() - begun) * Double(SoundFormat.rate) / Double(SoundFormat.block)
  }

  private static func withOutput<Result>(_ body: (UnsafeMutablePointer<Float>) throws -> Result) rethrows -> Result {
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)
    output.initialize(repeating: 0, count: 2 * SoundFormat.block)
    defer { output.deallocate() }
    return try body(output)
  }

  // MARK: - A tape

  /// A chord of saws and a beat of noise, 20 s.
  private static func music(_ hz: Double, in folder: URL) throws -> String {
    let path = folder.appendingPathComponent("\(hz).wav").path
    var noise: UInt32 = 7
    let samples = (0..<20 * SoundFormat.rate).flatMap { i -> [Float] in
      let t = Double(i) / Double(SoundFormat.rate)
      noise = noise &* 1_664_525 &+ 1_013_904_223
      let hiss = Double(Int32(bitPattern: noise)) / 2_147_483_648 * exp(-40 * t.truncatingRemainder(dividingBy: 0.25))
      let chord = [1, 1.26, 1.5, 2].reduce(0.0) { $0 + (hz * $1 * t).truncatingRemainder(dividingBy: 1) - 0.5 }
      return [Float(0.1 * chord + 0.3 * hiss), Float(0.07 * chord - 0.3 * hiss)]
    }
    let file = try WAVFile(path)
    guard file.write(samples, frames: samples.count / 2) else { throw Failure("\(path): \(file.problem)") }
    return path
  }

  private static func tape(_ music: [String], _ workers: OtherCore) throws -> Course {
    let engine = SoundEngine(volume: 0.5)
    let deck = Deck(engine, playlist: Playlist(files: music))
    var course = Course()
    return try withOutput { output in
      var (take, asked, heard) = (0, "start", 0)
      for block in 0..<blocks {
        let t = time(block)
        if block % 12 == 0 { engine.player.set(SoundLevels(speed: Float(speed(t)), cents: Float(500 * sin(t) - 200), volume: 0.5)) }
        if block % half == half - 1 {
          asked = block / half % 3 == 2 ? "another track" : "jump"
          if asked == "jump" { deck.seek(to: Double(block * 7 % 17)) } else { deck.skip(1) }
        }
        try workers.run { while deck.fill() {} }
        let spent = timed(engine, output)
        let state = deck.state
        course.add(spent, state.take == take ? nil : asked)
        if state.take != take { heard += 1 }
        take = state.take
      }
      guard heard > blocks / half / 2, deck.state.starved == 0 else {
        throw Failure("of \(blocks / half) jumps \(heard) were heard; the tape ran dry for \(deck.state.starved) frames")
      }
      return course
    }
  }

  private static func time(_ block: Int) -> Double { Double(block * SoundFormat.block) / Double(SoundFormat.rate) }

  private static func speed(_ t: Double) -> Double { 1.025 + 0.275 * sin(2 * .pi * t / 7) }

  // MARK: - Clips

  private static func clips(_ workers: OtherCore) throws -> Course {
    let engine = SoundEngine()
    engine.player.set(SoundLevels(isHeard: false))
    let loader = try StemLoader(engine.stems)
    defer { loader.stop() }
    var course = Course()
    return try withOutput { output in
      var before = engine.stems.state
      var begun = 0
      for block in 0..<blocks {
        // Every 12 s a set waits for its bar line, and twice in that time all are away for a second.
        if block % 38 == 0 {
          try workers.run {
            if block % 4560 == 0 { try loader.loadNow(StemSet(.evening)) }
            engine.stems.tend()
          }
        }
        if block % 12 == 0 { engine.stems.set(levels(time(block), isAway: block % 2250 > 1875)) }
        if block % half == 0, let region = LoopRegion(start: block / half % 3, end: block / half % 3 + 1) {
          engine.stems.loop(block / half % 4, region)
        }
        let spent = timed(engine, output)
        let now = engine.stems.state
        course.add(spent, moment(before, now))
        if (0..<4).contains(where: { now.channels[$0].loopAt != before.channels[$0].loopAt }) { begun += 1 }
        before = now
      }
      guard begun > 8, before.set > 1, before.apart == 0 else { throw Failure("\(begun) loops began, \(before.set) sets were heard") }
      return course
    }
  }

  private static func moment(_ before: StemState, _ now: StemState) -> String? {
    if before.isSilent, !now.isSilent { return "start" }
    if before.set != now.set { return "another set" }
    return (0..<4).contains { now.channels[$0].loopAt != before.channels[$0].loopAt } ? "loop" : nil
  }

  private static func levels(_ t: Double, isAway: Bool) -> StemLevels {
    var levels = StemLevels(tempo: speed(t), isScene: true, isAway: isAway)
    for k in 0..<4 { levels.channels[k] = StemLevel(volume: 0.7, cents: Float(200 * sin(2 * .pi * t / Double(5 + k) + Double(k)))) }
    return levels
  }
}
