import MIDI
import Testing

/// Tests of the bend ranges that messages set.
@Suite struct BendRangesTests {
  private struct BendRange: Equatable {
    var channel: UInt8
    var semitones: Float
  }

  private let full = MIDIMessage.bend(channel: 2, bend: 16383)

  private func take(_ ranges: inout BendRanges, _ message: MIDIMessage) -> [BendRange] {
    var told: [BendRange] = []
    ranges.take(message) { told.append(BendRange(channel: $0, semitones: $1)) }
    return told
  }

  private func set(_ ranges: inout BendRanges, _ controls: [(UInt8, UInt8)], channel: UInt8 = 2) {
    for (controller, value) in controls { ranges.take(.control(channel: channel, controller: controller, value: value)) { _, _ in } }
  }

  private func zone(_ ranges: inout BendRanges, _ manager: UInt8, _ members: UInt8) {
    set(&ranges, [(101, 0), (100, 6), (6, members), (101, 127), (100, 127)], channel: manager)
  }

  /// Returns the size of a full bend down.
  private func reach(_ ranges: BendRanges, _ channel: UInt8) -> Float? {
    var ranges = ranges
    return take(&ranges, .bend(channel: channel, bend: 0)).first { $0.channel == channel }.map { -$0.semitones }
  }

  @Test func `a bend is two semitones where nothing was said`() throws {
    var ranges = BendRanges()
    let down = take(&ranges, .bend(channel: 0, bend: 0)), none = take(&ranges, .bend(channel: 0, bend: 8192))
    let up = take(&ranges, full)
    #expect(down == [BendRange(channel: 0, semitones: -2)] && none == [BendRange(channel: 0, semitones: 0)])
    #expect(up.count == 1 && up[0].channel == 2 && abs(up[0].semitones - 2) < 0.001)
  }

  @Test func `an unchanged range is not reported`() {
    var ranges = BendRanges()
    let first = take(&ranges, full), again = take(&ranges, full)
    let control = take(&ranges, .control(channel: 2, controller: 1, value: 64)),
      rest = take(&ranges, .control(channel: 5, controller: 121, value: 0))
    #expect(first.count == 1 && again == first && control.isEmpty && rest.isEmpty)
  }

  @Test func `the wire says how far it goes on its channel`() {
    var ranges = BendRanges()
    set(&ranges, [(101, 0), (100, 0), (6, 12), (38, 50)])
    #expect(reach(ranges, 2) == 12.5 && reach(ranges, 3) == 2)
  }

  @Test func `a bend that is held is what it means now`() {
    var ranges = BendRanges()
    _ = take(&ranges, full)
    set(&ranges, [(101, 0), (100, 0)])
    let now = take(&ranges, .control(channel: 2, controller: 6, value: 7))
    let calm = take(&ranges, .control(channel: 2, controller: 121, value: 0))
    #expect(now.count == 1 && now[0].channel == 2 && abs(now[0].semitones - 7) < 0.01)
    #expect(calm == [BendRange(channel: 2, semitones: 0)])
  }

  @Test func `other parameters change nothing`() {
    let others: [[(UInt8, UInt8)]] = [
      [(101, 0), (100, 1)], [(99, 0), (98, 0)], [(101, 0), (100, 0), (99, 1)], [(101, 127), (100, 127)], [(101, 0), (100, 6)], [],
    ]
    for controls in others {
      var ranges = BendRanges()
      set(&ranges, controls + [(6, 24)])
      #expect(reach(ranges, 2) == 2, "\(controls)")
    }
  }

  @Test func `no bend goes beyond the synthesizers`() {
    var ranges = BendRanges()
    set(&ranges, [(101, 0), (100, 0), (6, 127), (38, 127)])
    let most = take(&ranges, full)
    let wrong: [MIDIMessage] = [
      .bend(channel: 16, bend: 0), .bend(channel: 0, bend: 16384), .noteOn(channel: 2, note: 60, velocity: 1), .clock,
    ]
    let answers = wrong.flatMap { take(&ranges, $0) }
    #expect(most == [BendRange(channel: 2, semitones: BendRanges.most)] && answers.isEmpty)
  }

  // MARK: - MPE

