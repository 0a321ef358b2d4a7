import GestureFlowAPI
import Sound

/// The engine's tasks while the traps are set.
enum Kind: Int, CaseIterable {
  case original, speed, pitch, both, edges, pauses, jumps, tones, tapeEnds, starvation, stems, instrument, inlet, capture, limited

  /// Blocks of the longest intended silence.
  /// It is a person's pause (300 of 600) and an absence (170 of 340) in a row, with the few blocks of fades between
  /// them. Two others are shorter: the rests of tapes that end (800 from one to the next, 312 of them music and 187
  /// the stretcher's rest), and those of tapes that run dry.
  static let longestRest = 510

  /// Returns speed and cents of a block.
  func controls(_ i: Int) -> (speed: Float, cents: Float) {
    switch self {
    case .original, .tapeEnds, .stems, .instrument, .inlet, .limited: (1, 0)
    case .speed: (0.1 + 1.9 * Float(i % 997) / 997, 0)
    case .pitch: (1, Float(i % 4801 - 2400))
    case .both, .starvation, .capture: (0.1 + 1.9 * Float(i % 613) / 613, Float(i * 7 % 4801 - 2400))
    case .edges: (i % 40 < 20 ? 0.1 : 2, i % 50 < 25 ? -2400 : 2400)
    case .pauses, .jumps: (1.2, 300)
    case .tones: (i % 200 < 100 ? 1 : 0.8, 0)
    }
  }
}

/// One engine and its two tapes, driven as in the box.
/// It uses only memory that exists already.
final class Course {
  /// Frames on a full tape.
  /// A sip on a tape that runs dry is less than the engine plays until the next one.
  static let full = 60 * 4096
  static let sip = 10 * 4096

  /// The content of the tapes: more than enough, the same with an end, or a sip now and then.
  enum Tapes: CaseIterable {
    case full, ended, sips

    init(_ kind: Kind) {
      switch kind {
      case .tapeEnds: self = .ended
      case .starvation: self = .sips
      default: self = .full
      }
    }
  }

  let engine = SoundEngine()
  private let noise: UnsafeMutablePointer<Float>
  private let band: Band
  private let writer: Writer
  private var serial = 0
  /// The last loaded tape, and whether each tape is free.
  private var tape = 0
  private var isFree = (true, true)

  init(_ tapes: Tapes) {
    noise = .allocate(capacity: 8192)
    for i in 0..<8192 { (noise + i).initialize(to: Float((i * 7919) % 2001 - 1000) / 2500) }
    band = Band(engine)
    writer = Writer(engine)
    for index in 0..<2 {
      fill(index, tapes == .sips ? Course.sip : Course.full)
      if tapes == .ended { engine.player.tapes[index].markEnd() }
    }
  }
  deinit { noise.deallocate() }

  /// Sends one block's commands.
  func drive(_ kind: Kind, _ i: Int) {
    if i == 0 { load(at: kind == .tapeEnds ? Int64(Course.full) - 40_000 : 0) }
    let (speed, cents) = kind.controls(i)
    let paused = kind == .pauses && i % 600 < 300
    let away = kind == .pauses && i % 340 < 170
    let isPlayer = kind != .stems && kind != .instrument && kind != .inlet
    engine.player.set(
      SoundLevels(
        speed: speed, cents: cents, volume: 0.5 + Float(i % 100) / 200, filter: kind == .both ? Float(i % 401 - 200) / 200 : 0,
        isPaused: paused, isAway: away, isHeard: isPlayer,
        captureTime: Double(i)))
    if i == 0 {
      band.show(kind)
      writer.show(kind)
    }
    keep(kind == .capture, i)
    switch kind {
    case .jumps: if i % 41 == 40 { load(at: Int64(i % 7) * 20_000) }
    case .tones:
      // Speech of some blocks, and pauses in which the music returns.
      if i % 400 < 40 { for _ in 0..<SoundFormat.block { _ = engine.speech.push(0.1) } }
      if i % 30 == 0 { engine.post(.tone(frequency: 400 + Double(i % 500), level: 0.3, seconds: 0.35)) }
    case .tapeEnds: if i % 800 == 799 { load(at: Int64(Course.full) - 40_000) }
    case .stems: band.driveStems(i)
    case .instrument: band.driveInstrument(i)
    case .inlet: writer.drive(i)
    case .limited:
      if i % 700 == 699 { load(at: 20_000) }
      // Peaks beyond the ceiling for half of the time: the limiter holds, recovers quickly and slowly, and rests
      // again.
      if i % 1600 < 800, i % 20 == 0 { engine.post(.tone(frequency: 40 + Double(i % 500), level: 1, seconds: 0.5)) }
    case .starvation: if i % 400 == 399 { fill(tape, Course.sip) }
    default: if i % 700 == 699 { load(at: 20_000) }
    }
  }

  /// Captures the sound and reads it now and then.
  /// In between the ring is full.
  /// - Parameter isCaptured: in this mode.
  private func keep(_ isCaptured: Bool, _ i: Int) {
    guard isCaptured else { return engine.capture.close() }
    if i == 0 || i % 500 == 499 {
      engine.capture.close()
      _ = engine.capture.open()
    }
    guard i % 97 < 40 else { return }
    while engine.capture.front() != nil { engine.capture.drop() }
  }

  /// Sets one block without music and without tones.
  func rest() {
    engine.player.set(SoundLevels(isPaused: true))
    band.show(.original)
    writer.show(.original)
  }

  private func fill(_ index: Int, _ frames: Int) {
    for _ in 0..<frames / 4096 where engine.player.tapes[index].room >= 4096 { engine.player.tapes[index].append(noise, count: 4096) }
  }

  /// Changes to the other tape, unless it is still fading out.
  private func load(at frame: Int64) {
    while let index = engine.player.released.pop() { if index == 0 { isFree.0 = true } else { isFree.1 = true } }
    if isFree.0 {
      (tape, isFree.0) = (0, false)
    } else if isFree.1 {
      (tape, isFree.1) = (1, false)
    } else {
      return
    }
    serial += 1
    engine.player.load(tape, at: frame, serial: serial)
  }
}

/// A card that sometimes takes only part of its data.
/// It also runs dry, and requests another format with each write.
final class PatchyCard: PCMDevice, @unchecked Sendable {
  private let formats = CardFormat.allCases
  private let scratch = UnsafeMutableRawPointer.allocate(byteCount: SoundFormat.block * 2 * 4, alignment: 64)
  private var converter = SampleConverter()
  private var writes = 0
  private var waits = 0
  init() { scratch.initializeMemory(as: UInt8.self, repeating: 0, count: SoundFormat.block * 2 * 4) }
  deinit { scratch.deallocate() }
  func open() throws(Failure) -> PCMGrant { PCMGrant(rate: 48_000, period: 128, buffer: 384, format: "FLOAT_LE", name: "patchy") }
  func wait(milliseconds: Int32) -> Int {
    waits += 1
    return waits % 59 == 0 ? -32 : 1
  }
  func write(_ frames: UnsafePointer<Float>, count: Int) -> Int {
    writes += 1
    converter.rtConvert(frames, scratch, as: formats[writes % formats.count], count: min(count, SoundFormat.block) * 2)
    // -32 is -EPIPE, -11 is -EAGAIN.
    if writes % 53 == 0 { return -32 }
    if writes % 31 == 0 { return -11 }
    return writes % 7 == 0 ? max(count / 2, 1) : count
  }
  func recover(_ error: Int) -> Int { 0 }
  var delay: Int? { waits % 13 == 0 ? nil : 256 + waits % 5 }
  func close() {}
}
