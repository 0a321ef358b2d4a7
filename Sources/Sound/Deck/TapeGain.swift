/// The gains of the tracks on one tape, each from its track's first frame on. For the worker's thread only.
///
/// Samples get their gain before they are written to the tape, so that it changes at the very frame and the audio thread knows nothing of it.
/// If two gains differ, the first frames of the new track go over from the one to the other: sound that goes on across the joint does
/// not click.
package struct TapeGain {
  /// Frames in which one gain goes over to another: 5 ms, shorter than the rise of a note and long enough for a step of 12 dB.
  package static let fade = Int64(SoundFormat.rate / 200)

  private var from: Float
  private var to: Float
  /// Frame at which `to` begins.
  private var start = Int64.min / 2
  private var changes: [(frame: Int64, gain: Float)] = []

  /// - Parameter gain: of the track with which the tape begins.
  package init(_ gain: Float = 1) { (from, to) = (gain, gain) }

  /// Another track begins at a frame that was not written yet.
  /// - Parameter frame: not before that of an earlier change.
  package mutating func change(to gain: Float, at frame: Int64) { changes.append((frame, gain)) }

  /// Gives samples their gain.
  /// - Parameters:
  ///   - samples: interleaved stereo. - count: frames. - first: the tape's frame of the first one; it rises from call to call.
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
