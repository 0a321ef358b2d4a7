/// A type that converts another program's stereo to 48 kHz. It follows that program's own clock: the ratio may
/// change at every call. For one ordinary thread.
///
/// The position between two input frames is continuous, so a change of the ratio bends the pitch and never breaks
/// the wave.
package final class DriftResampler {
  /// Rates that the resampler accepts, in Hz.
  package static let rates = 8000...192_000
  /// Maximum of waiting input frames, besides the filter's own. These frames do not count as buffered.
  private static let room = 512

  private let rows: SincRows
  private let ratio: Double
  private var window: StereoWindow
  /// Distance of the next output frame from an input frame, 0..<1.
  private var place = 0.0

  /// - Parameter rate: rate of the input, see `rates`. The nearest valid rate is used.
  package init(rate: Int) {
    let rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
    rows = SincRows(SincRows.enough, from: rate, to: SoundFormat.rate)
    ratio = Double(rate) / Double(SoundFormat.rate)
    window = StereoWindow(taps: rows.taps, room: Self.room)
  }

  /// Input frames after the last one until the filter is empty.
  package var tail: Int { rows.taps / 2 }

  /// Drops all held frames.
  package func reset() {
    window.reset()
    place = 0
  }

  /// Takes up to `count` frames and writes up to `room`. Stops when either runs out.
  /// - Parameters:
  ///   - inLeft, inRight: frames of the input.
  ///   - output: interleaved stereo.
  ///   - correction: how much faster the input's clock is than its rate; 0.0005 is 500 ppm.
  /// - Returns: frames used and frames made.
  @inline(never) package func process(
    _ inLeft: UnsafePointer<Float>, _ inRight: UnsafePointer<Float>, count: Int, to output: UnsafeMutablePointer<Float>, room: Int,
    correction: Double
  ) -> (used: Int, made: Int) {
    let step = ratio * (1 + correction)
    var (used, made) = (0, 0)
    while true {
      while made < room, window.isReady {
        let (left, right) = window.place
        rows.apply(left, right, at: place, to: output + 2 * made)
        made += 1
        place += step
        let whole = place.rounded(.down)
        window.advance(Int(whole))
        place -= whole
      }
      if made == room || used == count { return (used, made) }
      used += window.take(count - used) { left, right, n in
        left.update(from: inLeft + used, count: n)
        right.update(from: inRight + used, count: n)
      }
    }
  }
}
