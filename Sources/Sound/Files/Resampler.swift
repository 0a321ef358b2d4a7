import CLanes

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
  private let left, right: UnsafeMutablePointer<Float>
  /// Frames in the buffers, and the first that the next output frame needs.
  private var filled = 0
  private var first = 0
  /// How far the next output frame lies behind an input frame, in `filter.up` parts of the way to the next.
  private var phase = 0
  /// Frames that went in, and that came out, since the start or the last reset.
  private var fed: Int64 = 0
  private var made: Int64 = 0

  /// - Throws: that the rate is none, with the path of the file it was wanted for.
  package init(rate: Int, for path: String) throws(SoundFileError) {
    guard Self.rates.contains(rate) else {
      throw SoundFileError(
        path: path, reason: "its rate of \(rate) Hz is not played: from \(Self.rates.lowerBound) to \(Self.rates.upperBound) Hz are")
    }
    self.rate = rate
    filter = ResamplerFilter(from: rate, to: SoundFormat.rate)
    left = .allocate(capacity: filter.taps + Self.room)
    right = .allocate(capacity: filter.taps + Self.room)
    reset()
  }

  deinit {
    left.deallocate()
    right.deallocate()
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
  package func process(
    _ input: UnsafePointer<Float>, count: Int, to output: UnsafeMutablePointer<Float>, room: Int, isLast: Bool
  ) -> (used: Int, made: Int) {
    var (used, done) = (0, 0)
    while true {
      while done < room, first + filter.taps <= filled, !isLast || made < due || used < count {
        filter.apply(left + first, right + first, phase: phase, to: output + 2 * done)
        advance()
        done += 1
      }
      if done == room { break }
      if used < count {
        used += take(input + 2 * used, count - used)
      } else if isLast, made < due {
        fill(zeros: filter.taps)
      } else {
        break
      }
    }
    return (used, done)
  }

  /// Forgets what is held.
  package func reset() {
    // The first output frame lies on the first input frame, in the middle of the filter.
    filled = filter.taps / 2 - 1
    left.initialize(repeating: 0, count: filter.taps + Self.room)
    right.initialize(repeating: 0, count: filter.taps + Self.room)
    (first, phase, fed, made) = (0, 0, 0, 0)
  }

  private func advance() {
    made += 1
    phase += filter.down
    first += phase / filter.up
    phase %= filter.up
  }

  private func take(_ input: UnsafePointer<Float>, _ count: Int) -> Int {
    makeRoom()
    let n = min(count, filter.taps + Self.room - filled)
    for i in 0..<n {
      left[filled + i] = input[2 * i]
      right[filled + i] = input[2 * i + 1]
    }
    filled += n
    fed += Int64(n)
    return n
  }

  private func fill(zeros count: Int) {
    makeRoom()
    let n = min(count, filter.taps + Self.room - filled)
    (left + filled).update(repeating: 0, count: n)
    (right + filled).update(repeating: 0, count: n)
    filled += n
  }

  /// Moves what is still needed to the front.
  private func makeRoom() {
    let gone = min(first, filled)
    (left).update(from: left + gone, count: filled - gone)
    (right).update(from: right + gone, count: filled - gone)
    filled -= gone
    first -= gone
  }
}
