import Notes
import Sound
import TestSupport
import Testing

/// A sink in the test's own time, and its instrument. It requests several blocks at once.
private final class Card {
  static let beginning = 1000.0
  let engine = SoundEngine()
  private let blocks: Int
  /// Seconds by which its next request is late.
  private let late: () -> Double
  /// Frames at which notes began.
  private(set) var begins: [Int64] = []
  /// Offset of the clock, in seconds: its times are later by this.
  var shift = 0.0
  private var turns = 0
  private var output = [Float](repeating: 0, count: 2 * SoundFormat.block)

  init(blocks: Int = 1, late: @escaping () -> Double = { 0 }) {
    (self.blocks, self.late) = (blocks, late)
    engine.instrument.set(InstrumentLevels(isScene: true))
  }

  var period: Int64 { Int64(blocks * SoundFormat.block) }
  /// Earliest time of its next request.
  var next: Double { Self.beginning + seconds(Int64(turns) * period) + shift }
  var rendered: Int64 { engine.state.rendered }

  func seconds(_ frames: Int64) -> Double { Double(frames) / Double(SoundFormat.rate) }

  /// Renders a period. Two more periods are in its buffer, and 4 ms pass behind it.
  func turn() {
    let asked = next + late()
    for _ in 0..<blocks {
      engine.rtRender(&output)
      let state = engine.instrument.state
      if state.noteAt >= 0, state.noteAt != begins.last { begins.append(state.noteAt) }
      let heard = Self.beginning + seconds(state.rendered + 2 * period) + 0.004 + shift
      engine.rtTell(nextAt: Int64(heard * 1e9), begunAt: Int64(asked * 1e9), period: Int(period))
    }
    turns += 1
  }

  func run(_ seconds: Double) { for _ in 0..<Int(seconds / self.seconds(period)) { turn() } }

  /// Strikes a key. The message is read at once and reaches the engine before its next block.
  func strike(_ note: Int, at seconds: Double) {
    engine.instrument.note(on: note, velocity: 100, channel: note % 16, due: engine.due(arrivedAt: seconds))
  }
}

/// Notes of a wire keep the rhythm of their arrival.
@Suite struct ArrivalTests {
  /// Threads wake up to 1 ms late. A note takes 0.3 ms from the wire to the engine. A note that arrives just
  /// before a period is rendered comes too late for it.
  @Test(arguments: [1, 2, 8], [0.0, 0.001]) func `notes 3 ms apart are heard 3 ms apart, to the frame`(blocks: Int, lateness: Double) {
    var random = SplitMix(UInt64(blocks))
    let card = Card(blocks: blocks) { random.unit() < 0.5 ? 0 : random.unit() * lateness }
    card.run(1)
    let arrivals = (0..<200).map { card.next + 0.0013 + 0.003 * Double($0) }
    var sent = 0
    while sent < arrivals.count {
      while sent < arrivals.count, arrivals[sent] + 0.0003 <= card.next {
        card.strike(40 + sent % 40, at: arrivals[sent])
        sent += 1
      }
      card.turn()
    }
    card.run(0.1)
    #expect(card.begins.count == arrivals.count)
    #expect(zip(card.begins, card.begins.dropFirst()).allSatisfy { $1 - $0 == 144 }, "\(card.begins)")
    // The delay: a period, and half a millisecond for the message.
    let way = Card.beginning + card.seconds(card.begins[0] - card.period) - arrivals[0]
    #expect(abs(way - 0.0005) < card.seconds(1), "\(way)")
  }

  @Test func `a note that comes late begins with the next block`() {
    let card = Card()
    card.run(1)
    for late in [0.01, 1, 500] {
      let now = card.rendered
      card.strike(60, at: card.next - late)
      card.turn()
      #expect(card.begins.last == now)
      card.run(0.1)
    }
    #expect(card.begins.count == 3)
  }

  @Test(arguments: [3600, -3600, .nan, .infinity, -.infinity, 1e300])
  func `a time that cannot be neither loses a note nor keeps it waiting`(jump: Double) {
    let card = Card()
    card.run(1)
    for i in 0..<50 {
      let now = card.rendered
      card.strike(40 + i, at: i % 2 == 0 ? card.next - 0.001 : card.next + jump)
      for _ in 0..<4 { card.turn() }
      #expect(card.begins.count == i + 1 && (now...now + 2 * card.period).contains(card.begins.last ?? -1), "\(i)")
    }
  }

