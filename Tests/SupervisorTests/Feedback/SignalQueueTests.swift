import Modes
import Supervisor
import Testing

/// Tests of the queue of tones.
@Suite struct SignalQueueTests {
  @Test func `tones follow one another after the tone of the boot`() {
    var queue = SignalQueue()
    queue.add(.stickTaken)
    queue.add(.cameraLost)
    queue.add(.stickTaken)
    let first = (0..<100).map { 5 + 0.1 * Double($0) }.first { queue.next(at: $0, afterBoot: 0.6) == .stickTaken }
    #expect(first.map { $0 >= 5.84 && $0 < 6 } == true)
    let begun = first ?? 0
    let end = begun + Signal.stickTaken.row.seconds + SignalQueue.gap
    #expect(queue.next(at: end - 0.01, afterBoot: 0.6) == nil)
    #expect(queue.next(at: end + 0.01, afterBoot: 0.6) == .cameraLost)
    #expect(queue.next(at: end + 60, afterBoot: 0.6) == nil, "an event that waits is not added again")
  }

  @Test func `of modes only the newest is called, and a storm of events ends`() {
    var queue = SignalQueue()
    _ = queue.next(at: 0, afterBoot: 0)
    for signal in [Signal.stemsMode, .tierFree, .instrumentMode, .tierPro, .thereminMode] { queue.add(signal) }
    #expect(queue.next(at: 10, afterBoot: 0) == .tierPro)
    #expect(queue.next(at: 20, afterBoot: 0) == .thereminMode && queue.next(at: 30, afterBoot: 0) == nil)
    for signal in Signal.allCases { queue.add(signal) }
    let heard = (0..<50).compactMap { queue.next(at: 40 + 10 * Double($0), afterBoot: 0) }
    #expect(heard.count == SignalQueue.most)
  }
}
