import CLanes

/// A filter for a voice's overtones above four times its pitch. It makes them louder or softer. The filter
/// follows the pitch, so high and low notes change alike.
struct Brightness: BitwiseCopyable {
  /// Overtone number from which the filter works.
  private static let corner: Float = 4

  private var dark: Float = 0
  private var gain: Float = 1

  /// Starts a new tone with a gain of the overtones. It applies without a ramp.
  @_noLocks mutating func rtBegin(_ gain: Float) {
    dark = 0
    self.gain = gain
  }

  /// Puts the filter for the next frames into a lane. At a gain of 1 the frames stay the same bit for bit.
  /// - Parameters:
  ///   - first: the first of these frames.
  ///   - count: number of frames.
  ///   - goal: gain of the overtones, 0...2, reached with the last frame.
  ///   - turn: the pitch divided by the sample rate.
  /// - Returns: whether the filter changes the frames.
  @_noLocks mutating func rtPut(
    into lanes: borrowing BrightnessLanes, _ lane: Int, first: Float, count: Int, gain goal: Float, pitch turn: Float
  ) -> Bool {
    if goal == 1, gain == 1 {
      gf_colours_put(lanes.all, Int64(lane), dark, 1, 0, 0, false)
      return false
    }
    // At a gain of 1 the filter gets nothing; start it here.
    if gain == 1 { dark = first }
    let z = min(2 * Float.pi * Self.corner * turn, 2)
    gf_colours_put(lanes.all, Int64(lane), dark, gain, (goal - gain) / Float(count), z / (1 + z), true)
    gain = goal
    return true
  }

  /// Takes over the filter state from its lane.
  @_noLocks mutating func rtTake(from lanes: borrowing BrightnessLanes, _ lane: Int) { dark = gf_colours_dark(lanes.all, Int64(lane)) }
}

/// Filters of four voices, computed side by side.
struct BrightnessLanes: ~Copyable {
  fileprivate let all: UnsafeMutablePointer<gf_colours>

  init() {
    all = .allocate(capacity: 1)
    all.initialize(to: gf_colours())
  }

  deinit { all.deallocate() }

  /// Sets a lane to leave its frames as they are.
  @_noLocks func rtClear(_ lane: Int) { gf_colours_put(all, Int64(lane), 0, 1, 0, 0, false) }

  /// Filters the next frames of four rows, `SynthStep.frames` apart.
  @_noLocks @inline(never) func rtShape(_ rows: UnsafeMutablePointer<Float>, count: Int) {
    gf_colours_shape(all, rows, Int64(SynthStep.frames), Int64(count))
  }
}
