import GestureFlowAPI

/// The sound of one channel while its set is loaded. It gives the facts known before decoding, and decodes. For
/// the loader's thread only.
final class StemSound {
  /// Number of frames per read.
  private static let chunk = 8192

  /// Name of the sound in reasons.
  let path: String
  private let channel: StemSet.Channel
  private let file: SoundFile?

  /// Opens the file; a voice does not need one.
  /// - Throws: the problem of the file.
  init(_ channel: StemSet.Channel, opener: @escaping SoundFile.Opener) throws(StemRefusal) {
    self.channel = channel
    switch channel.source {
    case .voice:
      path = channel.name
      file = nil
    case .file(let path):
      self.path = path
      do throws(FileError) { file = try SoundFile(path, opener: opener) } catch {
        throw StemRefusal(.unreadable, path, "\(error.reason); replace the file, or remove it from the set")
      }
      if let cut = file?.cut { throw StemRefusal(.shrunk, path, "\(cut); copy it to the stick again") }
      if let file, file.channels < 2 { throw StemRefusal(.mono, path, "it is mono, and a stem is stereo: export it with two channels") }
    }
  }

  /// Whether the sound is a file, which can be streamed.
  var isFile: Bool { file != nil }
  /// A reader of any of the file's frames; nil for a voice.
  var exactReader: ExactReader? { file.map { ExactReader($0) } }
  /// The problem of a file that cannot be read any more.
  var unreadable: StemProblem {
    StemProblem(.unreadable, path, "it cannot be read any more: if its stick was pulled out, put it back")
  }

  /// Sample rate of the file in Hz; nil for a voice.
  var rate: Int? { file?.rate }

  /// Returns the length in frames of 48 kHz. The length comes from the file; nil if the file does not give it.
  func frames(_ grid: BarGrid) -> Int64? {
    if case .voice(_, let song) = channel.source { return grid.rtStart(ofBar: Int64(song.bars)) }
    return file?.length
  }

  /// Decodes the whole sound as interleaved stereo.
  /// - Parameters:
  ///   - most: the loop stops once it has more frames than this.
  ///   - goesOn: polled regularly, because a stick may be slow; false ends the reading.
  /// - Returns: the samples, and the number of NaN or infinite samples, which were replaced by silence; nil if
  ///   `goesOn` ended the reading.
  /// - Throws: the problem that occurred during reading.
  func read(_ grid: BarGrid, most: Int64, goesOn: () -> Bool) throws(StemRefusal) -> (samples: [Float], bad: Int)? {
    guard goesOn() else { return nil }
    guard let file else {
      guard case .voice(let stem, let song) = channel.source else { return ([], 0) }
      return (song.render(stem, grid), 0)
    }
    var all: [Float] = []
    all.reserveCapacity(Int(min(file.length ?? 0, most)) * 2 + 2 * Self.chunk)
    var piece = [Float](repeating: 0, count: 2 * Self.chunk)
    var isDraining = false
    while Int64(all.count / 2) <= most {
      guard goesOn() else { return nil }
      let got = piece.withUnsafeMutableBufferPointer {
        isDraining ? file.drain($0.baseAddress!, count: Self.chunk) : file.read($0.baseAddress!, count: Self.chunk)
      }
      all += piece[..<(2 * got)]
      if isDraining, got == 0 { break }
      if got < Self.chunk { isDraining = true }
    }
    try checkEnd()
    return (all, file.badSamples)
  }

  /// Checks that the whole file was read.
  /// - Throws: the reason why it was not.
  func checkEnd() throws(StemRefusal) {
    guard let file else { return }
    if file.isUnreadable { throw StemRefusal(problems: [unreadable]) }
    // A track may lose a moment; a loop would repeat the hole.
    if file.hasHoles, let loss = file.loss { throw StemRefusal(.shrunk, path, "\(loss); copy it to the stick again") }
    if file.earlyEnd != nil { throw StemRefusal(.shrunk, path, "\(file.damage); copy it to the stick again") }
  }
}
