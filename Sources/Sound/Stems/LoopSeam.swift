/// A sound cut or padded to its bars. It can remove the click at the point where the sound loops.
struct LoopSeam {
  /// Lengths of the fades at the end and at the beginning. They are 10 ms and 1 ms. They apply only if the end does not
  /// continue smoothly at the beginning.
  private static let (fadeOut, fadeIn) = (480, 48)
  /// Number of frames per side that show the sound's usual movement.
  private static let around = 64
  /// Number of frames per side that the corner test reads.
  static let edge = 128
  /// Largest corner that is not audible: -60 dBFS.
  private static let least: Float = 0.001

  /// Interleaved stereo.
  private(set) var samples: [Float]

  /// Cuts a long sound, and pads a short one with silence.
  /// - Parameters:
  ///   - interleaved: consumed, so that it is changed in place.
  ///   - frames: the resulting length.
  init(_ interleaved: consuming [Float], frames: Int) {
    samples = interleaved
    if samples.count > 2 * frames { samples.removeLast(samples.count - 2 * frames) }
    if samples.count < 2 * frames { samples += [Float](repeating: 0, count: 2 * frames - samples.count) }
  }

  /// Fades end and beginning if the loop point has a corner. The corner must be larger than those around it.
  /// Returns whether it had one.
  mutating func mend() -> Bool {
    guard samples.count >= 4 * (Self.fadeOut + Self.around), hasCorner else { return false }
    let count = samples.count / 2
    samples.withUnsafeMutableBufferPointer { Self.fade($0.baseAddress!, from: 0, count: count, of: Int64(count)) }
    return true
  }

  /// Whether the sound has a corner at the loop point. Reads only `edge` frames on either side.
  var hasCorner: Bool { !isSmooth(0) || !isSmooth(1) }

  /// Fades the frames at the end or beginning of a sound.
  /// - Parameters:
  ///   - piece: interleaved, `count` frames of the sound starting at `frame`.
  ///   - frames: length of the sound.
  static func fade(_ piece: UnsafeMutablePointer<Float>, from frame: Int64, count: Int, of frames: Int64) {
    for i in 0..<count {
      let at = frame + Int64(i)
      if at >= fadeIn, at < frames - Int64(fadeOut) { continue }
      for (way, whole) in [(at, fadeIn), (frames - 1 - at, fadeOut)] where way < whole {
        piece[2 * i] *= Float(way) / Float(whole)
        piece[2 * i + 1] *= Float(way) / Float(whole)
      }
    }
  }

  private func isSmooth(_ side: Int) -> Bool {
    let count = samples.count / 2
    func corner(_ at: Int) -> Float {
      func x(_ i: Int) -> Float { samples[2 * ((i + count) % count) + side] }
      let bend: Float = x(at) - 2 * x(at - 1) + x(at - 2)
      return abs(bend)
    }
    // After silence, a hit on the first frame is not a fault. The end is correct there.
    let end = (1...Self.around).reduce(Float(0)) { max($0, abs(samples[2 * (count - $1) + side])) }
    if end < Self.least { return true }
    let usual = (3...Self.around).reduce(Self.least) { max($0, max(corner($1), corner(-$1))) }
    return corner(0) <= 2 * usual && corner(1) <= 2 * usual
  }
}