  /// The jumps are smaller and larger than the limit of a break.
  @Test(arguments: [0.004, -0.004, 0.5, -0.5])
  func `a jump of the sink's clock loses no note and delays none by more than a period`(jump: Double) {
    let card = Card()
    card.run(1)
    for i in 0..<100 {
      if i == 20 { card.shift += jump }
      let now = card.rendered
      card.strike(40 + i % 40, at: card.next - 0.001)
      for _ in 0..<4 { card.turn() }
      #expect(card.begins.count == i + 1 && (now...now + 2 * card.period).contains(card.begins.last ?? -1), "\(i)")
    }
  }

  @Test func `notes that come while the audio thread stands still begin as soon as it goes on`() {
    let card = Card()
    card.run(1)
    let now = card.rendered
    for i in 1...10 { card.strike(40 + i, at: card.next + 0.1 * Double(i)) }
    card.shift += 2
    for _ in 0..<4 { card.turn() }
    #expect(card.engine.instrument.state.begun == 10 && card.begins.allSatisfy { $0 <= now + 2 * card.period }, "\(card.begins)")
  }

  @Test func `without a card's clock a note begins with the next block`() {
    let card = Card()
    card.run(1)
    card.engine.rtForgetTime()
    #expect(card.engine.due(arrivedAt: card.next) == 0)
    let now = card.rendered
    card.strike(60, at: card.next)
    card.turn()
    #expect(card.begins == [now])
  }

  /// A clock that steps back may give an end an earlier frame than its note.
  @Test func `nothing is played before what was sent before it`() {
    let bench = InstrumentBench()
    bench.port.note(on: 60, velocity: 100, channel: 0, due: 1000)
    bench.port.note(off: 60, channel: 0, due: 900)
    bench.port.note(on: 62, velocity: 100, channel: 0)
    bench.render(7)
    #expect(bench.state.begun == 0)
    bench.render(1)
    #expect(bench.state.noteAt == 1000 && bench.state.begun == 2 && bench.state.ended == 1 && bench.state.sounding.count == 1)
  }

  @Test func `a bend, a pressure and an end have their frame as a note has`() {
    let acts: [(InstrumentPort, Int64) -> Void] = [
      { $0.bend(2, channel: 0, due: $1) }, { $0.control(11, 20, channel: 0, due: $1) }, { $0.note(off: 69, channel: 0, due: $1) },
    ]
    for act in acts {
      func played(_ due: Int64?) -> [Float] {
        let bench = InstrumentBench()
        bench.port.note(on: 69, velocity: 100, channel: 0)
        bench.render(20)
        if let due { act(bench.port, due) }
        bench.render(20)
        return bench.left
      }
      let plain = played(nil)
      for due in [2600, 2701, 2815] as [Int64] {
        let first = zip(plain, played(due)).enumerated().first { abs($0.element.0 - $0.element.1) > 1e-6 }?.offset ?? 0
        // Slow values move once in 16 frames; the effects' delay adds up to that.
        let earliest = Int(due) + InstrumentPort.delay - 16
        #expect((earliest...earliest + 64).contains(first), "due \(due): \(first)")
      }
    }
  }

  @Test func `of a flood each block begins notes at its first places and the rest with the next one`() {
    let bench = InstrumentBench()
    bench.render(1)
    for i in 0..<128 { bench.port.note(on: i, velocity: 100, channel: 0, due: Int64(128 + i)) }
    bench.render(1)
    #expect(bench.state.begun == 16 && bench.state.noteAt == 128 + 15)
    bench.render(1)
    #expect(bench.state.begun == 128 && bench.state.noteAt == 256 && bench.port.lostMessages.load() == 0)
  }

  @Test func `waiting messages end with the wire`() {
    let bench = InstrumentBench()
    bench.port.note(on: 60, velocity: 100, channel: 0, due: 1000)
    bench.render(1)
    bench.port.endWire()
    bench.port.note(on: 62, velocity: 100, channel: 0, due: 1100)
    bench.render(20)
    #expect(bench.state.begun == 1 && bench.state.noteAt == 1100 && bench.state.sounding.count == 1)
  }
}
