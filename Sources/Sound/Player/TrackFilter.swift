import CRealtime

/// The filter of the player's music, with one knob. Below its middle it is a low-pass, above it a high-pass.
///
/// In the middle the samples are untouched. A second-order filter without resonance, 12 dB an octave, in Zavalishin's
/// form as `SongFilter`: its corner may move quickly. Near the middle it is mixed with the music, so that the change
/// from one kind to the other has no step.
package struct TrackFilter: BitwiseCopyable {
  /// Corners of the two kinds beside the middle, in Hz. The third field is the way of each in octaves. The low-pass
  /// ends at 75 Hz, the high-pass at 7.7 kHz.
  private static let lowPass: Float = 19_200
  private static let highPass: Float = 30
  private static let octaves: Float = 8
  /// Part of the knob beside the middle that mixes filter and music. It is on each side of the middle.
  private static let mixed: Float = 0.2
  /// The square root of 2: the filter does not ring.
  private static let damping: Float = 1.414_213_5

  private var knob = Glide(0, half: 0.02)
  /// The knob at the last frame. The kind does not change within a step.
  private var place: Float = 0
  /// tan(pi f / rate) of the corner at the last frame.
  private var g: Float = 0
  /// The two stores of each side.
  private var (left, right) = (Stores(), Stores())

  private struct Stores: BitwiseCopyable {
    var (first, second): (Float, Float) = (0, 0)

    /// Returns the filtered sample.
    /// - Parameters:
    ///   - g: of the corner.
    ///   - scale: 1 / (1 + g (g + damping)).
    @_noLocks mutating func rtNext(_ x: Float, _ g: Float, _ scale: Float, isHigh: Bool) -> Float {
      let high = (x - (g + TrackFilter.damping) * first - second) * scale
      let band = g * high + first
      first = band + g * high
      let low = g * band + second
      second = low + g * band
      return isHigh ? high : low
    }

    @_noLocks func rtIsSound() -> Bool { (first + second).isFinite }
  }

  package init() {}

  /// Sets the knob, -1...1; NaN is ignored.
  @_noLocks package mutating func rtAim(_ goal: Float) { knob.rtAim(min(max(goal, -1), 1)) }

  /// Jumps to the knob and forgets the music. Valid only while nothing is heard.
  @_noLocks package mutating func rtRest() {
    knob.rtArrive()
    place = knob.value
    g = Self.rtCorner(place, isHigh: place > 0)
    (left, right) = (Stores(), Stores())
  }

  /// Filters two planes in place.
  @_noLocks @inline(never) package mutating func rtProcess(
    _ planeLeft: UnsafeMutablePointer<Float>, _ planeRight: UnsafeMutablePointer<Float>, count: Int
  ) {
    if place == 0, knob.rtIsOff() { return }
    var done = 0
    while done < count {
      let frames = min(SynthStep.frames, count &- done)
      let next = knob.rtNext()
      // A step ends in the middle at the latest, so that each step has one kind.
      rtStep(planeLeft + done, planeRight + done, frames, to: place * next < 0 ? 0 : next)
      done &+= frames
    }
  }

  /// Filters the frames of a step. Meanwhile the knob goes on to its next place.
  @_noLocks private mutating func rtStep(
    _ planeLeft: UnsafeMutablePointer<Float>, _ planeRight: UnsafeMutablePointer<Float>, _ frames: Int, to goal: Float
  ) {
    let isHigh = place + goal > 0
    if place == 0 {
      if goal == 0 { return }
      (left, right) = (Stores(), Stores())
      g = Self.rtCorner(0, isHigh: isHigh)
    }
    let corner = Self.rtCorner(goal, isHigh: isHigh)
    let (slope, way) = ((corner - g) / Float(frames), (goal - place) / Float(frames))
    for i in 0..<frames {
      g += slope
      place += way
      let scale = 1 / (1 + g * (g + Self.damping))
      let share = min(abs(place) / Self.mixed, 1)
      // A cubic without edges at its ends.
      let mix = share * share * (3 - 2 * share)
      let (a, b) = (planeLeft[i], planeRight[i])
      planeLeft[i] = a + (left.rtNext(a, g, scale, isHigh: isHigh) - a) * mix
      planeRight[i] = b + (right.rtNext(b, g, scale, isHigh: isHigh) - b) * mix
    }
    (g, place) = (corner, goal)
    // Music that is NaN must not stay in the filter.
    if !left.rtIsSound() { left = Stores() }
    if !right.rtIsSound() { right = Stores() }
  }

  /// Returns tan(pi f / rate) of the corner of a knob's place.
  @_noLocks private static func rtCorner(_ place: Float, isHigh: Bool) -> Float {
    ToneFilter.rtTangent((isHigh ? highPass : lowPass) * gf_exp2f(octaves * place))
  }
}
