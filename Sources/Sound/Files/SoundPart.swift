import GestureFlowAPI

/// A part of a sound file as a track: a window of its frames.
///
/// Tracks of one file that follow one another hand the decoder on, so that they are heard as the file is: no frame is
/// left out and none comes twice. A jump goes to the exact frame, with the resampler run in before it. For the worker's
/// thread only.
public final class SoundPart: TrackSource {
  /// Far beyond any file, and far from the end of the numbers.
  private static let farthest = Int64.max / 4

  /// Its title by the cue sheet.
  public let title: String
  /// Length in frames of 48 kHz; nil for a file's last part if the file does not say how long it is.
  public let length: Int64?
  private var file: SoundFile
  /// The window, in frames of 48 kHz. Without an end it goes to the file's.
  private let start: Int64
  private let end: Int64?
  /// Frame of the file that is read next.
  private var place: Int64
  /// The decoder stands at that frame.
  ///
  /// It goes there with the first read, because a decoder that is handed on stands there already.
  private var isReached: Bool

  /// - Throws: `FileError` that says what is wrong with the file, or that the part lies behind its end.
  package init(_ part: FilePart, opener: @escaping SoundFile.Opener) throws(FileError) {
    let file = try SoundFile(part.file, opener: opener)
    let start = min(max(part.start, 0), Self.farthest)
    let end = part.end.map { min(max($0, start), Self.farthest) }
    if let whole = file.length, start >= whole {
      throw FileError(path: part.path, reason: "it begins behind the end of its file: correct the cue sheet")
    }
    (self.file, self.start, self.end) = (file, start, end)
    title = part.title
    length = file.length.map { min(end ?? $0, $0) - start } ?? end.map { $0 - start }
    place = start
    isReached = start == 0
  }

  private var rest: Int64 { end.map { max(0, $0 - place) } ?? Self.farthest }

  /// The file, unless the part was read to its own end.
  package var unended: SoundFile? { rest > 0 ? file : nil }

  /// The sound of the file that was damaged and is not heard; nil without any.
  package var loss: FileError? {
    guard file.hasHoles, let loss = file.loss else { return nil }
    return FileError(path: file.path, reason: loss)
  }

  /// Reads interleaved stereo; fewer frames than asked for only at the end.
  public func read(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int {
    if !isReached { reach() }
    let wanted = Int(min(Int64(count), rest))
    let got = wanted > 0 ? file.read(output, count: wanted) : 0
    place += Int64(got)
    return got
  }

  /// Takes out what the resampler holds at the file's end. At another end that belongs to the part that follows.
  public func drain(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int {
    let wanted = Int(min(Int64(count), rest))
    let got = wanted > 0 ? file.drain(output, count: wanted) : 0
    place += Int64(got)
    return got
  }

  /// Goes to a place, in frames from the part's start; beyond its end is its end.
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

  /// Goes on with the decoder of the part before, if it stands here.
  private func takeOver(_ last: SoundPart) -> Bool {
    guard last.file.path == file.path, last.end == start, last.place == start, last.isReached, place == start else { return false }
    file = last.file
    isReached = true
    return true
  }

  /// Joins a track that was not read yet to one that has ended.
  /// - Returns: frames of the other one that the new one gives first; nil if they cannot join: then `drain` the other
  ///   one first.
  package static func join(_ next: (any TrackSource)?, to last: (any TrackSource)?) -> Int64? {
    let (part, lastPart) = (next as? SoundPart, last as? SoundPart)
    if let part, let lastPart, part.takeOver(lastPart) { return 0 }
    // A part joins a file at the file's own ends alone.
    let isAtStart = part.map { $0.isReached && $0.place == 0 } ?? true
    guard let file = part?.file ?? next as? SoundFile, let before = lastPart?.unended ?? last as? SoundFile, isAtStart,
      file.goOn(from: before)
    else { return nil }
    part?.place = -file.inherited
    return file.inherited
  }
}
