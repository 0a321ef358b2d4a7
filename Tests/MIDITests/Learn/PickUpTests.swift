import MIDI
import TestSupport
import Testing

/// A knob takes control when it passes the present value.
@Suite struct PickUpTests {
  /// A box whose volume changes by a knob and by others.
  private final class Knob {
    var table = LearnTable([LearnBinding(.volume, .controller(channel: 0, number: 7))])
    var volume: Double
    var time = 0.0

    init(volume: Double) { self.volume = volume }

    /// - Returns: whether the volume was set.
    @discardableResult func turn(_ place: UInt8, after seconds: Double = 0.02) -> Bool {
      time += seconds
      let present = volume
      guard
        case .set(.volume, let value) = table.take(.control(channel: 0, controller: 7, value: place), at: time, present: { _ in present })
      else { return false }
      volume = value
      return true
    }
  }

  @Test func `it waits for the present value`() {
    let knob = Knob(volume: 0.5)
    for place in [0, 20, 40, 60] as [UInt8] { #expect(!knob.turn(place)) }
    #expect(knob.volume == 0.5)
    #expect(knob.turn(66) && knob.volume == 66 / 127.0, "it has passed 63.5")
    #expect(knob.turn(120) && knob.turn(3), "and then it goes with the knob")
  }

  @Test func `it takes over from above and at the very place`() {
    let knob = Knob(volume: 0.5)
    for place in [127, 100, 70] as [UInt8] { #expect(!knob.turn(place)) }
    #expect(knob.turn(60))
    let other = Knob(volume: 0.5)
    #expect(other.turn(64), "a knob that stands there has nothing to pass")
  }

  /// Another control has set the value to the knob's position. The next message of the knob is some steps away.
  @Test func `it takes over where it stood at the very place`() {
    let knob = Knob(volume: 0.2)
    #expect(!knob.turn(127))
    knob.volume = 1
    #expect(knob.turn(120, after: 1) && knob.volume == 120 / 127.0)
  }

  @Test func `a value changed by another source is picked up again`() {
    let knob = Knob(volume: 0.5)
    knob.turn(64)
    knob.volume = 0.9
    #expect(!knob.turn(65, after: 1) && !knob.turn(80) && knob.volume == 0.9)
    #expect(knob.turn(120) && knob.volume == 120 / 127.0)
  }

  /// The box carries out a value one poll later.
  @Test func `a fast turn is not taken for another source's`() {
    var table = LearnTable([LearnBinding(.volume, .controller(channel: 0, number: 7))])
    var behind: [Double] = [0.5, 0.5, 0.5]
    for (i, place) in ([64, 70, 80, 90, 100, 110] as [UInt8]).enumerated() {
      let present = behind[0]
      let answer = table.take(.control(channel: 0, controller: 7, value: place), at: Double(i) * 0.01) { _ in present }
      guard case .set(_, let value) = answer else {
        Issue.record("\(place): \(answer)")
        return
      }
      behind = Array(behind.dropFirst()) + [value]
    }
  }

  /// A knob turns by steps of at most n while other controls change the value. The value moves by no more than
  /// the knob.
  @Test(arguments: 0..<50 as Range<UInt64>) func `nothing ever jumps`(seed: UInt64) {
    var random = SplitMix(seed)
    let knob = Knob(volume: random.unit())
    var place = Int(random.unit() * 128)
    knob.turn(UInt8(place))
    var taken = 0
    for _ in 0..<2000 {
      if random.unit() < 0.05 {
        knob.volume = random.unit()
        knob.time += 1
      }
      let before = knob.volume, old = place
      place = min(max(place + Int(random.unit() * 21) - 10, 0), 127)
      let moved = abs(place - old)
      guard knob.turn(UInt8(place)) else { continue }
      taken += 1
      #expect(abs(knob.volume - before) * 127 <= Double(moved) + 1.5, "seed \(seed): \(before) to \(knob.volume) by \(moved)")
    }
    #expect(taken > 200, "seed \(seed): it does take over")
  }

  @Test func `waveforms take over within their quarter`() {
    var table = LearnTable([LearnBinding(.waveform, .controller(channel: 0, number: 2))])
    func turn(_ place: UInt8, present: Double) -> LearnAnswer {
      table.take(.control(channel: 0, controller: 2, value: place), at: 0) { _ in present }
    }
    #expect(turn(10, present: 2) == .taken && turn(63, present: 2) == .taken)
    #expect(turn(64, present: 2) == .set(.waveform, 2) && turn(96, present: 2) == .set(.waveform, 3))
  }
}
