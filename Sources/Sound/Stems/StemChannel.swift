import CLanes
import Stretch

/// One channel of the mixer: pitch, volume, mute and peak. It persists when the set changes.
struct StemChannel {
  /// Number of frames of the ramp to another volume: 5 ms.
  static let volumeWay = SoundFormat.rate * 5 / 1000

  private(set) var volume = Ramp(1)
  private(set) var cents: Float = 0
  private(set) var peak: Float = 0
  private var ratio = 1.0

  /// Applies the requested levels. The pitch arrives within the next block: the stretcher moves it in a straight
  /// line.
  @_noLocks mutating func rtAim(_ level: StemLevel) {
    volume.aim(level.isMuted ? 0 : level.volume, frames: Self.volumeWay)
    guard cents != level.cents else { return }
    cents = level.cents
    ratio = PitchRatio.rtFrom(cents: Double(cents))
  }

  /// Jumps to the requested volume. Valid only while nothing is heard.
  @_noLocks mutating func rtArrive() {
    while volume.isMoving { _ = volume.next() }
  }

  /// Renders the next frames of a part, before volume and mute.
  @_noLocks func rtRender(
    _ part: UnsafeMutablePointer<LoadedStem>, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int,
    speed: Double
  ) {
    part.pointee.rtRender(left, right, count: count, speed: speed, ratio: ratio)
  }

  /// Adds two planes to the sum at the channel's volume.
  @_noLocks @inline(never) mutating func rtAdd(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int, to sumLeft: UnsafeMutablePointer<Float>,
    _ sumRight: UnsafeMutablePointer<Float>
  ) {
    var highest = peak * PeakFall.rtOver(count)
    var done = 0
    // While the volume moves, each frame has its own gain.
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

  /// Advances volume and peak over frames without sound.
  @_noLocks mutating func rtRest(_ count: Int) {
    for _ in 0..<count {
      _ = volume.next()
      peak *= PeakFall.frame
    }
    // Far below any meter's range.
    if peak < 1e-6 { peak = 0 }
  }
}
