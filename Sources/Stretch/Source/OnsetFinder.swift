/// Finds where notes and beats begin, in sound that comes piece by piece. The one who fills a tape or loads a clip runs it, once, ahead of playing.
///
/// In cells of 64 frames: the energy of the first difference rises above 4 times its maximum over the 24 cells before (32 ms). The onset is the frame with the largest
/// difference in that cell. After one, 16 cells (21 ms) bring no other.
public struct OnsetFinder {
  /// Frames of a cell.
  public static let cell = 64
  /// Cells that a rise is compared with.
  static let memory = 24
  /// Cells after an onset in which none is found.
  static let rest = 16
  static let rise: Float = 4
  /// Energy of a cell that no onset is found below.
  static let least: Float = 1e-6

  /// Energies of the last cells.
  private var past = SIMD32<Float>(repeating: 0)
  private var frame: Int64
  private var quiet = 0
  private var left: Float = 0
  private var right: Float = 0
  private var energy: Float = 1e-9
  private var loudest: Float = 0
  private var loudestAt: Int64

  /// - Parameter frame: the number of the first frame that will come.
  public init(from frame: Int64 = 0) {
    self.frame = frame
    loudestAt = frame
  }

  /// Takes the next frames.
  /// - Parameters:
  ///   - frames: `count` interleaved stereo frames.
  ///   - found: is called with the frame of each onset, in rising order, once the cell that it lies in is complete.
  public mutating func take(_ frames: UnsafePointer<Float>, count: Int, found: (Int64) -> Void) {
    for i in 0..<count {
      let (a, b) = (frames[2 * i] - left, frames[2 * i + 1] - right)
      left = frames[2 * i]
      right = frames[2 * i + 1]
      let e = a * a + b * b
      energy += e
      if e > loudest {
        loudest = e
        loudestAt = frame
      }
      frame += 1
      if frame % Int64(Self.cell) == 0, let onset = closeCell() { found(onset) }
    }
  }

  private mutating func closeCell() -> Int64? {
    var onset: Int64?
    if quiet > 0 { quiet -= 1 }
    if energy > Self.rise * max(past.max(), Self.least), quiet == 0 {
      onset = loudestAt
      quiet = Self.rest
    }
    let number = Int((frame / Int64(Self.cell) - 1) % Int64(Self.memory))
    past[(number + Self.memory) % Self.memory] = energy
    (energy, loudest, loudestAt) = (1e-9, 0, frame)
    return onset
  }
}
