import Camera
import Hands

/// Detects motion from a coarse grid of luma samples. It takes a few microseconds a frame.
package struct MotionSensor {
  private static let columns = 40
  private static let rows = 30
  private var before = [Int16](repeating: -1, count: columns * rows)
  private var now = [Int16](repeating: 0, count: columns * rows)

  package init() {}

  /// Whether the frame differs from the previous one by more than noise. Each cell is the mean of eight pixels in a
  /// row.
  /// A cell counts from a change of 12 of 255 on (six times the noise of such a mean on a dim webcam). Three cells make
  /// motion.
  ///
  /// - Parameter outside: areas in which motion does not count, in pixels of the frame as the player sees it. Followed
  ///   hands move all the time.
  package mutating func moved(_ frame: Frame, outside: [Box] = []) -> Bool {
    let first = before[0] < 0
    // The cells reach from the frame's left edge to its right edge.
    let span = frame.width - 8
    let height = frame.height / Self.rows
    var changed = 0
    for row in 0..<Self.rows {
      let line = frame.luma.start + (row * height + height / 2) * frame.luma.stride
      for column in 0..<Self.columns {
        let left = column * span / (Self.columns - 1)
        let p = line + left * frame.luma.step
        var sum: Int16 = 0
        for i in 0..<8 { sum += Int16(p[i * frame.luma.step]) }
        let cell = row * Self.columns + column
        now[cell] = sum / 8
        guard abs(now[cell] - before[cell]) > 12 else { continue }
        let inMemory = Float(left + 4)
        let x = frame.mirrored ? Float(frame.width) - inMemory : inMemory
        let y = Float(row * height + height / 2)
        if !outside.contains(where: { x > $0.minX && x < $0.maxX && y > $0.minY && y < $0.maxY }) { changed += 1 }
      }
    }
    swap(&now, &before)
    return !first && changed >= 3
  }
}
