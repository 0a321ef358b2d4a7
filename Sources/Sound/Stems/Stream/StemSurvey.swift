import Stretch

/// What is found out of a channel that is streamed: it is read once from its beginning to its end while its set is loaded, so that damage is told before it is heard, and its onsets and its loudest sample
/// are those that it has in memory.
struct StemSurvey {
  /// Length of its bars, and how much of that the file has.
  let frames: Int64
  private(set) var readable: Int64
  /// Whether end and beginning are faded.
  private(set) var isFaded = false
  /// Step of its samples as 16 bit.
  private(set) var step: Float = 1 / 32_768
  private(set) var onsets: [Onset] = []
  /// Samples that were no number.
  private(set) var bad = 0

  /// Reads all of it. - Parameters: - frames: of its bars. - goesOn: asked again and again.
  /// - Returns: nil if it was given up. `readable` may be less than `frames`, and says then how much there was.
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
      // What is cut off too early is refused, whatever follows.
      if readable < frames - StemMeasure.slack { return }
    }
    bad = reader.file.badSamples - before
    finder.take(first, count: late) { keep($0, &onsets) }
    finder.finish { keep($0, &onsets) }
    step = Clip.step(lowest, highest)
  }

  /// Frames from a place on, silent where the file has none.
  private static func read(_ reader: ExactReader, from frame: Int64, count: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: 2 * count) { buffer, used in
      let got = reader.read(from: frame, count: count, buffer.baseAddress!)
      (buffer.baseAddress! + 2 * got).update(repeating: 0, count: 2 * (count - got))
      used = 2 * count
    }
  }
}
