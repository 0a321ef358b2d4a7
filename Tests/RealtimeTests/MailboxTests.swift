import Foundation
import Realtime
import Synchronization
import TestSupport
import Testing

@Suite struct MailboxTests {
  /// The values that a consumer on another thread took.
  private final class Taken: Sendable {
    private let values = Mutex<[Int]>([])
    private let ended = Atomic(false)
    var all: [Int] { values.withLock { $0 } }
    var isOver: Bool { ended.load(ordering: .acquiring) }
    func add(_ value: Int) { values.withLock { $0.append(value) } }
    func end() { ended.store(true, ordering: .releasing) }
  }

  private func consumer(_ box: Mailbox<Int>, timeout: Double?) -> Taken {
    let taken = Taken()
    let thread = Thread {
      while !box.isClosed { if let value = box.take(timeout: timeout) { taken.add(value) } }
      taken.end()
    }
    thread.start()
    return taken
  }

  @Test func `the newest is kept and the rest counted`() {
    let box = Mailbox<Int>()
    for i in 1...5 { box.put(i) }
    #expect(box.take(timeout: 0) == 5 && box.dropped == 4)
    #expect(box.take(timeout: 0) == nil && box.takeIfThere() == nil)
    box.put(6)
    #expect(box.takeIfThere() == 6 && box.take(timeout: 0.001) == nil && box.dropped == 4)
  }

  /// A value taken without a wait must not wake a later consumer.
  @Test func `a wait that runs out ends with nothing`() {
    let box = Mailbox<Int>()
    for i in 0..<1000 {
      box.put(i)
      #expect(box.takeIfThere() == i)
    }
    let begun = Clock.seconds
    #expect(box.take(timeout: 0.05) == nil)
    #expect(Clock.seconds - begun >= 0.049)
  }

  /// Timeouts are so short that signals and timeouts cross: no value is lost or doubled.
  @Test(arguments: [nil, 0.0, 0.00001, 0.001] as [Double?]) func `nothing is lost on the way`(timeout: Double?) {
    let box = Mailbox<Int>()
    let taken = consumer(box, timeout: timeout)
    for i in 0..<2000 {
      box.put(i)
      if i % 3 == 0 { sched_yield() }
    }
    #expect(waitUntil { taken.all.count + box.dropped == 2000 })
    #expect(taken.all.last == 1999 && taken.all == taken.all.sorted() && Set(taken.all).count == taken.all.count)
    box.close()
    #expect(waitUntil { taken.isOver })
  }

  @Test func `closing wakes a waiter`() {
    let box = Mailbox<Int>()
    let all = (0..<4).map { _ in consumer(box, timeout: nil) }
    box.close()
    #expect(waitUntil { all.allSatisfy(\.isOver) })
    box.put(1)
    #expect(box.take() == nil && box.isClosed)
  }
}
