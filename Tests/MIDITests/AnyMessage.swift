import MIDI
import TestSupport

extension SplitMix {
  /// 0..<count.
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  /// A message of any kind that the wire can carry.
  mutating func message() -> MIDIMessage {
    let channel = UInt8(below(16)), a = UInt8(below(128)), b = UInt8(below(128))
    let wide = UInt16(below(16384))
    let all: [MIDIMessage] = [
      .noteOff(channel: channel, note: a, velocity: b), .noteOn(channel: channel, note: a, velocity: b),
      .keyPressure(channel: channel, note: a, pressure: b), .control(channel: channel, controller: a, value: b),
      .program(channel: channel, program: a), .channelPressure(channel: channel, pressure: a), .bend(channel: channel, bend: wide),
      .quarterFrame(a), .songPosition(wide), .songSelect(a), .tuneRequest, .clock, .start, .continue, .stop, .activeSensing, .reset,
    ]
    return all[below(all.count)]
  }

  /// Bytes of which many begin something.
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in below(3) == 0 ? UInt8(0x80 + below(128)) : UInt8(below(256)) }
  }
}
