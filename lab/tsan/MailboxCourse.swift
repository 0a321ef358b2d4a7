import Glibc

/// Pairs through a mailbox. The reading thread puts some in itself, so each thread replaces values of the other.
final class MailboxCourse: Course {
  /// A value that one thread makes, and the other one reads.
  private final class Pair: Sendable {
    let (number, opposite): (Int, Int)
    init(_ number: Int) { (self.number, opposite) = (number, -number) }
  }
  private static let count = 2000
  private let box = Mailbox<Pair>()
  private let seen = Progress()

  func write() {
    var i = 0
    while seen.count < Self.count {
      i += 1
      box.put(Pair(i))
      if i % 4 == 0 { sched_yield() }
    }
    box.close()
  }

  func read() -> Bool {
    var isGood = true
    while let pair = box.take() {
      if pair.number != -pair.opposite { isGood = false }
      if seen.count % 3 == 0 {
        box.put(Pair(0))
        // The other thread replaces this value.
        usleep(10)
      }
      seen.add()
    }
    return isGood && box.isClosed && seen.count >= Self.count
  }
}
