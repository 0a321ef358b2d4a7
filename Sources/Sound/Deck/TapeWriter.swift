/// Writes the sound of tracks onto a tape. It applies their gains and cross-fades. For the worker's thread only.
struct TapeWriter {
  /// Gains of the frames written to the tape.
  var gains = TapeGain()
  /// The end of the previous track, which still sounds. Nil without a cross-fade.
  var fade: CrossFade?
  /// The frame of the tape that is heard first.
  var start: Int64 = 0
  private var samples = [Float](repeating: 0, count: 2 * DeckWorker.chunk)

  /// Appends the next frames of a track.
  /// - Returns: the number of frames that the track gave, up to `count`.
  mutating func append(_ source: (any TrackSource)?, count: Int, to target: Tape) -> Int {
    let got = samples.withUnsafeMutableBufferPointer { source?.read($0.baseAddress!, count: count) ?? 0 }
    if got > 0 { write(got, target) }
    return got
  }

  /// Appends the frames that remain in the resampler of an ended track.
  mutating func drain(_ source: (any TrackSource)?, _ target: Tape) {
    while target.room >= Int64(DeckWorker.chunk) {
      let got = samples.withUnsafeMutableBufferPointer { source?.drain($0.baseAddress!, count: DeckWorker.chunk) ?? 0 }
      guard got > 0 else { return }
      write(got, target)
    }
  }

  /// Appends silence up to the frame that is heard first. Needed when a jump goes to a position where a
  /// damaged track gives nothing. The next track then begins at that frame, not before it.
  mutating func fillPast(_ target: Tape) { appendSilence(start - target.written, target) }

  /// Appends silence; at most as much as the tape has room for.
  mutating func appendSilence(_ frames: Int64, _ target: Tape) {
    var rest = min(frames, target.room)
    while rest > 0 {
      let count = Int(min(rest, Int64(DeckWorker.chunk)))
      samples.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
      write(count, target)
      rest -= Int64(count)
    }
  }

  /// Appends frames of `samples` with the gain of their track. In a cross-fade it adds the end of the track before
  /// them.
  private mutating func write(_ count: Int, _ target: Tape) {
    var gains = gains
    let fade = fade
    samples.withUnsafeMutableBufferPointer {
      gains.apply($0.baseAddress!, count: count, at: target.written)
      fade?.mix(into: $0.baseAddress!, count: count)
      target.append($0.baseAddress!, count: count)
    }
    self.gains = gains
  }
}
