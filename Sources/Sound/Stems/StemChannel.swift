import CLanes
import Stretch

/// One channel of the mixer: pitch, volume, mute and peak. It stays when the set changes.
struct StemChannel {
  /// Frames of the way to another volume: 5 ms.
  static let volumeWay = SoundFormat.rate * 5 / 1000

  private(set) var volume = Ramp(1)
  private(set) var cents: Float = 0
  private(set) var peak: Float = 0
  private var ratio = 1.0

  /// Takes what is asked for. The pitch goes there within the next block: the stretcher moves it in a straight line.
  @_noLocks mutating func rtAim(_ level: StemLevel) {
    volume.aim(level.isMuted ? 0 : level.volume, frames: Self.volumeWay)
    guard cents != level.cents else { return }
    cents = level.cents
    ratio = PitchRatio.rtFrom(cents: Double(cents))
  }

  /// The volume that was asked for is there: nothing was heard meanwhile.
  @_noLocks mutating func rtArrive() {
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
  @_noLocks @inline(never) mutating func rtAdd(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int, to sumLeft: UnsafeMutablePointer<Float>,
    _ sumRight: UnsafeMutablePointer<Float>
  ) {
    var highest = peak * PeakFall.rtOver(count)
    var done = 0
    // While it moves each frame has a gain of its own.
    while volume.isMoving, done < count {
      let gain = volume.next()
      highest = gf_lanes_mix(left + done, gain, 1, sumLeft + done, highest)
      highest = gf_lanes_mix(right + done, gain, 1, sumRight + done, highest)
      done &+= 1
    }
    let (gain, rest) = (volume.value, Int64(count &- done))
    highest = gf_lanes_mix(left + done, gain, rest, sumLeft + done, highest)
    peak = gf_lanes_mix(right + done, gain, rest, sumRight + done, highest)
  }

  /// Nothing is heard of it for so many frames.
  @_noLocks mutating func rtRest(_ count: Int) {
    for _ in 0..<count {
      _ = volume.next()
      peak *= PeakFall.frame
    }
    // Far below what any meter shows.
    if peak < 1e-6 { peak = 0 }
  }
}
