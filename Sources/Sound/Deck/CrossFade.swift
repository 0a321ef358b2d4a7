/// A cross-fade. It mixes the end of a track into the start of the next. For the worker's thread only.
///
/// The squares of the two gains add up to 1, so the level of two different sounds stays the same. The gain of the next
/// track is the root of 3p^2 - 2p^3, where p is the part of the fade that is over. It differs from a sine by less than
/// 0.9 dB, and a square root has the same bits on every processor.
final class CrossFade {
  /// Frames of the shortest fade: 0.1 s.
  static let shortest = Int64(SoundFormat.rate / 10)
  /// Frame that no track reaches.
  static let never = Int64.max / 2

  /// The track that ends.
  let source: any TrackSource
  private let gain: Float
  /// Part of the fade that is over, 0...1. The next field is its step per frame.
  private var part = 0.0
  private var step: Double
  /// Frames until the end.
  private(set) var left: Int
  /// Whether the source gives no more.
  private var isDry = false
  private var samples = [Float](repeating: 0, count: 2 * DeckWorker.chunk)

  /// - Parameters:
  ///   - source: its next frame is the first of the fade.
  ///   - gain: gain of that track.
  ///   - frames: length of the fade, above 0.
  init(_ source: any TrackSource, gain: Float, frames: Int64) {
    (self.source, self.gain) = (source, gain)
    left = Int(max(frames, 1))
    step = 1 / Double(left)
  }

  /// Whether only the next track is left.
  var isOver: Bool { left == 0 }

  /// Fades samples of the next track in. Adds those of the ending one.
  ///
  /// If that track ends too early, the next one rises to its level in the shortest fade.
  /// - Parameters:
  ///   - output: interleaved stereo.
  ///   - count: number of frames, at most a chunk. Those after the end of the fade stay as they are.
  func mix(into output: UnsafeMutablePointer<Float>, count: Int) {
    let wanted = min(count, left)
    let got = isDry ? 0 : read(wanted)
    blend(output, 0..<got)
    if got < wanted, !isDry {
      isDry = true
      left = min(left, Int(Self.shortest))
      step = (1 - part) / Double(left)
    }
    for place in 2 * got..<2 * wanted { samples[place] = 0 }
    blend(output, got..<got + min(wanted - got, left))
  }

  private func read(_ count: Int) -> Int {
    samples.withUnsafeMutableBufferPointer { [source] in
      let start = $0.baseAddress!
      var done = source.read(start, count: count)
      while done < count {
        let more = source.drain(start + 2 * done, count: count - done)
        if more <= 0 { break }
        done += more
      }
      return done
    }
  }

  private func blend(_ output: UnsafeMutablePointer<Float>, _ frames: Range<Int>) {
    let samples = samples
    for frame in frames {
      part = min(part + step, 1)
      let share = min(part * part * (3 - 2 * part), 1)
      let rise = Float(share.squareRoot())
      let fall = Float((1 - share).squareRoot()) * gain
      output[2 * frame] = output[2 * frame] * rise + samples[2 * frame] * fall
      output[2 * frame + 1] = output[2 * frame + 1] * rise + samples[2 * frame + 1] * fall
    }
    left -= frames.count
  }
}
