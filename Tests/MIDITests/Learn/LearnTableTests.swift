import Foundation
import MIDI
import Testing

/// Tests of bindings: new ones, the ones that they replace, and saved ones.
@Suite struct LearnTableTests {
  private func cc(_ number: UInt8, _ value: UInt8, channel: UInt8 = 0) -> MIDIMessage {
    .control(channel: channel, controller: number, value: value)
  }
  private func take(_ table: inout LearnTable, _ message: MIDIMessage, at time: Double = 0) -> LearnAnswer {
    table.take(message, at: time) { _ in 0.5 }
  }
  private func learned(_ answer: LearnAnswer) -> LearnAnswer.Learned? { if case .learned(let learned) = answer { learned } else { nil } }

  /// Volume on controller 7, speed on 1, PLAY on note 36 of channel 10.
  private func table() -> LearnTable {
    var table = LearnTable()
    table.learn(.volume, at: 0)
    _ = take(&table, cc(7, 3))
    table.learn(.speed, at: 0)
    _ = take(&table, cc(1, 3))
    table.learn(.play, at: 0)
    _ = take(&table, .noteOn(channel: 9, note: 36, velocity: 100))
    return table
  }

  @Test func `the next controller or note is bound`() throws {
    var table = LearnTable()
    #expect(take(&table, cc(7, 64)) == .free)
    table.learn(.volume, at: 10)
    #expect(table.isLearning(at: 11) == .volume)
    for message in [MIDIMessage.clock, .bend(channel: 0, bend: 0), .noteOff(channel: 0, note: 60, velocity: 0), cc(123, 0)] {
      #expect(take(&table, message, at: 11) == .free, "that is not an offer: \(message)")
    }
    let found = try #require(learned(take(&table, cc(7, 64, channel: 2), at: 11)))
    #expect(found.binding == LearnBinding(.volume, .controller(channel: 2, number: 7)))
    #expect(found.sentence == "volume is played by cc 7 channel 3")
    #expect(table.isLearning(at: 11) == nil && take(&table, cc(7, 64), at: 11) == .free, "another channel is another knob")
  }

  @Test func `no request waits for ever`() {
    var table = LearnTable()
    table.learn(.volume, at: 10)
    #expect(table.isLearning(at: 40) == .volume && table.isLearning(at: 40.1) == nil)
    #expect(take(&table, cc(7, 64), at: 41) == .free && table.bindings.isEmpty)
    table.learn(.volume, at: 50)
    table.cancel()
    #expect(take(&table, cc(7, 64), at: 51) == .free)
  }

  @Test func `the former target of a message is reported`() throws {
    var table = table()
    table.learn(.reverb, at: 0)
    let found = try #require(learned(take(&table, cc(7, 9))))
    #expect(found.takenFrom == .volume && found.before == nil)
    #expect(found.sentence == "reverb is played by cc 7 channel 1; it played volume, which has no control now")
    table.learn(.reverb, at: 0)
    let other = try #require(learned(take(&table, cc(1, 9))))
    #expect(other.takenFrom == .speed && other.before == .controller(channel: 0, number: 7))
    table.learn(.reverb, at: 0)
    let same = try #require(learned(take(&table, cc(1, 9))))
    #expect(same.takenFrom == nil && same.before == nil)
    #expect(Set(table.bindings.map(\.target)) == [.play, .reverb])
    #expect(table.forget(.reverb) == .controller(channel: 0, number: 1) && table.forget(.reverb) == nil)
  }

  @Test func `a note cannot turn and a bank is not a knob`() throws {
    var table = LearnTable()
    table.learn(.volume, at: 0)
    #expect(take(&table, .noteOn(channel: 0, note: 60, velocity: 1)) == .refused("a note cannot turn volume: move a knob or a fader"))
    for number in [0, 6, 32, 38, 98, 99, 100, 101] as [UInt8] {
      if case .refused = take(&table, cc(number, 1)) {} else { Issue.record("controller \(number)") }
    }
    #expect(learned(take(&table, cc(7, 1))) != nil, "it goes on waiting")
    table.learn(.waveform, at: 0)
    #expect(learned(take(&table, .noteOn(channel: 0, note: 60, velocity: 1))) != nil)
    #expect(take(&table, .noteOn(channel: 0, note: 60, velocity: 1)) == .press(.waveform))
  }

