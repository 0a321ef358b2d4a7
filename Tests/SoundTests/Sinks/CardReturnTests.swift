import Foundation
import GestureFlowAPI
import Sound
import Synchronization
import TestSupport
import Testing

/// Two cards. The first one is removed, another replaces it, and the first returns.
private final class TwoCards: PCMDevice, @unchecked Sendable {
  let lock = NSLock()
  private var firstIsThere = true
  private var present = ""
  private var isBroken = false
  var isFirstThere: Bool {
    get { lock.withLock { firstIsThere } }
    set { lock.withLock { firstIsThere = newValue } }
  }
  func open() throws(Failure) -> PCMGrant {
    lock.withLock { present = firstIsThere ? "first" : "second" }
    return PCMGrant(rate: 48_000, period: 128, buffer: 384, format: "FLOAT_LE", name: lock.withLock { present })
  }
  func wait(milliseconds: Int32) -> Int {
    usleep(500)
    return lock.withLock {
      defer { isBroken = false }
      return isBroken || present == "first" && !firstIsThere ? -Int(ENODEV) : 1
    }
  }
  /// The playing card fails for a moment.
  func standInBreaks() { lock.withLock { isBroken = true } }
  func write(_ samples: UnsafePointer<Float>, count: Int) -> Int { count }
  func recover(_ error: Int) -> Int { -Int(ENODEV) }
  func close() {}
  var missing: String? { lock.withLock { present == "second" ? "first" : nil } }
  var missingIsBack: Bool { isFirstThere }
}

/// Another card replaces the first one until that returns.
@Suite struct CardReturnTests {
  /// Delayed actions, which run when the test runs them.
  private final class Waiting: Sendable {
    private let looks = Mutex<[@Sendable () -> Void]>([])
    var count: Int { looks.withLock { $0.count } }
    func add(_ look: @escaping @Sendable () -> Void) { looks.withLock { $0.append(look) } }
    /// Runs the waiting actions; actions that these start wait for the next call.
    func doAll() {
      let due = looks.withLock { looks in
        defer { looks = [] }
        return looks
      }
      for look in due { look() }
    }
  }

  @Test func `the first card is gone back to when it returns`() throws {
    let card = TwoCards()
    let sink = ALSASink(card, label: "any", retry: 0.02)
    try sink.start(SoundEngine())
    #expect(sink.name == "first" && sink.health.problem == nil)
    card.isFirstThere = false
    #expect(waitUntil { sink.name == "second" && sink.health.running })
    #expect(sink.health.problem?.description.contains("first") == true, "it is said who stands in for whom")
    card.isFirstThere = true
    #expect(waitUntil { sink.name == "first" && sink.health.running })
    #expect(sink.health.problem == nil && sink.health.losses == 1)
    sink.stop()
  }

  /// A substitute card fails repeatedly. Each reopening starts a search for the first card, and only the last
  /// search continues.
  @Test func `however often the stand in is opened one look for the first card goes on`() throws {
    let card = TwoCards()
    let waiting = Waiting()
    let sink = ALSASink(card, label: "any", retry: 0.02) { _, look in waiting.add(look) }
    let engine = SoundEngine()
    var turn = ALSASink.Turn()
    try sink.open()
    #expect(waiting.count == 0, "the first card plays")
    card.isFirstThere = false
    sink.turn(engine, &turn)
    #expect(sink.name == "second" && waiting.count == 1)
    for _ in 0..<5 {
      card.standInBreaks()
      sink.turn(engine, &turn)
    }
    #expect(sink.name == "second" && waiting.count == 6)
    waiting.doAll()
    #expect(waiting.count == 1, "five of them are out of date")
    waiting.doAll()
    #expect(waiting.count == 1, "as long as it is gone it is looked for")
    card.isFirstThere = true
    waiting.doAll()
    sink.turn(engine, &turn)
    #expect(sink.name == "first" && waiting.count == 0)
    sink.stop()
  }
}
