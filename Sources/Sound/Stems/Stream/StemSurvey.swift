import Stretch

/// The facts about a streamed channel, found by reading it once. The reading happens while its set is loaded,
/// from beginning to end, so damage is reported before it is heard. Onsets and loudest sample are the same as for
/// a channel in memory.
struct StemSurvey {
  /// Length of the channel's bars in frames. `readable` is the part of it that the file has.
  let frames: Int64
  private(set) var readable: Int64
  /// Whether end and beginning are faded.
  private(set) var isFaded = false
  /// Step of the samples as 16 bit.
  private(set) var step: Float = 1 / 32_768
  private(set) var onsets: [Onset] = []
  /// Number of samples that were NaN or infinite.
  private(set) var bad = 0

  /// Reads the whole channel.
  /// - Parameters:
  ///   - frames: length of the channel's bars.
  ///   - goesOn: polled regularly; false ends the reading.
  /// - Returns: nil if `goesOn` ended the reading. If `readable` is less than `frames`, the file has only that
  ///   many frames.
  init?(_ reader: ExactReader, frames: Int64, goesOn: () -> Bool) {
    self.frames = frames
    readable = frames
    let (edge, late) = (LoopSeam.edge, OnsetFinder.late)
    var lead = Self.read(reader, from: frames - Int64(Clip.onsetLead), count: Clip.onsetLead)
    var first = Self.read(reader, from: 0, count: late)
    var seam = LoopSeam(Array(first[..<(2 * edge)] + lead.suffix(2 * edge)), frames: 2 * edge)
    isFaded = seam.hasCorner
    if isFaded {
      lead.withUnsafeMutableBufferPointer {
        LoopSeam.fade($0.baseAddress!, from: frames - Int64(Clip.onsetLead), count: Clip.onsetLead, of: frames)
      }
      first.withUnsafeMutableBufferPointer { LoopSeam.fade($0.baseAddress!, from: 0, count: late, of: frames) }
    }
    seam = LoopSeam([], frames: 0)
    var finder = OnsetFinder(from: Int64(-Clip.onsetLead))
    let keep = { (onset: Onset, list: inout [Onset]) in if (0..<frames).contains(onset.frame) { list.append(onset) } }
    finder.take(lead, count: Clip.onsetLead) { keep($0, &onsets) }
    let before = reader.file.badSamples
    var (lowest, highest): (Float, Float) = (0, 0)
    var piece = [Float](repeating: 0, count: 2 * Int(StreamPage.frames))
    for page in 0..<Int64(StreamPage.count(of: frames)) {
      guard goesOn() else { return nil }
      let from = page * StreamPage.frames
      let count = Int(min(StreamPage.frames, frames - from))
      piece.withUnsafeMutableBufferPointer { buffer in
        let piece = buffer.baseAddress!
        let got = readable < frames ? 0 : reader.read(from: from, count: count, piece)
        if got < count, readable == frames { readable = from + Int64(got) }
        (piece + 2 * got).update(repeating: 0, count: 2 * (count - got))
        if isFaded { LoopSeam.fade(piece, from: from, count: count, of: frames) }
        for i in 0..<2 * count { (lowest, highest) = (min(lowest, piece[i]), max(highest, piece[i])) }
        finder.take(piece, count: count) { keep($0, &onsets) }
      }
      // A file that ends too early is rejected, whatever follows.
      if readable < frames - StemMeasure.slack { return }
    }
    bad = reader.file.badSamples - before
    finder.take(first, count: late) { keep($0, &onsets) }
    finder.finish { keep($0, &onsets) }
    step = Clip.step(lowest, highest)
  }

  /// Returns frames from a position on. Frames that the file does not have are silent.
  private static func read(_ reader: ExactReader, from frame: Int64, count: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: 2 * count) { buffer, used in
      let got = reader.read(from: frame, count: count, buffer.baseAddress!)
      (buffer.baseAddress! + 2 * got).update(repeating: 0, count: 2 * (count - got))
      used = 2 * count
    }
  }
}
