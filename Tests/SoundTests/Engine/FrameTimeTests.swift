import Foundation
import GestureFlowAPI
import Realtime
import Sound
import TestSupport
import Testing

/// A card that reports its fill, or cannot.
private final class TellingCard: PCMDevice, @unchecked Sendable {
  private let lock = NSLock()
  private var told: Int?
  var delay: Int? {
    get { lock.withLock { told } }
    set { lock.withLock { told = newValue } }
  }
  init(_ delay: Int?) { told = delay }
  func open() throws(Failure) -> PCMGrant { PCMGrant(rate: 48_000, period: 128, buffer: 384, format: "FLOAT_LE", name: "telling") }
  func wait(milliseconds: Int32) -> Int { 1 }
  func write(_ samples: UnsafePointer<Float>, count: Int) -> Int { count }
  func recover(_ error: Int) -> Int { 0 }
  func close() {}
}

/// Tests of the time at which a frame sounds.
@Suite struct FrameTimeTests {
  private static let block = Double(SoundFormat.block) / Signals.rate
  private static let limiter = Double(Limiter.delay) / Signals.rate

  @Test func `a cards delay is the way to the loudspeaker`() throws {
    let card = TellingCard(480)
    let sink = ALSASink(card, label: "telling")
    let engine = SoundEngine()
    try sink.open()
    var turn = ALSASink.Turn()
    #expect(engine.clockPair == nil)
    let before = Clock.seconds
    sink.turn(engine, &turn)
    let after = Clock.seconds
    let pair = try #require(engine.clockPair)
    #expect(pair.frame == 128 && pair.frame == engine.state.rendered)
    #expect((before + 0.01 + Self.limiter...after + 0.01 + Self.limiter).contains(pair.seconds))
    card.delay = nil
    sink.turn(engine, &turn)
    #expect(engine.clockPair == nil, "a card that cannot tell is not guessed")
  }

  @Test func `a clock plays a block after it was due`() throws {
    let sink = ClockedSink.null()
    let engine = SoundEngine()
    var due = Clock.nanoseconds
    let first = Double(due) * 1e-9
    for _ in 0..<5 { sink.turn(engine, due: &due) }
    let pair = try #require(engine.clockPair)
    #expect(pair.frame == 5 * 128)
    // Frame 0 was due first. A late machine moves the clock forwards, never back.
    #expect(pair.seconds(of: 0) > first + Self.block + Self.limiter - 1e-6)
  }

  @Test func `without a clock nothing is known`() {
    let renderer = OfflineRenderer(Playlist())
    renderer.render { _ in }
    #expect(renderer.engine.clockPair == nil)
  }

  @Test func `the noise of a card that counts in milliseconds is smoothed and a break is not`() {
    var (clock, random) = (FrameClock(), SplitMix(2))
    // The clock is 100 ppm fast and polled each block. It reports milliseconds and is sometimes 2 ms late.
    func truth(_ frame: Int64) -> Double { 100 + Double(frame) / 48_004.8 }
    var worst = 0.0
    var last = FrameTime(frame: 0, seconds: 0)
    for block in 0..<4000 {
      let frame = Int64(block * 128)
      let late = random.unit() < 0.01 ? 0.002 : 0
      let told = ((truth(frame) + late) * 1000 + random.unit() - 0.5).rounded() / 1000
      last = clock.rtTake(frame, heardAt: Int64(told * 1e9), begunAt: Int64((truth(frame) - 0.008) * 1e9))
      if block > 400 { worst = max(worst, abs(last.seconds - truth(frame))) }
    }
    #expect(worst < 0.0003, "\(worst)")
    #expect(abs(clock.lead - 0.008) < 0.0004, "\(clock.lead)")
    let broken = clock.rtTake(512_000, heardAt: Int64((truth(512_000) + 0.05) * 1e9), begunAt: Int64(truth(512_000) * 1e9))
    #expect(abs(broken.seconds - truth(512_000) - 0.05) < 1e-6 && abs(clock.lead - 0.05) < 1e-6)
    #expect(abs(broken.seconds(of: 560_000) - broken.seconds - 1) < 1e-9 && broken.frame(at: broken.seconds + 1) == 560_000)
  }
}
