import Glibc

/// Frames over a tape, once around its memory and a little more. The reader looks at the first of them, close behind
/// the writer, and lets the rest pass; so the writer comes again over what was looked at. Waits are slept:
/// ThreadSanitizer forgets accesses that lie many others back, and reports none of them.
final class TapeMemoryCourse: Course {
  private static let gulp = 256
  private static let looks = 32
  private static let round = Int(TapeMemory.capacity) / gulp
  /// A plain view, which the two threads share. They follow the rules that are looked at here.
  nonisolated(unsafe) private let tape = TapeMemory()
  private let made = Progress()
  private let seen = Progress()

  deinit { tape.free() }

  func write() {
    var frames = [Float](repeating: 0, count: Self.gulp * 2)
    for gulp in 1...Self.round + Self.looks {
      while gulp <= Self.round, gulp - seen.count > 2 { usleep(100) }
      while tape.room < Int64(Self.gulp) { usleep(100) }
      for i in 0..<frames.count { frames[i] = Float(gulp) }
      tape.append(frames, count: Self.gulp)
      made.add()
    }
  }

  func read() -> Bool {
    let left = UnsafeMutablePointer<Float>.allocate(capacity: Self.gulp)
    let right = UnsafeMutablePointer<Float>.allocate(capacity: Self.gulp)
    defer {
      left.deallocate()
      right.deallocate()
    }
    var isGood = true
    for gulp in 1...Self.looks {
      while made.count < gulp { usleep(100) }
      // Not asked for with `rtWritten`, which would order what the copy does not.
      while tape.rtCopy(from: Int64((gulp - 1) * Self.gulp), count: Self.gulp, left, right) > 0 { usleep(100) }
      for i in 0..<Self.gulp where left[i] != Float(gulp) || right[i] != Float(gulp) { isGood = false }
      seen.add()
    }
    tape.rtAdvance(to: TapeMemory.capacity)
    seen.add(Self.round)
    return isGood
  }
}
