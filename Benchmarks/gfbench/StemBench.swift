import Foundation
import GestureFlowAPI
import Sound
import Supervisor

/// Measures the engine in mode stems with the first built-in set. It gives the time of a block of 128 frames at 48 kHz
/// with one to four channels, at rest and while hands move. It also gives the memory that sets take.
enum StemBench {
  /// 8 s: three bar lines and more, at which loops begin.
  private static let blocks = 3000
  /// Number of blocks between two frames of a camera, about.
  private static let cameraFrame = 12

  static func run(loaded: Bool) throws {
    // Memory left over from the block times would count.
    let memory = loaded ? [] : try memory()
    var rows: [[String: Any]] = []
    for channels in 1...4 { for isMoving in [false, true] { rows.append(try measure(channels, isMoving: isMoving)) } }
    try TrackBench.show(["rows": rows, "memory": memory, "loaded": loaded])
  }

  private static func measure(_ channels: Int, isMoving: Bool) throws -> [String: Any] {
    let engine = SoundEngine()
    engine.player.set(SoundLevels(isHeard: false))
    engine.stems.set(levels(at: 0, isMoving: false))
    let loader = try StemLoader(engine.stems)
    defer { loader.stop() }
    var set = StemSet(.evening)
    set.channels = Array(set.channels.prefix(channels))
    try loader.loadNow(set)
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)
    output.initialize(repeating: 0, count: 2 * SoundFormat.block)
    defer { output.deallocate() }
    let work = BlockWork { engine.rtRender(output) }
    if isMoving { work.before = { play(engine.stems, channels, block: $0) } }
    var row = try work.measure(blocks: blocks)
    // A silent set costs nothing, and must not pass for a figure.
    let state = engine.stems.state
    let isHeard = !state.isSilent && (0..<4).contains { state.channels[$0].peak > 0.01 }
    guard isHeard, state.apart == 0, (0..<4).allSatisfy({ (state.channels[$0].bars > 0) == ($0 < channels) }) else {
      throw Failure("\(channels) stems were not heard, or not together")
    }
    guard !isMoving || (0..<channels).contains(where: { state.channels[$0].loopAt >= 0 }) else { throw Failure("no loop has begun") }
    row["channels"] = channels
    row["mode"] = isMoving ? "moving" : "rest"
    return row
  }

  /// Plays the hands' part before a block. With each frame all levels change, and twice a second a channel gets
  /// another loop.
  private static func play(_ port: StemPort, _ channels: Int, block: Int) {
    if block % cameraFrame == 0 { port.set(levels(at: Double(block * SoundFormat.block) / Double(SoundFormat.rate), isMoving: true)) }
    if block % 188 == 0, let region = LoopRegion(start: block / 188 % 3, end: block / 188 % 3 + 1 + block / 376 % 2) {
      port.loop(block / 188 % channels, region)
    }
  }

  private static func levels(at t: Double, isMoving: Bool) -> StemLevels {
    var levels = StemLevels(isScene: true)
    guard isMoving else { return levels }
    levels.tempo = 1.025 + 0.275 * sin(2 * .pi * t / 7)
    for k in 0..<4 {
      let bend = sin(2 * .pi * t / Double(5 + k) + Double(k))
      levels.channels[k] = StemLevel(volume: Float(0.6 + 0.3 * bend), cents: Float(200 * bend))
    }
    return levels
  }

  /// Returns bytes of sound and memory of two stem sets. They are the first built-in set, and the largest set that is
  /// promised to fit. The resident memory of this process is given while they are there, and at its most while they
  /// were loaded.
  private static func memory() throws -> [[String: Any]] {
    let lead = StemSet.Channel(name: "Flute", source: .voice(.lead, of: .lullaby), bars: BuiltinSong.lullaby.bars)
    let long = StemSet(name: "4 x 16 bars at 60 BPM", milliBPM: 60_000, channels: [StemSet.Channel](repeating: lead, count: 4))
    return try [StemSet(.evening), long].map { set in
      let engine = SoundEngine()
      let loader = try StemLoader(engine.stems)
      defer { loader.stop() }
      guard let facts = try loader.loadNow(set) else { throw Failure("\(set.name) was not loaded") }
      let resident = ProcessFigures.memoryMB
      return withExtendedLifetime(engine) {
        ["set": set.name, "soundMB": Double(facts.bytes) / 1e6, "residentMB": resident.now, "peakMB": resident.peak]
      }
    }
  }
}
