import Foundation
import Realtime
import Testing

@Suite struct RingTests {
  @Test func `keeps order and says when it is full or empty`() {
    let ring = Ring<Int>(capacity: 5, fill: 0)
    // A ring cannot be copied. So the test takes its answers first and compares them afterwards.
    let before = ring.pop()
    let pushed = (0..<9).map { ring.push($0) }
    let popped = (0..<9).map { _ in ring.pop() }
    #expect(before == nil)
    #expect(pushed == Array(repeating: true, count: 8) + [false])
    #expect(popped == [0, 1, 2, 3, 4, 5, 6, 7, nil])
  }

  @Test func `the producer's side alone fills the ring`() {
    let ring = Ring<Int>(capacity: 2, fill: 0)
    let writer = ring.writer
    let pushed = (1...3).map { writer.push($0) }
    let popped = [ring.pop(), ring.pop(), ring.pop()]
    #expect(pushed == [true, true, false] && popped == [1, 2, nil])
  }

  private final class Shared: @unchecked Sendable {
    let ring = Ring<Int>(capacity: 16, fill: 0)
    let box = LatestValue<(Int, Int)>((0, 0))
    let done = Counter()
  }

  @Test func `the latest value is fresh once`() {
    let box = LatestValue<Int>(1)
    let before = box.loadIfFresh()
    box.store(2)
    box.store(3)
    let first = box.loadIfFresh()
    let second = box.loadIfFresh()
    let last = box.load()
    #expect(before == nil && first == 3 && second == nil && last == 3)
  }

  @Test func `loses and doubles nothing between two threads`() throws {
    let shared = Shared()
    let count = 300_000
    let producer = try RealtimeThread(.init(name: "producer")) {
      for i in 0..<count {
        var tries = 0
        // Spin first: a thread that yields waits for its turn beside other programs.
        while !shared.ring.push(i) {
          tries += 1
          if tries % 200 == 0 { sched_yield() }
        }
      }
    }
    var expected = 0
    var tries = 0
    while expected < count {
      guard let value = shared.ring.pop() else {
        tries += 1
        if tries % 200 == 0 { sched_yield() }
        continue
      }
      if value != expected { Issue.record("got \(value) instead of \(expected)"); break }
      expected += 1
    }
    producer.join()
    #expect(expected == count)
  }

  @Test func `the latest value is never torn and never older`() throws {
    let shared = Shared()
    let writer = try RealtimeThread(.init(name: "writer")) {
      for i in 1...400_000 { shared.box.store((i, -i)) }
      shared.done.store(1)
    }
    var last = 0
    var loads = 0
    repeat {
      let (a, b) = shared.box.load()
      if a != -b || a < last { Issue.record("read (\(a), \(b)) after \(last)"); break }
      last = a
      loads += 1
    } while shared.done.load() == 0
    writer.join()
    let final = shared.box.load()
    #expect(final == (400_000, -400_000))
    #expect(loads > 0)
  }
}
