import Realtime

/// The source of a streamed channel's pages. In tests, a source that waits or fails on demand replaces it.
package protocol StreamFile: AnyObject {
  /// Path of the file.
  var path: String { get }
  /// Reads a page, interleaved stereo of 16 bit. Runs on an ordinary thread, which may wait for the medium.
  /// - Returns: false if the page cannot be read now; the caller tries again later.
  func read(_ page: Int, into samples: UnsafeMutablePointer<Int16>) -> Bool
  /// Changes the path of the file; any thread. The file is opened there when it cannot be read any more.
  func move(to path: String)
}

/// The pages of a sound file. If the file cannot be read any more, it is opened again: its stick may be back.
final class StemPages: StreamFile {
  private let place: Published<String>
  private let opener: SoundFile.Opener
  private let survey: StemSurvey
  private var reader: ExactReader?
  private let length: Int64?
  private let rate: Int
  private var piece = [Float](repeating: 0, count: 2 * Int(StreamPage.frames))

  init(_ reader: ExactReader, _ survey: StemSurvey, opener: @escaping SoundFile.Opener) {
    place = Published(reader.file.path)
    self.reader = reader
    self.survey = survey
    self.opener = opener
    (length, rate) = (reader.file.length, reader.file.rate)
  }

  var path: String { place.now }

  func move(to path: String) { place.store(path) }

  func read(_ page: Int, into samples: UnsafeMutablePointer<Int16>) -> Bool {
    guard let reader = reader ?? open() else { return false }
    let from = Int64(page) * StreamPage.frames
    let count = Int(min(StreamPage.frames, survey.frames - from))
    let wanted = Int(max(0, min(Int64(count), survey.readable - from)))
    let isWhole = piece.withUnsafeMutableBufferPointer { buffer in
      let piece = buffer.baseAddress!
      let got = wanted > 0 ? reader.read(from: from, count: wanted, piece) : 0
      // The end of a file may move after a seek. This happens if its length is an estimate.
      guard !reader.file.hasHoles, got == wanted || from + Int64(wanted) == survey.readable && !reader.file.isUnreadable else {
        return false
      }
      (piece + 2 * got).update(repeating: 0, count: 2 * (Int(StreamPage.frames) - got))
      if survey.isFaded { LoopSeam.fade(piece, from: from, count: count, of: survey.frames) }
      for i in 0..<2 * Int(StreamPage.frames) { samples[i] = Clip.short(piece[i], step: survey.step) }
      return true
    }
    if !isWhole { self.reader = nil }
    return isWhole
  }

  private func open() -> ExactReader? {
    guard let file = try? SoundFile(path, opener: opener), file.length == length, file.rate == rate else { return nil }
    reader = ExactReader(file)
    return reader
  }
}
