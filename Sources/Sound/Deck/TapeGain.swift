/// The gains of the tracks on one tape. Each gain applies from the first frame of its track. For the worker's
/// thread only.
///
/// The worker applies the gain before it writes samples to the tape. So the gain changes at the exact frame, and
/// the audio thread needs no information about it. If two gains differ, the first frames of the new track fade from
/// one gain to the other. A sound that continues across the joint then does not click.
package struct TapeGain {
  /// Frames of a fade between two gains: 5 ms. This is shorter than the attack of a note, and long enough for a
  /// step of 12 dB.
  package static let fade = Int64(SoundFormat.rate / 200)

  private var from: Float
  private var to: Float
  /// Frame at which the fade to `to` begins.
  private var start = Int64.min / 2
  private var changes: [(frame: Int64, gain: Float)] = []

  /// - Parameter gain: gain of the first track on the tape.
  package init(_ gain: Float = 1) { (from, to) = (gain, gain) }

  /// Sets the gain of a track that begins at an unwritten frame.
  /// - Parameter frame: not before the frame of an earlier change.
  package mutating func change(to gain: Float, at frame: Int64) { changes.append((frame, gain)) }

  /// Applies the gain to samples.
  /// - Parameters:
  ///   - samples: interleaved stereo.
  ///   - count: number of frames.
  ///   - first: the tape's frame of the first sample; it rises from call to call.
  package mutating func apply(_ samples: UnsafeMutablePointer<Float>, count: Int, at first: Int64) {
    var done = 0
    while done < count {
      let frame = first + Int64(done)
      while let change = changes.first, change.frame <= frame {
        (from, to, start) = (value(at: change.frame - 1), change.gain, change.frame)
        changes.removeFirst()
      }
      let end = changes.first.map { min(count, Int($0.frame - first)) } ?? count
      scale(samples, done..<end, at: first)
      done = end
    }
  }

  private func scale(_ samples: UnsafeMutablePointer<Float>, _ frames: Range<Int>, at first: Int64) {
    let settled =
      from == to ? frames.lowerBound : Int(min(max(start + Self.fade - 1 - first, Int64(frames.lowerBound)), Int64(frames.upperBound)))
    for frame in frames.lowerBound..<settled {
      let gain = value(at: first + Int64(frame))
      samples[2 * frame] *= gain
      samples[2 * frame + 1] *= gain
    }
    if to == 1 { return }
    for place in 2 * settled..<2 * frames.upperBound { samples[place] *= to }
  }

  private func value(at frame: Int64) -> Float {
    let share = frame - start + 1
    return share >= Self.fade ? to : from + (to - from) * Float(max(share, 0)) / Float(Self.fade)
  }
}
