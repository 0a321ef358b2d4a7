import Modes
import TestSupport
import Testing

/// Tests of source changes: two sources never sound together, whatever they do.
@Suite struct SourceSwitchTests {
  private typealias Turn = SourceSwitch<Int>

  /// A source that carries out its orders late and in order, or never becomes silent.
  private struct Sounder {
    var latency: Double
    var neverEnds: Bool
    var sounds = false
    /// Whether the source is cut off. A cut source is always silent.
    var isCut = false
    var coming: [(sounds: Bool, at: Double)] = []

    mutating func act(at now: Double) {
      while let first = coming.first, first.at <= now {
        coming.removeFirst()
        sounds = first.sounds || neverEnds && sounds
      }
    }

    var isHeard: Bool { sounds && !isCut }
    var isSilent: Bool { !sounds && coming.isEmpty }
  }

  @Test func `the next one waits for the silence of the one before`() {
    var turn = Turn(1)
    #expect(turn.next(wanted: 2, at: 0) { _ in false } == .end(1))
    #expect(turn.next(wanted: 2, at: 0.1) { _ in false } == nil && turn.isWaiting && turn.present == nil)
    #expect(turn.next(wanted: 2, at: 0.11) { _ in true } == .begin(2))
    #expect(turn.next(wanted: 2, at: 0.12) { _ in false } == nil && turn.present == 2 && !turn.isWaiting)
  }

  @Test func `a player that never falls silent is cut at the limit`() {
    var turn = Turn(1)
    #expect(turn.next(wanted: 2, at: 5) { _ in false } == .end(1))
    #expect(turn.next(wanted: 2, at: 5.29) { _ in false } == nil)
    #expect(turn.next(wanted: 2, at: 5.301) { _ in false } == .cut(1))
    #expect(turn.next(wanted: 2, at: 5.301) { _ in false } == .begin(2))
  }

  @Test func `the last request begins and requests in between do not`() {
    var turn = Turn(1)
    _ = turn.next(wanted: 2, at: 0) { _ in false }
    #expect(turn.next(wanted: 3, at: 0.1) { _ in false } == nil)
    #expect(turn.next(wanted: 3, at: 0.2) { _ in true } == .begin(3))
  }

  @Test func `the one before goes on at once when it is wanted again`() {
    var turn = Turn(1)
    _ = turn.next(wanted: 2, at: 0) { _ in false }
    #expect(turn.next(wanted: 1, at: 0.1) { _ in false } == .begin(1) && turn.present == 1 && !turn.isWaiting)
  }

  @Test func `nothing may be wanted`() {
    var turn = Turn(1)
    #expect(turn.next(wanted: nil, at: 0) { _ in false } == .end(1))
    #expect(turn.next(wanted: nil, at: 0.1) { _ in true } == nil && turn.present == nil && !turn.isWaiting)
    #expect(turn.next(wanted: 4, at: 9) { _ in true } == .begin(4))
  }

  /// Requests come at random, faster or slower than the sources answer. Some sources answer late and some
  /// never.
  @Test(arguments: 1...40) func `two sources never sound together and the last request wins`(seed: UInt64) {
    var random = SplitMix(seed)
    var all = (0..<6).map { _ in Sounder(latency: [0.0, 0.02, 0.15, 0.6][Int(random.unit() * 4)], neverEnds: random.unit() < 0.25) }
    var turn = Turn()
    var wanted: Int?
    var (nextChange, now) = (0.0, 0.0)
    var changedAt = 0.0
    while now < 30 {
      if now >= nextChange, now < 28 {
        let before = wanted
        wanted = random.unit() < 0.1 ? nil : Int(random.unit() * 6)
        if wanted != before { changedAt = now }
        nextChange = now + random.unit() * [0.02, 0.3, 1.5][Int(random.unit() * 3)]
      }
      for i in all.indices { all[i].act(at: now) }
      while let step = turn.next(wanted: wanted, at: now, isSilent: { all[$0].isSilent }) {
        switch step {
        case .end(let i): all[i].coming.append((false, now + all[i].latency))
        case .cut(let i): all[i].isCut = true
        case .begin(let i):
          all[i].isCut = false
          all[i].coming.append((true, now + all[i].latency))
        }
        for i in all.indices { all[i].act(at: now) }
      }
      let heard = all.indices.filter { all[$0].isHeard }
      #expect(heard.count <= 1, "seed \(seed), at \(now): \(heard)")
      if now - changedAt > Turn.patience + 0.02 { #expect(turn.present == wanted, "seed \(seed), at \(now)") }
      now += 0.005
    }
    #expect(turn.present == wanted && !turn.isWaiting)
    if let wanted { #expect(all[wanted].isHeard) }
  }
}
