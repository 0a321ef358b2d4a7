import GestureFlowAPI

/// A part of a sound file as a track. It is a window of its frames. For the worker's thread only.
///
/// Consecutive tracks of one file pass the decoder on, so that they sound like the file itself: no frame is missing
/// or repeated. A jump goes to the exact frame, with a run-in of the resampler before it.
public final class SoundPart: TrackSource {
  /// Far past the end of any file, and far from overflow.
  private static let farthest = Int64.max / 4

  /// Title from the cue sheet.
  public let title: String
  /// Length in frames of 48 kHz. Nil for the last part of a file that does not state its length.
  public let length: Int64?
  private var file: SoundFile
  /// The window, in frames of 48 kHz. Nil as the end means the end of the file.
  private let start: Int64
  private let end: Int64?
  /// Frame of the file that is read next.
  private var place: Int64
  /// Whether the decoder is at that frame.
  ///
  /// The first read moves it there, because a decoder that was passed on is there already.
  private var isReached: Bool

  /// - Throws: `SoundFileError` with the problem of the file. It also throws if the part begins after the end of the
  ///   file.
  package init(_ part: FilePart, opener: @escaping SoundFile.Opener) throws(FileError) {
    let file = try SoundFile(part.file, opener: opener)
    let start = min(max(part.start, 0), Self.farthest)
    let end = part.end.map { min(max($0, start), Self.farthest) }
    if let whole = file.length, start >= whole {
      throw FileError(path: part.path, reason: "it begins after the end of its file: correct the cue sheet")
    }
    (self.file, self.start, self.end) = (file, start, end)
    title = part.title
    length = file.length.map { min(end ?? $0, $0) - start } ?? end.map { $0 - start }
    place = start
    isReached = start == 0
  }

  private var rest: Int64 { end.map { max(0, $0 - place) } ?? Self.farthest }

  /// The file; nil if the part was read to its own end.
  package var unended: SoundFile? { rest > 0 ? file : nil }

  /// The error for damaged sound of the file that is not heard. Nil without any.
  package var loss: FileError? {
    guard file.hasHoles, let loss = file.loss else { return nil }
    return FileError(path: file.path, reason: loss)
  }

  /// Reads interleaved stereo; fewer frames than requested only at the end.
  public func read(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int {
    if !isReached { reach() }
    let wanted = Int(min(Int64(count), rest))
    let got = wanted > 0 ? file.read(output, count: wanted) : 0
    place += Int64(got)
    return got
  }

  /// Reads the frames that the resampler holds at the file's end. At the end of another part, these frames belong
  /// to the next part.
  public func drain(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int {
    let wanted = Int(min(Int64(count), rest))
    let got = wanted > 0 ? file.drain(output, count: wanted) : 0
    place += Int64(got)
    return got
  }

  /// Seeks to a position, in frames from the part's start. A position past the end means the end.
  public func seek(to frame: Int64) {
    place = min(start + min(max(frame, 0), Self.farthest), end ?? .max)
    isReached = false
  }

  private func reach() {
    isReached = true
    guard let exact = file.seekExactly(before: place) else { return file.seek(to: place) }
    var runIn = place - exact.frame
    var unheard = [Float](repeating: 0, count: 2 * 1024)
    while runIn > 0 {
      let got = file.read(&unheard, count: Int(min(runIn, 1024)))
      guard got > 0 else { return }
      runIn -= Int64(got)
    }
  }

  // MARK: - From one track to the next

  /// Takes over the previous part's decoder, if it is at this start.
  private func takeOver(_ last: SoundPart) -> Bool {
    guard last.file.path == file.path, last.end == start, last.place == start, last.isReached, place == start else { return false }
    file = last.file
    isReached = true
    return true
  }

  /// Whether a track begins at another one's end in the same file.
  package static func isContinued(_ last: any TrackSource, by next: any TrackSource) -> Bool {
    guard let last = last as? SoundPart, let next = next as? SoundPart else { return false }
    return last.file.path == next.file.path && last.end == next.start
  }

  /// Joins an unread track to one that has ended.
  /// - Returns: frames of the ended track that the new one gives first; nil if they cannot join: then `drain` the
  ///   ended track first.
  package static func join(_ next: (any TrackSource)?, to last: (any TrackSource)?) -> Int64? {
    let (part, lastPart) = (next as? SoundPart, last as? SoundPart)
    if let part, let lastPart, part.takeOver(lastPart) { return 0 }
    // A part joins another file only at its own file's ends.
    let isAtStart = part.map { $0.isReached && $0.place == 0 } ?? true
    guard let file = part?.file ?? next as? SoundFile, let before = lastPart?.unended ?? last as? SoundFile, isAtStart,
      file.goOn(from: before)
    else { return nil }
    part?.place = -file.inherited
    return file.inherited
  }
}
