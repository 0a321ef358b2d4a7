import GestureFlowAPI

/// A type that converts stereo of one rate to 48 kHz. It also reports the frames that it still holds.
///
/// The length of the filter smears a start and an end over some frames. To join two related files without a seam,
/// the second one continues with the resampler of the first. Positions of frames are counted in whole numbers, so
/// nothing drifts, and the output does not depend on how the input is divided.
package final class Resampler {
  /// Rates that the resampler accepts, in Hz.
  package static let rates = 1000...1_536_000
  /// Maximum of waiting frames, besides the filter's own.
  private static let room = 4096

  /// Rate of the input in frames per second.
  package let rate: Int
  private let filter: ResamplerFilter
  private var window: StereoWindow
  /// Distance of the next output frame from an input frame. In units of `filter.up` parts of an input frame.
  private var phase = 0
  /// Frames that went in and came out since the last reset.
  private var fed: Int64 = 0
  private var made: Int64 = 0

  /// - Throws: an error if the rate is out of range. It has the path of the file that needs it.
  package init(rate: Int, for path: String) throws(FileError) {
    guard Self.rates.contains(rate) else {
      throw FileError(
        path: path, reason: "its rate of \(rate) Hz is not supported: use one from \(Self.rates.lowerBound) to \(Self.rates.upperBound) Hz"
      )
    }
    self.rate = rate
    filter = ResamplerFilter(from: rate, to: SoundFormat.rate)
    window = StereoWindow(taps: filter.taps, room: Self.room)
  }

  /// Frames of 48 kHz that went in and have not come out.
  package var held: Int64 { max(0, due - made) }

  /// Frames of output that last as long as `down` frames of input.
  package var up: Int { filter.up }
  /// See `up`.
  package var down: Int { filter.down }
  /// Output frames that a reset affects. They differ from those without a reset.
  package var reach: Int { (filter.taps * filter.up + filter.down - 1) / filter.down + 1 }

  private var due: Int64 { (fed * Int64(filter.up) + Int64(filter.down / 2)) / Int64(filter.down) }

  /// Takes `count` frames and writes up to `room`.
  /// - Parameter isLast: whether no frames will follow; then the held frames come out.
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

  /// Drops the held frames.
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

  /// Adds enough zeros for the held frames to come out.
  private func fillZeros() {
    _ = window.take(filter.taps) { left, right, n in
      left.update(repeating: 0, count: n)
      right.update(repeating: 0, count: n)
    }
  }
}