  @Test func `a zones members bend by four octaves and its manager by two semitones`() {
    var ranges = BendRanges()
    zone(&ranges, 0, 5)
    let one: [Float?] = [2, 48, 48, 48, 48, 48, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
    #expect((0..<16).map { reach(ranges, $0) } == one)
    zone(&ranges, 15, 3)
    let two: [Float?] = [2, 48, 48, 48, 48, 48, 2, 2, 2, 2, 2, 2, 48, 48, 48, 2]
    #expect((0..<16).map { reach(ranges, $0) } == two)
  }

  @Test func `a range sent to one member holds for all`() {
    var ranges = BendRanges()
    zone(&ranges, 0, 4)
    set(&ranges, [(101, 0), (100, 0), (6, 24)], channel: 3)
    #expect((0..<6).map { reach(ranges, $0) } == [2, 24, 24, 24, 24, 2])
    set(&ranges, [(101, 0), (100, 0), (6, 7)], channel: 0)
    #expect((0..<6).map { reach(ranges, $0) } == [7, 24, 24, 24, 24, 2], "the manager's is its own")
  }

  @Test func `the managers bend is added to each members`() {
    var ranges = BendRanges()
    zone(&ranges, 0, 2)
    _ = take(&ranges, .bend(channel: 1, bend: 8192 + 4096))
    let all = take(&ranges, .bend(channel: 0, bend: 0))
    #expect(all == [BendRange(channel: 0, semitones: -2), BendRange(channel: 1, semitones: 22), BendRange(channel: 2, semitones: -2)])
    // The highest member has the limit of the synthesizer.
    let low = take(&ranges, .bend(channel: 2, bend: 0))
    #expect(low == [BendRange(channel: 2, semitones: -48)])
  }

  @Test func `the older of two zones gives way`() {
    var ranges = BendRanges()
    zone(&ranges, 0, 10)
    zone(&ranges, 15, 9)
    #expect((1..<15).map { reach(ranges, $0) } == Array(repeating: 48, count: 14))
    set(&ranges, [(101, 0), (100, 0), (6, 12)], channel: 5)
    #expect(reach(ranges, 5) == 12 && reach(ranges, 6) == 48, "five are left of ten")
    zone(&ranges, 0, 15)
    #expect(reach(ranges, 15) == 48 && reach(ranges, 0) == 2, "all of them are the lower zone's")
  }

  @Test func `a zone that is taken away leaves channels as they were`() {
    var ranges = BendRanges()
    zone(&ranges, 0, 15)
    let bent = take(&ranges, .bend(channel: 4, bend: 0))
    #expect(bent == [BendRange(channel: 4, semitones: -48)])
    set(&ranges, [(101, 0), (100, 6)], channel: 0)
    let end = take(&ranges, .control(channel: 0, controller: 6, value: 0))
    #expect(end == [BendRange(channel: 4, semitones: -2)] && reach(ranges, 9) == 2)
  }

  @Test(arguments: [0, 15] as [UInt8])
  func `members hear the pedal and the modes of their manager`(manager: UInt8) {
    let members: [UInt8] = manager == 0 ? [1, 2, 3] : [12, 13, 14]
    var ranges = BendRanges()
    #expect(ranges.hearers(of: 64, on: manager) == [manager])
    zone(&ranges, manager, 3)
    for controller in [1, 11, 64, 120, 121, 123] as [UInt8] {
      #expect(ranges.hearers(of: controller, on: manager) == [manager] + members)
      for channel in members + [7, 15 - manager] { #expect(ranges.hearers(of: controller, on: channel) == [channel]) }
    }
    // The ranges drop messages that do not affect a note.
    for controller in [6, 7, 10, 38, 66, 74, 98, 99, 100, 101] as [UInt8] {
      #expect(ranges.hearers(of: controller, on: manager) == [manager])
    }
    // A reset centres all bends.
    _ = take(&ranges, .bend(channel: members[1], bend: 0))
    #expect(take(&ranges, .control(channel: manager, controller: 121, value: 0)) == [BendRange(channel: members[1], semitones: 0)])
  }

  @Test func `channels that change their zone are reported`() {
    var ranges = BendRanges()
    func moved(_ manager: UInt8, _ members: UInt8) -> [UInt8] {
      set(&ranges, [(101, 0), (100, 6)], channel: manager)
      return ranges.take(.control(channel: manager, controller: 6, value: members)) { _, _ in }
    }
    #expect(moved(0, 3) == [1, 2, 3] && moved(0, 3) == [] && moved(0, 2) == [3])
    #expect(moved(15, 13) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].filter { $0 != 1 })
    #expect(moved(15, 0) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] && moved(0, 0) == [1])
  }

  @Test(arguments: [0, 15] as [UInt8]) func `a member's pressure is its dynamics`(manager: UInt8) {
    let members: [UInt8] = manager == 0 ? [1, 2, 3] : [12, 13, 14]
    var ranges = BendRanges()
    func dynamics(_ channel: UInt8, _ pressure: UInt8) -> UInt8? {
      ranges.dynamics(of: .channelPressure(channel: channel, pressure: pressure))
    }
    #expect(dynamics(members[0], 50) == nil, "there is no zone yet")
    zone(&ranges, manager, 3)
    #expect(dynamics(members[0], 0) == nil, "keys without pressure say 0 for ever")
    #expect(dynamics(members[1], 50) == 50 && dynamics(members[0], 0) == 0 && dynamics(members[2], 127) == 127)
    #expect(dynamics(manager, 50) == nil && dynamics(7, 50) == nil && dynamics(members[0], 200) == nil)
    #expect(ranges.dynamics(of: .keyPressure(channel: members[0], note: 60, pressure: 5)) == nil)
    zone(&ranges, manager, 0)
    zone(&ranges, manager, 3)
    #expect(dynamics(members[0], 0) == nil, "it is another zone")
  }

  @Test func `a message outside of zones changes nothing`() {
    var ranges = BendRanges()
    zone(&ranges, 7, 5)
    zone(&ranges, 0, 16)
    #expect((0..<16).allSatisfy { reach(ranges, $0) == 2 })
  }
}
