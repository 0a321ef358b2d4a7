import Foundation
import Realtime
import Sound
import Synchronization
import TestSupport
import Testing

/// A card that fails on demand: the nth write answers an error, opening can fail too.
private final class FailingCard: PCMDevice, @unchecked Sendable {
  var faults: [Int: Int] = [:]
  /// Opens that fail, by their number.
  var closedDoors: Set<Int> = []
  let lock = NSLock()
  private(set) var writes = 0
  private(set) var opens = 0
  private(set) var recoveries = 0
  private(set) var frames = 0
  private var isOpen = false
  /// The counts, for another thread while the sink plays.
  var counts: (writes: Int, opens: Int, recoveries: Int) { lock.withLock { (writes, opens, recoveries) } }

  func open() throws(SinkError) -> PCMGrant {
    lock.lock()
    defer { lock.unlock() }
    opens += 1
    if closedDoors.contains(opens) { throw SinkError("no sound card double: plug it in") }
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
    // A real card takes a part of what it is given now and then.
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

/// A card whose pointer runs dry while its thread sleeps.
private final class SleepyCard: PCMDevice, @unchecked Sendable {
  let lock = NSLock()
  private var waits = 0
  func open() throws(SinkError) -> PCMGrant { PCMGrant(rate: 48_000, period: 128, buffer: 384, format: "FLOAT_LE", name: "sleepy") }
  func wait(milliseconds: Int32) -> Int {
    let count = lock.withLock {
      waits += 1
      return waits
    }
    usleep(500)
    guard count % 20 == 0 else { return 1 }
    // The thread is woken 25 ms late: three periods have gone by, the card tells of its underrun while it is waited for.
    usleep(25_000)
    return -Int(EPIPE)
  }
  func write(_ samples: UnsafePointer<Float>, count: Int) -> Int { count }
  func recover(_ error: Int) -> Int { 0 }
  func close() {}
}

/// Two cards: the one that was played first is pulled out, another stands in, and the first comes back.
private final class TwoCards: PCMDevice, @unchecked Sendable {
  let lock = NSLock()
  private var firstIsThere = true
  private var present = ""
  private var isBroken = false
  var isFirstThere: Bool {
    get { lock.withLock { firstIsThere } }
    set { lock.withLock { firstIsThere = newValue } }
  }
  func open() throws(SinkError) -> PCMGrant {
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
  /// The card that plays is gone for a moment.
  func standInBreaks() { lock.withLock { isBroken = true } }
  func write(_ samples: UnsafePointer<Float>, count: Int) -> Int { count }
  func recover(_ error: Int) -> Int { -Int(ENODEV) }
  func close() {}
  var missing: String? { lock.withLock { present == "second" ? "first" : nil } }
  var missingIsBack: Bool { isFirstThere }
}

@Suite struct SinkTests {
  @Test func anUnderrunAfterALateWakeIsTheWakesAndNotTheCards() throws {
    let sink = ALSASink(SleepyCard(), label: "sleepy")
    try sink.start(SoundEngine())
    #expect(waitUntil { sink.health.xruns >= 3 })
    sink.stop()
    let health = sink.health
    #expect(health.lateWakes == health.xruns && health.deviceXruns == 0, "\(health)")
  }

  @Test func theFirstCardIsGoneBackToWhenItReturns() throws {
    let card = TwoCards()
    let sink = ALSASink(card, label: "any", retry: 0.02)
    try sink.start(SoundEngine())
    #expect(sink.name == "first" && sink.health.problem == nil)
    card.isFirstThere = false
    #expect(waitUntil { sink.name == "second" && sink.health.running })
    #expect(sink.health.problem?.contains("first") == true, "it is said who stands in for whom")
    card.isFirstThere = true
    #expect(waitUntil { sink.name == "first" && sink.health.running })
    #expect(sink.health.problem == nil && sink.health.losses == 1)
    sink.stop()
  }

  /// What waits for its time, done when the test says.
  private final class Waiting: Sendable {
    private let looks = Mutex<[@Sendable () -> Void]>([])
    var count: Int { looks.withLock { $0.count } }
    func add(_ look: @escaping @Sendable () -> Void) { looks.withLock { $0.append(look) } }
    /// Does what waits now; what that begins anew waits for the next time.
    func doAll() {
      let due = looks.withLock { looks in
        defer { looks = [] }
        return looks
      }
      for look in due { look() }
    }
  }

  /// A card that stands in and breaks again and again: each reopening looks for the first card, and only the last one's look goes on.
  @Test func howeverOftenTheStandInIsOpenedOneLookForTheFirstCardGoesOn() throws {
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

  private final class Cards: @unchecked Sendable {
    private let lock = NSLock()
    private var there = ["A", "B"]
    private var busy: Set<String> = []
    func set(_ there: [String], busy: Set<String> = []) {
      lock.withLock {
        self.there = there
        self.busy = busy
      }
    }
    var list: [String] { lock.withLock { there } }
    func answer(_ device: String) -> Int32 {
      lock.withLock { busy.contains(device) ? -EBUSY : there.contains { "hw:CARD=\($0)" == device } ? 0 : -ENODEV }
    }
  }

  /// ALSA's own null device under the names of two cards.
  @Test func ofAnyCardTheOneThatWasPlayedFirstIsPreferred() throws {
    let cards = Cards()
    let card = ALSACard(nil, cards: { cards.list }) { pcm, device, mode in
      let code = cards.answer(device)
      return code < 0 ? code : ALSACard.openPlayback(&pcm, "null", mode)
    }
    #expect(try card.open().name == "hw:CARD=A")
    #expect(card.missing == nil)
    cards.set(["B"])
    #expect(try card.open().name == "hw:CARD=B")
    #expect(card.missing == "hw:CARD=A" && !card.missingIsBack)
    cards.set(["C", "B", "A"], busy: ["hw:CARD=A"])
    #expect(!card.missingIsBack, "it is there and in use")
    cards.set(["C", "B", "A"])
    #expect(card.missingIsBack)
    #expect(try card.open().name == "hw:CARD=A")
    #expect(card.missing == nil)
    card.close()
  }

  /// Plays until the card has seen enough.
  private func run(_ card: FailingCard, until isEnough: (FailingCard) -> Bool) throws -> ALSASink {
    let sink = ALSASink(card, label: "double", retry: 0.05)
    let engine = SoundEngine()
    try sink.start(engine)
    #expect(waitUntil { isEnough(card) }, "\(card.counts)")
    sink.stop()
    return sink
  }

  @Test func underrunsAndSuspendsAreMendedAndCounted() throws {
    let card = FailingCard()
    card.faults = [20: -Int(EPIPE), 40: -Int(ESTRPIPE), 60: -Int(EPIPE)]
    let sink = try run(card) { $0.counts.recoveries == 3 && $0.counts.writes > 100 }
    #expect(card.recoveries == 3)
    #expect(sink.health.xruns == 3 && sink.health.losses == 0)
    #expect(card.writes > 100)
    #expect(sink.health.lastXrun != nil)
  }

  @Test func aCardThatIsPulledOutComesBack() throws {
    let card = FailingCard()
    card.faults = [30: -Int(ENODEV)]
    card.closedDoors = [2, 3, 4]
    let sink = try run(card) { $0.counts.opens == 5 && $0.counts.writes > 60 }
    #expect(sink.health.losses == 1)
    #expect(card.opens == 5)
    #expect(card.writes > 60)
    #expect(sink.health.problem == nil)
  }

  @Test func whileTheCardIsGoneTheProblemIsSaidAndAStopDoesNotWait() throws {
    let card = FailingCard()
    card.faults = [10: -Int(ENODEV)]
    card.closedDoors = Set(2...10_000)
    // A stop that waited would wait for minutes.
    let sink = ALSASink(card, label: "double", retry: 300)
    try sink.start(SoundEngine())
    #expect(waitUntil { sink.health.problem?.contains("no sound card double: plug it in") == true })
    #expect(!sink.health.running)
    let begun = Clock.seconds
    sink.stop()
    #expect(Clock.seconds - begun < 10)
  }

  @Test func cardsComeBeforeMonitors() {
    #expect(ALSACard.inOrderOfTrial(["vc4hdmi0", "vc4hdmi1", "Headphones", "DAC"]) == ["Headphones", "DAC", "vc4hdmi0", "vc4hdmi1"])
    #expect(ALSACard.inOrderOfTrial(["b", "a"]) == ["b", "a"])
  }

  @Test func noCardAtTheStartIsAClearError() {
    let card = FailingCard()
    card.closedDoors = [1]
    #expect(throws: SinkError.self) { try ALSASink(card, label: "double").start(SoundEngine()) }
    do {
      _ = try ALSACard("no-such-card").open()
      Issue.record("there is no such card")
    } catch { #expect(error.description.contains("no-such-card")) }
  }

  /// ALSA waits for a card that another program has, for ever, unless it is told not to.
  @Test(
    arguments: [(EBUSY, "in use by another program"), (EAGAIN, "in use by another program"), (EACCES, "usermod -aG audio")]
      as [(Int32, String)])
  func aCardThatCannotBeOpenedIsNotWaitedFor(code: Int32, text: String) {
    // 1 is SND_PCM_NONBLOCK.
    let card = ALSACard("hw:9,0") { _, _, mode in mode == 1 ? -code : -ENOSYS }
    do {
      _ = try card.open()
      Issue.record("it is taken")
    } catch { #expect(error.description.contains(text) && error.description.contains("hw:9,0"), "\(error)") }
  }

  /// ALSA's own null device: the real library, opened, configured and written to.
  @Test func theRealLibraryPlays() throws {
    let sink = ALSASink(ALSACard("null"), label: "null")
    let engine = SoundEngine()
    try sink.start(engine)
    #expect(waitUntil { engine.blocks.load() > 20 })
    sink.stop()
    #expect(sink.grant?.rate == 48_000 && sink.grant?.period == 128)
  }

  @Test func theWAVSinkWritesAtTheClocksPace() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("out.wav").path
      let engine = SoundEngine()
      let feeder = DeckFeeder(engine, playlist: Playlist())
      feeder.start()
      let sink = ClockedSink.wav(path)
      let begun = Clock.seconds
      try sink.start(engine)
      #expect(waitUntil { engine.blocks.load() > 160 })
      sink.stop()
      let elapsed = Clock.seconds - begun
      feeder.stop()
      let left = Signals.readLeft(path)
      #expect(left.count == Int(engine.blocks.load()) * 128)
      #expect(left.count > 20_000)
      // Never ahead of the clock, but for the block that is due at once. Behind it, as far as the machine is busy.
      #expect(Double(left.count) <= elapsed * 48_000 + 4 * 128, "\(left.count) frames in \(elapsed) s")
      #expect(Signals.level(left[...]) > 0.005)
    }
  }

  @Test func pathsThatCannotBeWrittenAreClearErrors() throws {
    try Places.withFolder { (folder: URL) throws in
      do {
        try ClockedSink.wav("/nowhere/out.wav").start(SoundEngine())
        Issue.record("it cannot be written")
      } catch { #expect("\(error)".contains("/nowhere/out.wav cannot be written")) }
      let file = folder.appendingPathComponent("file").path
      _ = FileManager.default.createFile(atPath: file, contents: Data())
      do {
        try ClockedSink.fifo(file).start(SoundEngine())
        Issue.record("it is no pipe")
      } catch { #expect("\(error)".contains("is no pipe")) }
    }
  }

  @Test func theFIFOGivesWholeFramesAndNeedsNoReader() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("pipe").path
      let sink = ClockedSink.fifo(path)
      let engine = SoundEngine()
      try sink.start(engine)
      #expect(waitUntil { engine.blocks.load() > 40 })
      let reader = Foundation.open(path, O_RDONLY | O_NONBLOCK)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      var n = 0
      #expect(
        waitUntil {
          n = Foundation.read(reader, &bytes, bytes.count)
          return n > 0
        })
      Foundation.close(reader)
      sink.stop()
      #expect(n % 4 == 0)
    }
  }
}
