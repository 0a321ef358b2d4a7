import Foundation
import GestureFlowAPI
import Realtime
import Sound
import TestSupport
import Testing

/// A card that fails on demand. The n-th write or the open returns an error.
private final class FailingCard: PCMDevice, @unchecked Sendable {
  var faults: [Int: Int] = [:]
  /// Numbers of the opens that fail.
  var closedDoors: Set<Int> = []
  let lock = NSLock()
  private(set) var writes = 0
  private(set) var opens = 0
  private(set) var recoveries = 0
  private(set) var frames = 0
  private var isOpen = false
  /// The counts, readable by another thread while the sink plays.
  var counts: (writes: Int, opens: Int, recoveries: Int) { lock.withLock { (writes, opens, recoveries) } }

  func open() throws(Failure) -> PCMGrant {
    lock.lock()
    defer { lock.unlock() }
    opens += 1
    if closedDoors.contains(opens) { throw Failure("no sound card double", remedy: "plug it in") }
    isOpen = true
    return PCMGrant(rate: 48_000, period: 128, buffer: 384, format: "FLOAT_LE", name: "hw:CARD=double")
  }
  func wait(milliseconds: Int32) -> Int {
    usleep(300)
    return 1
  }
  func write(_ samples: UnsafePointer<Float>, count: Int) -> Int {
    lock.lock()
    defer { lock.unlock() }
    writes += 1
    if let fault = faults[writes] { return fault }
    // A real card sometimes accepts only a part of the frames.
    let taken = writes % 7 == 0 ? count / 2 : count
    frames += taken
    return taken
  }
  func recover(_ error: Int) -> Int {
    lock.lock()
    defer { lock.unlock() }
    recoveries += 1
    return 0
  }
  func close() { lock.withLock { isOpen = false } }
}

/// A card that underruns while its thread sleeps.
private final class SleepyCard: PCMDevice, @unchecked Sendable {
  let lock = NSLock()
  private var waits = 0
  func open() throws(Failure) -> PCMGrant { PCMGrant(rate: 48_000, period: 128, buffer: 384, format: "FLOAT_LE", name: "sleepy") }
  func wait(milliseconds: Int32) -> Int {
    let count = lock.withLock {
      waits += 1
      return waits
    }
    usleep(500)
    guard count % 20 == 0 else { return 1 }
    // The thread wakes 25 ms late. Three periods have passed, and the card reports its underrun during the
    // wait.
    usleep(25_000)
    return -Int(EPIPE)
  }
  func write(_ samples: UnsafePointer<Float>, count: Int) -> Int { count }
  func recover(_ error: Int) -> Int { 0 }
  func close() {}
}

/// Tests of a card that breaks while it plays, and of its reports.
@Suite struct ALSASinkTests {
  @Test func `an underrun after a late wake is the wakes and not the cards`() throws {
    let sink = ALSASink(SleepyCard(), label: "sleepy")
    try sink.start(SoundEngine())
    #expect(waitUntil { sink.health.xruns >= 3 })
    sink.stop()
    let health = sink.health
    #expect(health.lateWakes == health.xruns && health.deviceXruns == 0, "\(health)")
  }

  /// Plays until the card has been used enough.
  private func run(_ card: FailingCard, until isEnough: (FailingCard) -> Bool) throws -> ALSASink {
    let sink = ALSASink(card, label: "double", retry: 0.05)
    let engine = SoundEngine()
    try sink.start(engine)
    #expect(waitUntil { isEnough(card) }, "\(card.counts)")
    sink.stop()
    return sink
  }

  @Test func `underruns and suspends are mended and counted`() throws {
    let card = FailingCard()
    card.faults = [20: -Int(EPIPE), 40: -Int(ESTRPIPE), 60: -Int(EPIPE)]
    let sink = try run(card) { $0.counts.recoveries == 3 && $0.counts.writes > 100 }
    #expect(card.recoveries == 3)
    #expect(sink.health.xruns == 3 && sink.health.losses == 0)
    #expect(card.writes > 100)
    #expect(sink.health.lastXrun != nil)
  }

  @Test func `a card that is pulled out comes back`() throws {
    let card = FailingCard()
    card.faults = [30: -Int(ENODEV)]
    card.closedDoors = [2, 3, 4]
    let sink = try run(card) { $0.counts.opens == 5 && $0.counts.writes > 60 }
    #expect(sink.health.losses == 1)
    #expect(card.opens == 5)
    #expect(card.writes > 60)
    #expect(sink.health.problem == nil)
  }

  /// At its start, and when a missing card is back.
  @Test(arguments: [false, true]) func `the sink says when sound begins`(returns: Bool) throws {
    let card = FailingCard()
    if returns {
      card.faults = [30: -Int(ENODEV)]
      card.closedDoors = Set(2...1000)
    }
    let engine = SoundEngine()
    let old = SoundCommand.tone(frequency: 300, level: 0.5, seconds: 60)
    let sink = ALSASink(card, label: "double", retry: 0)
    if returns {
      try sink.start(engine)
      #expect(waitUntil { card.counts.opens > 2 })
      engine.post(old, at: 0)
      card.lock.withLock { card.closedDoors = [] }
    } else {
      engine.post(old, at: 0)
      try sink.start(engine)
    }
    defer { sink.stop() }
    let first = card.counts.writes
    #expect(waitUntil { card.counts.writes > first + 100 })
    #expect(engine.state.peak == 0)
    engine.post(old)
    #expect(waitUntil { engine.state.peak > 0.1 })
  }

  @Test func `while the card is gone the problem is said and a stop does not wait`() throws {
    let card = FailingCard()
    card.faults = [10: -Int(ENODEV)]
    card.closedDoors = Set(2...10_000)
    // A stop that waited would wait for days.
    let sink = ALSASink(card, label: "double", retry: 1e6)
    try sink.start(SoundEngine())
    #expect(waitUntil { sink.health.problem?.description.contains("no sound card double: plug it in") == true })
    #expect(!sink.health.running)
    let stopped = Counter()
    Thread {
      sink.stop()
      stopped.add()
    }.start()
    #expect(waitUntil { stopped.load() == 1 })
  }

  @Test func `no card at the start is a clear error`() {
    let card = FailingCard()
    card.closedDoors = [1]
    #expect(throws: Failure.self) { try ALSASink(card, label: "double").start(SoundEngine()) }
    do {
      _ = try ALSACard("no-such-card").open()
      Issue.record("there is no such card")
    } catch { #expect(error.description.contains("no-such-card")) }
  }

  /// ALSA's own null device: the real library is opened, configured and written to.
  @Test func `the real library plays`() throws {
    let sink = ALSASink(ALSACard("null"), label: "null")
    let engine = SoundEngine()
    try sink.start(engine)
    #expect(waitUntil { engine.blocks.load() > 20 })
    sink.stop()
    #expect(sink.grant?.rate == 48_000 && sink.grant?.period == 128)
  }
}
