import GestureFlowAPI

/// Turns stereo of one rate into 48 kHz, and knows how much is still on its way.
///
/// A filter of its length smears a beginning and an end over some frames. So that two files that belong together join without a seam, the second goes on with the resampler of the first. The place of
/// each frame is counted in whole numbers, so that nothing drifts, and what comes out does not depend on how the input is cut.
package final class Resampler {
  /// Rates that it takes, in Hz.
  package static let rates = 1000...1_536_000
  /// Frames that wait at the most, beside the filter's own.
  private static let room = 4096

  /// Frames a second of what goes in.
  package let rate: Int
  private let filter: ResamplerFilter
  private var window: StereoWindow
  /// How far the next output frame lies behind an input frame, in `filter.up` parts of the way to the next.
  private var phase = 0
  /// Frames that went in, and that came out, since the start or the last reset.
  private var fed: Int64 = 0
  private var made: Int64 = 0

  /// - Throws: that the rate is none, with the path of the file it was wanted for.
  package init(rate: Int, for path: String) throws(FileError) {
    guard Self.rates.contains(rate) else {
      throw FileError(
        path: path, reason: "its rate of \(rate) Hz is not played: from \(Self.rates.lowerBound) to \(Self.rates.upperBound) Hz are")
    }
    self.rate = rate
    filter = ResamplerFilter(from: rate, to: SoundFormat.rate)
    window = StereoWindow(taps: filter.taps, room: Self.room)
  }

  /// Frames of 48 kHz that belong to what went in and have not come out yet.
  package var held: Int64 { max(0, due - made) }

  /// Frames that come out last as long as `down` that go in.
  package var up: Int { filter.up }
  /// See `up`.
  package var down: Int { filter.down }
  /// Frames that come out after a reset and are not what they would be without it.
  package var reach: Int { (filter.taps * filter.up + filter.down - 1) / filter.down + 1 }

  private var due: Int64 { (fed * Int64(filter.up) + Int64(filter.down / 2)) / Int64(filter.down) }

  /// Takes `count` frames and gives up to `room`. - Parameter isLast: nothing will follow; what is held comes out.
  /// - Returns: frames used and frames made.
  @inline(never) package func process(
    _ input: UnsafePointer<Float>, count: Int, to output: UnsafeMutablePointer<Float>, room: Int, isLast: Bool
  ) -> (used: Int, made: Int) {
    var (used, done) = (0, 0)
    while true {
      while done < room, window.isReady, !isLast || made < due || used < count {
        let (left, right) = window.place
        filter.apply(left, right, phase: phase, to: output + 2 * done)
        advance()
        done += 1
      }
      if done == room { break }
      if used < count {
        used += take(input + 2 * used, count - used)
      } else if isLast, made < due {
        fillZeros()
      } else {
        break
      }
    }
    return (used, done)
  }

  /// Forgets what is held.
  package func reset() {
    window.reset()
    (phase, fed, made) = (0, 0, 0)
  }

  private func advance() {
    made += 1
    phase += filter.down
    window.advance(phase / filter.up)
    phase %= filter.up
  }

  private func take(_ input: UnsafePointer<Float>, _ count: Int) -> Int {
    let n = window.take(count) { left, right, n in
      for i in 0..<n {
        left[i] = input[2 * i]
        right[i] = input[2 * i + 1]
      }
    }
    fed += Int64(n)
    return n
  }

  /// So many that what is held comes out.
  private func fillZeros() {
    _ = window.take(filter.taps) { left, right, n in
      left.update(repeating: 0, count: n)
      right.update(repeating: 0, count: n)
    }
  }
}
