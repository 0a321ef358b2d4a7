import Glibc

/// Pairs through a mailbox. The reading thread puts some in itself, so each thread replaces values of the other.
final class MailboxCourse: Course {
  private static let count = 2000
  private let box = Mailbox<(Int, Int)>()
  private let seen = Progress()

  func write() {
    var i = 0
    while seen.count < Self.count {
      i += 1
      box.put((i, -i))
      if i % 4 == 0 { sched_yield() }
    }
    box.close()
  }

  func read() -> Bool {
    var isGood = true
    while let pair = box.take() {
      if pair.0 != -pair.1 { isGood = false }
      if pair.0 % 3 == 0 { box.put((0, 0)) }
      seen.add()
    }
    return isGood && box.isClosed && seen.count >= Self.count
  }
}
