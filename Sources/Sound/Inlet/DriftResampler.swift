/// Turns stereo of another program's rate into 48 kHz by that program's own clock: the ratio may be another at every call.
///
/// The place between two input frames is followed, so a change of the ratio bends the pitch and never the wave. For one ordinary thread.
package final class DriftResampler {
  /// Rates that it takes, in Hz.
  package static let rates = 8000...192_000
  /// Input frames that wait at the most, beside the filter's own: what waits here is not counted as kept.
  private static let room = 512

  private let rows: SincRows
  private let ratio: Double
  private var window: StereoWindow
  /// How far the next output frame lies behind an input frame, 0..<1.
  private var place = 0.0

  /// - Parameter rate: of what goes in, see `rates`; the nearest counts.
  package init(rate: Int) {
    let rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
    rows = SincRows(SincRows.enough, from: rate, to: SoundFormat.rate)
    ratio = Double(rate) / Double(SoundFormat.rate)
    window = StereoWindow(taps: rows.taps, room: Self.room)
  }

  /// Input frames behind the last one after which nothing of it is to come.
  package var tail: Int { rows.taps / 2 }

  /// Forgets what it holds.
  package func reset() {
    window.reset()
    place = 0
  }

  /// Takes up to `count` frames and gives up to `room`, until one of them is out.
  /// - Parameters:
  ///   - inLeft, inRight: frames of the input.
  ///   - output: interleaved stereo.
  ///   - correction: by which the input's clock is faster than its rate says; 0.0005 is 500 millionths.
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
