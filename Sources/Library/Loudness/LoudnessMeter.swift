import CEBUR128
import GestureFlowAPI

/// Measures integrated loudness and true peak of stereo sound. The method is ITU-R BS.1770, by libebur128. For one
/// thread at a time.
package final class LoudnessMeter {
  private static let channels: UInt32 = 2
  private var state: UnsafeMutablePointer<ebur128_state>?

  /// Creates a meter. Nil if the rate is not supported.
  /// - Parameter rate: sample rate in Hz.
  package init?(rate: Int) {
    guard (16...768_000).contains(rate) else { return nil }
    let mode = Int32(EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
    state = ebur128_init(Self.channels, UInt(rate), mode)
    guard state != nil else { return nil }
  }

  deinit { if state != nil { ebur128_destroy(&state) } }

  /// Adds sound.
  /// - Parameters:
  ///   - stereo: interleaved samples, all of them finite.
  ///   - frames: number of frames.
  package func add(_ stereo: [Float], frames: Int) { _ = ebur128_add_frames_float(state, stereo, min(max(frames, 0), stereo.count / 2)) }

  /// The loudness of all sound added. Nil for silence, and for less than 0.4 s.
  package var loudness: Loudness? {
    var (level, peak) = (0.0, 0.0)
    guard ebur128_loudness_global(state, &level) == EBUR128_SUCCESS.rawValue else { return nil }
    for channel in 0..<Self.channels {
      var one = 0.0
      guard ebur128_true_peak(state, channel, &one) == EBUR128_SUCCESS.rawValue else { return Loudness(level: level, peak: nil) }
      peak = max(peak, one)
    }
    return Loudness(level: level, peak: peak)
  }
}
