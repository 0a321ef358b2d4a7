import Glibc

/// Pairs through a latest-value box, until the reader has seen many.
final class LatestValueCourse: Course {
  private static let count = 2000
  private let box = LatestValue<(Int, Int)>((0, 0))
  private let seen = Progress()

  func write() {
    var i = 0
    while seen.count < Self.count {
      i += 1
      box.store((i, -i))
      if i % 4 == 0 { sched_yield() }
    }
  }

  func read() -> Bool {
    var isGood = true
    var last = 0
    for _ in 0..<Self.count {
      var pair = box.loadIfFresh()
      while pair == nil {
        sched_yield()
        pair = box.loadIfFresh()
      }
      if pair!.0 != -pair!.1 || pair!.0 <= last { isGood = false }
      last = pair!.0
      seen.add()
    }
    return isGood
  }
}
