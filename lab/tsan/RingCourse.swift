import Glibc

/// Pairs through a small ring, many times around it.
final class RingCourse: Course {
  private static let count = 2000
  private let ring = Ring<(Int, Int)>(capacity: 4, fill: (0, 0))

  func write() {
    for i in 1...Self.count { while !ring.push((i, -i)) { sched_yield() } }
  }

  func read() -> Bool {
    var isGood = true
    for i in 1...Self.count {
      var pair = ring.pop()
      while pair == nil {
        sched_yield()
        pair = ring.pop()
      }
      if pair! != (i, -i) { isGood = false }
    }
    return isGood
  }
}
