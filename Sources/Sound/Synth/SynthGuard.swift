import CLanes

/// Checks of the values that an effect or a voice has computed.
package enum SynthGuard {
  /// Largest valid value: 36 dB over full scale, as for the limiter.
  private static let most: Float = 64

  /// Whether all frames are valid. A NaN anywhere among them makes them invalid.
  /// - Parameter most: largest valid value.
  @_noLocks package static func rtIsSound(_ frames: UnsafePointer<Float>, _ count: Int, most: Float) -> Bool {
    gf_lanes_within(frames, Int64(count), most)
  }

  /// Whether two planes are valid; if not, they are silenced.
  @_noLocks static func rtIsSound(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int) -> Bool {
    // Plain `if`s: the right side of `&&` is a closure that would retain.
    if rtIsSound(left, count, most: most), rtIsSound(right, count, most: most) { return true }
    left.update(repeating: 0, count: count)
    right.update(repeating: 0, count: count)
    return false
  }
}
