import CLanes

/// How bright a voice is: the part of its wave above four times its pitch, louder or softer. It follows the pitch, so that high and low notes change alike.
struct Brightness: BitwiseCopyable {
  /// Overtone from which on it works.
  private static let corner: Float = 4

  private var dark: Float = 0
  private var gain: Float = 1

  init() {}

  /// A new tone, with a gain of its overtones that is there at once.
  @_noLocks mutating func rtBegin(_ gain: Float) {
    dark = 0
    self.gain = gain
  }

  /// Puts its next frames into a lane; at a gain of 1 they stay bit for bit what they are.
  /// - Parameters:
  ///   - first: the first of these frames.
  ///   - count: number of frames.
  ///   - goal: gain of the overtones, 0...2, reached with the last frame.
  ///   - turn: the pitch over the sample rate.
  /// - Returns: whether it changes them.
  @_noLocks mutating func rtPut(
    into lanes: borrowing BrightnessLanes, _ lane: Int, first: Float, count: Int, gain goal: Float, pitch turn: Float
  ) -> Bool {
    if goal == 1, gain == 1 {
      gf_colours_put(lanes.all, Int64(lane), dark, 1, 0, 0, false)
      return false
    }
    // Coming from where nothing is changed: the filter has heard nothing yet.
    if gain == 1 { dark = first }
    let z = min(2 * Float.pi * Self.corner * turn, 2)
    gf_colours_put(lanes.all, Int64(lane), dark, gain, (goal - gain) / Float(count), z / (1 + z), true)
    gain = goal
    return true
  }

  /// Goes to where its lane is.
  @_noLocks mutating func rtTake(from lanes: borrowing BrightnessLanes, _ lane: Int) { dark = gf_colours_dark(lanes.all, Int64(lane)) }
}

/// Filters of four voices that are computed side by side.
struct BrightnessLanes: ~Copyable {
  fileprivate let all: UnsafeMutablePointer<gf_colours>

  init() {
    all = .allocate(capacity: 1)
    all.initialize(to: gf_colours())
  }

  deinit { all.deallocate() }

  /// Leaves a lane as it is.
  @_noLocks func rtClear(_ lane: Int) { gf_colours_put(all, Int64(lane), 0, 1, 0, 0, false) }

  /// Colours the next frames of four rows, `SynthStep.frames` apart.
  @_noLocks @inline(never) func rtShape(_ rows: UnsafeMutablePointer<Float>, count: Int) {
    gf_colours_shape(all, rows, Int64(SynthStep.frames), Int64(count))
  }
}
