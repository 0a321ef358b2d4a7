/// Makes a sound as long as its bars, and sees to it that it can go round without a click.
struct LoopSeam {
  /// Frames that the end is faded over, and the beginning, where the one does not go on in the other: 10 ms and 1 ms.
  private static let (fadeOut, fadeIn) = (480, 48)
  /// Frames on both sides that tell how much the sound moves by itself.
  private static let around = 64
  /// Frames on either side that tell whether it has a corner.
  static let edge = 128
  /// A corner that is not heard: -60 dBFS.
  private static let least: Float = 0.001

  /// Interleaved stereo.
  private(set) var samples: [Float]

  /// Cuts off what is too long and fills up with silence what is too short.
  /// - Parameters: - interleaved: given away, so that it is changed where it lies. - frames: the length that it gets.
  init(_ interleaved: consuming [Float], frames: Int) {
    samples = interleaved
    if samples.count > 2 * frames { samples.removeLast(samples.count - 2 * frames) }
    if samples.count < 2 * frames { samples += [Float](repeating: 0, count: 2 * frames - samples.count) }
  }

  /// Fades end and beginning if the sound has a corner where it goes round that is larger than those around it; answers whether that was so.
  mutating func mend() -> Bool {
    guard samples.count >= 4 * (Self.fadeOut + Self.around), hasCorner else { return false }
    let count = samples.count / 2
    samples.withUnsafeMutableBufferPointer { Self.fade($0.baseAddress!, from: 0, count: count, of: Int64(count)) }
    return true
  }

  /// Whether it has a corner where it goes round. Only `edge` frames on either side are looked at.
  var hasCorner: Bool { !isSmooth(0) || !isSmooth(1) }

  /// Fades what lies at the end and at the beginning of a sound.
  /// - Parameters: - piece: interleaved, `count` frames of the sound from `frame` on. - frames: of the sound.
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
    // A hit that begins with the first frame out of silence is no fault: there the end is as it should be.
    let end = (1...Self.around).reduce(Float(0)) { max($0, abs(samples[2 * (count - $1) + side])) }
    if end < Self.least { return true }
    let usual = (3...Self.around).reduce(Self.least) { max($0, max(corner($1), corner(-$1))) }
    return corner(0) <= 2 * usual && corner(1) <= 2 * usual
  }
}
