import MIDI
import Notes
import TestSupport
import Testing

/// Tests of the bounded input queue, which never drops the end of a note.
@Suite struct InputQueueTests {
  private func taken(_ queue: InputQueue, _ most: Int = .max) -> [MIDIInput] {
    queue.close()
    var all: [MIDIInput] = []
    while all.count < most, let input = queue.take(now: { 9 }) { all.append(input) }
    return all
  }

  @Test func `events that fit leave in their order`() {
    let queue = InputQueue()
    let inputs: [MIDIInput] = [.message(on(60), at: 1), .message(cc(1, 5), at: 2), .systemExclusive(bytes: 7), .message(off(60), at: 3)]
    for input in inputs { queue.put(input) }
    #expect(taken(queue) == inputs && queue.dropped == 0)
  }

  @Test func `a flood is bounded and reported once`() {
    let queue = InputQueue()
    for i in 0..<50_000 { queue.put(.message(cc(1, UInt8(i % 128)), at: 0)) }
    let all = taken(queue)
    #expect(all.count == InputQueue.room && all.filter { $0 == .missed }.count == 1 && queue.dropped == 50_000 - InputQueue.room + 1)
  }

  @Test func `after a flood the next one is reported again`() {
    let queue = InputQueue()
    for _ in 0..<2000 { queue.put(.message(.clock, at: 0)) }
    var words = taken(queue).filter { $0 == .missed }.count
    for _ in 0..<2000 { queue.put(.message(.clock, at: 0)) }
    words += taken(queue).filter { $0 == .missed }.count
    #expect(words == 2)
  }

  /// The pedal holds notes whose ends have come. No other message would end them.
  @Test func `a pedals way up is not left out`() {
    let queue = InputQueue()
    queue.put(.message(cc(64, 127, channel: 3), at: 0))
    for _ in 0..<2000 { queue.put(.message(.clock, at: 0)) }
    queue.put(.message(off(60), at: 0))
    queue.put(.message(cc(64, 63, channel: 3), at: 0))
    queue.put(.message(cc(64, 127, channel: 4), at: 0))
    let all = taken(queue)
    #expect(all.last == .message(cc(64, 0, channel: 3), at: 9) && all.filter { $0 == .missed }.count == 1)
    queue.put(.message(cc(64, 127, channel: 3), at: 0))
    #expect(taken(queue) == [.message(cc(64, 127, channel: 3), at: 0)])
  }

  /// A reset lifts the pedal and ends the bend. A reader with earlier messages counts it as done.
  @Test func `a reset and a bends way back are not left out`() {
    let queue = InputQueue()
    for _ in 0..<2000 { queue.put(.message(.clock, at: 0)) }
    queue.put(.message(cc(121, 0, channel: 3), at: 0))
    queue.put(.message(.bend(channel: 5, bend: 8192), at: 0))
    let all = taken(queue)
    #expect(all.suffix(2) == [.message(cc(121, 0, channel: 3), at: 9), .message(.bend(channel: 5, bend: 8192), at: 9)])
  }

  /// An earlier move still waits in the queue when the postponed ends are sent.
  @Test(arguments: [MIDIInput.rest(channel: 0, controller: 1), .message(cc(121, 0), at: 0)], [2, 3])
  func `a controller's way to rest is reported after its moves`(rest: MIDIInput, free: Int) {
    let queue = InputQueue()
    for _ in 0..<2000 { queue.put(.message(.clock, at: 0)) }
    queue.put(.message(off(60), at: 0))
    for _ in 0..<free { _ = queue.take { 1 } }
    queue.put(.message(cc(1, 90), at: 0))
    queue.put(rest)
    let told = taken(queue).filter { $0 != .message(.clock, at: 0) && $0 != .missed }
    #expect(told.count == 3 && told.first == .message(off(60), at: 9) && told[1] == .message(cc(1, 90), at: 0), "\(told)")
  }

  /// A dropped bend must not come after its return to the centre.
  @Test func `while a way back waits nothing is bent`() {
    let queue = InputQueue()
    for _ in 0..<2000 { queue.put(.message(.clock, at: 0)) }
    queue.put(.message(.bend(channel: 5, bend: 8192), at: 0))
    _ = queue.take { 1 }
    queue.put(.message(.bend(channel: 5, bend: 9000), at: 0))
    queue.put(.message(.bend(channel: 5, bend: 8192), at: 0))
    #expect(taken(queue).last == .message(.bend(channel: 5, bend: 8192), at: 9))
  }

  /// The reader is sometimes faster and sometimes slower than the input.
  @Test(arguments: 0..<10 as Range<UInt64>) func `every reported begin has its end after it`(seed: UInt64) {
    var random = SplitMix(seed)
    let queue = InputQueue()
    var wire: Set<UInt8> = []
    var told: Set<UInt8> = []
    var begins = 0
    var messages = 0
    queue.close()
    while messages < 50_000 {
      for _ in 0..<Int(random.unit() * 3000) {
        messages += 1
        let note = UInt8(random.unit() * 12)
        switch Int(random.unit() * 3) {
        case 0:
          if wire.insert(note).inserted { queue.put(.message(on(note), at: 0)) }
        case 1:
          if wire.remove(note) != nil { queue.put(.message(off(note), at: 0)) }
        default: queue.put(.message(cc(1, note), at: 0))
        }
      }
      for _ in 0..<Int(random.unit() * 1500) {
        guard let input = queue.take(now: { 0 }) else { break }
        guard case .message(let message, _) = input, let note = message.asNote else { continue }
        if note.isOn {
          begins += 1
          #expect(told.insert(note.note).inserted, "seed \(seed)")
        } else {
          told.remove(note.note)
        }
      }
    }
    for note in wire { queue.put(.message(off(note), at: 0)) }
    while let input = queue.take(now: { 0 }) {
      if case .message(let message, _) = input, let note = message.asNote {
        if note.isOn { told.insert(note.note) } else { told.remove(note.note) }
      }
    }
    #expect(told.isEmpty && begins > 100 && queue.dropped > 1000, "seed \(seed)")
  }
}