  @Test func `a note presses once and its end plays nothing`() {
    var table = table()
    #expect(take(&table, .noteOn(channel: 9, note: 36, velocity: 1)) == .press(.play))
    #expect(take(&table, .noteOn(channel: 9, note: 36, velocity: 0)) == .taken)
    #expect(take(&table, .noteOff(channel: 9, note: 36, velocity: 64)) == .taken)
    #expect(take(&table, .noteOn(channel: 9, note: 37, velocity: 1)) == .free)
  }

  @Test func `a controller presses when it goes down`() {
    var table = LearnTable()
    table.learn(.mute(2), at: 0)
    #expect(learned(take(&table, cc(20, 127))) != nil)
    let values: [UInt8] = [127, 0, 63, 64, 100, 127, 10, 127]
    let presses: [LearnAnswer] = values.map { take(&table, cc(20, $0)) }
    let down: LearnAnswer = .press(.mute(2))
    #expect(presses == [.taken, .taken, .taken, down, .taken, .taken, .taken, down])
  }

  /// Pads and foot switches may send 127 with each press and nothing on release. A fader that moves above the
  /// middle is not such a button.
  @Test func `a button that never comes up presses each time`() {
    var table = LearnTable()
    table.learn(.next, at: 0)
    #expect(learned(take(&table, cc(20, 127))) != nil)
    let presses: [LearnAnswer] = [0.1, 1, 1.1, 2, 2.5].map { take(&table, cc(20, 127), at: $0) }
    #expect(presses == [.taken, .press(.next), .taken, .press(.next), .press(.next)])
    let fader: [LearnAnswer] = zip([3, 4, 5, 6, 7], [100, 101, 100, 90, 64] as [UInt8]).map { take(&table, cc(20, $1), at: $0) }
    #expect(fader == Array(repeating: .taken, count: 5))
  }

  @Test func `a target without a value is not turned`() {
    var table = table()
    #expect(table.take(cc(7, 10), at: 0) { _ in nil } == .taken)
    #expect(table.take(cc(7, 10), at: 0) { _ in .nan } == .taken)
  }

  @Test func `it is kept in words`() throws {
    let table = table()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(table)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"message":"cc 7 channel 1","parameter":"volume"},{"message":"cc 1 channel 1","parameter":"speed"},{"message":"note 36 channel 10","parameter":"play"}]"#
    )
    #expect(try JSONDecoder().decode(LearnTable.self, from: data) == table)
  }

  @Test func `every parameter has a name that leads back`() {
    #expect(Set(LearnTarget.all.map(\.name)).count == LearnTarget.all.count)
    for target in LearnTarget.all { #expect(LearnTarget(name: target.name) == target) }
    for name in ["", "volume 5", "volume 0", "mute", "Volume", "bass"] { #expect(LearnTarget(name: name) == nil) }
  }

  /// A file of a later version or one edited by hand. Readable entries count, and a repeated message or
  /// parameter counts once.
  @Test func `unreadable entries are left out`() throws {
    let text = """
      [{"message":"cc 7 channel 1","parameter":"volume"}, {"message":"cc 8 channel 1","parameter":"warp"}, 5, null, {"parameter":"speed"},
       {"message":"cc 7 channel 1","parameter":"speed"}, {"message":"cc 9 channel 1","parameter":"volume"},
       {"message":"cc 123 channel 1","parameter":"tone"}, {"message":"cc 5 channel 17","parameter":"tone"}, {"message":"cc 5 channel 0","parameter":"tone"},
       {"message":"note 128 channel 1","parameter":"next"}, {"message":"note 60 channel 1","parameter":"fuzz"}, {"message":"cc  5 channel 1","parameter":"tone"},
       {"message":"note 60 channel 16","parameter":"next"}]
      """
    let table = try JSONDecoder().decode(LearnTable.self, from: Data(text.utf8))
    #expect(table.bindings.map(\.target.name) == ["volume", "next"])
    #expect(table.bindings.map(\.control.text) == ["cc 7 channel 1", "note 60 channel 16"])
  }
}
