import Glibc

/// Two threads take pieces from one list, write into them and give them back.
final class FreeListCourse: Course {
  private static let count = 2000
  private let list = FreeList()

  func write() { _ = use(mark: 1) }

  func read() -> Bool { use(mark: 2) }

  private func use(mark: UInt8) -> Bool {
    var isGood = true
    for i in 0..<Self.count {
      let pieces = (0..<3).map { _ in list.take() ?? .allocate(capacity: 1) }
      for piece in pieces { piece.pointee = mark }
      if i % 4 == 0 { sched_yield() }
      for piece in pieces {
        if piece.pointee != mark { isGood = false }
        list.give(piece)
      }
    }
    return isGood
  }
}
