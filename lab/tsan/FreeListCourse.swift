import Glibc

/// Two threads take pieces from one list, write into them and give them back. Both together have more pieces than the
/// list, so each also frees pieces of the other.
final class FreeListCourse: Course {
  private static let count = 500
  private let list = FreeList()

  func write() { _ = use(12, mark: 1) }

  func read() -> Bool { use(16, mark: 2) }

  private func use(_ count: Int, mark: UInt8) -> Bool {
    var isGood = true
    for i in 0..<Self.count {
      let pieces = (0..<count).map { _ in list.take() ?? .allocate(capacity: 1) }
      for piece in pieces { piece.pointee = mark }
      if i % 4 == 0 { usleep(10) }
      for piece in pieces {
        if piece.pointee != mark { isGood = false }
        list.give(piece)
      }
    }
    return isGood
  }
}
