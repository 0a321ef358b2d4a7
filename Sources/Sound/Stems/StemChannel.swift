import Stretch

/// One channel of the mixer: pitch, volume, mute and peak. It stays when the set changes.
struct StemChannel {
  /// Frames of the way to another volume: 5 ms.
  static let volumeWay = SoundFormat.rate * 5 / 1000
  /// By what a peak falls each frame: 20 dB a second.
  private static let fall: Float = 0.999_952_03
  /// Share of the way to a new pitch that is gone each block.
  private static let glide: Float = 0.36

  private(set) var volume = Ramp(1)
  private(set) var cents: Float = 0
  private var centsGoal: Float = 0
  private(set) var peak: Float = 0
  private var ratio = 1.0

  /// Takes what is asked for.
  @_noLocks mutating func rtAim(_ level: StemLevel) {
    volume.aim(level.isMuted ? 0 : level.volume, frames: Self.volumeWay)
    centsGoal = level.cents
  }

  /// Moves the pitch towards its goal, once a block; the last bit of the way is jumped.
  @_noLocks mutating func rtGlide() {
    guard cents != centsGoal else { return }
    cents += (centsGoal - cents) * Self.glide
    if abs(centsGoal - cents) < 1 { cents = centsGoal }
    ratio = PitchRatio.rtFrom(cents: Double(cents))
  }

  /// What was asked for is there: nothing was heard meanwhile.
  @_noLocks mutating func rtArrive() {
    cents = centsGoal
    ratio = PitchRatio.rtFrom(cents: Double(cents))
    while volume.isMoving { _ = volume.next() }
  }

  /// Renders the next frames of a part to two planes, before volume and mute.
  @_noLocks func rtRender(
    _ part: UnsafeMutablePointer<StemPart>, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int,
    speed: Double
  ) {
    part.pointee.rtRender(left, right, count: count, speed: speed, ratio: ratio)
  }

  /// Adds two planes to the sum, at its volume.
  @_noLocks mutating func rtAdd(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int, to sumLeft: UnsafeMutablePointer<Float>,
    _ sumRight: UnsafeMutablePointer<Float>
  ) {
    var highest = peak
    for i in 0..<count {
      let gain = volume.next()
      let (l, r) = (left[i] * gain, right[i] * gain)
      sumLeft[i] += l
      sumRight[i] += r
      highest = max(highest * Self.fall, max(abs(l), abs(r)))
    }
    peak = highest
  }

  /// Nothing is heard of it for so many frames.
  @_noLocks mutating func rtRest(_ count: Int) {
    for _ in 0..<count {
      _ = volume.next()
      peak *= Self.fall
    }
    // Far below what any meter shows.
    if peak < 1e-6 { peak = 0 }
  }
}
