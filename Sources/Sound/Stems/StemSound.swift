/// One channel's sound while a set is loaded: what is known before it is decoded, and the decoding. For the loader's thread only.
final class StemSound {
  /// How many frames are read at once.
  private static let chunk = 8192

  /// What it is called in reasons.
  let path: String
  private let channel: StemSet.Channel
  private let file: SoundFile?

  /// Opens the file; a voice needs none. - Throws: what is wrong with it.
  init(_ channel: StemSet.Channel, opener: @escaping SoundFile.Opener) throws(StemProblem) {
    self.channel = channel
    switch channel.source {
    case .voice:
      path = channel.name
      file = nil
    case .file(let path):
      self.path = path
      do throws(SoundFileError) { file = try SoundFile(path, opener: opener) } catch {
        throw StemProblem(.unreadable, path, "\(error.reason); mend the file, or take it out of the set")
      }
      if let file, file.channels < 2 { throw StemProblem(.mono, path, "it is mono, and a stem is stereo: export it with two channels") }
    }
  }

  /// Whether it is a file, which can be streamed.
  var isFile: Bool { file != nil }
  /// Gives any of the file's frames; nil for a voice.
  var exactReader: ExactReader? { file.map { ExactReader($0) } }
  /// What to say of a file that does not answer.
  var unreadable: StemProblem {
    StemProblem(.unreadable, path, "it cannot be read any more: if its stick was pulled out, put it back")
  }

  /// Sample rate of the file in Hz; nil for a voice.
  var rate: Int? { file?.rate }

  /// Length in frames of 48 kHz as far as it is told; nil if the file does not say.
  func frames(_ grid: BarGrid) -> Int64? {
    if case .voice(_, let song) = channel.source { return grid.rtStart(ofBar: Int64(song.bars)) }
    return file?.length
  }

  /// Decodes all of it, interleaved stereo. - Parameters: - most: frames beyond which it stops. - goesOn: asked again and again, because a stick may be slow; with false it is given up.
  /// - Returns: the samples, and how many of them were no number and are silence now; nil if it was given up.
  /// - Throws: what went wrong while it was read.
  func read(_ grid: BarGrid, most: Int64, goesOn: () -> Bool) throws(StemProblem) -> (samples: [Float], bad: Int)? {
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

  /// Looks whether what was read was all that there is. - Throws: why it was not.
  func checkEnd() throws(StemProblem) {
    guard let file else { return }
    if file.isUnreadable { throw unreadable }
    // A track may lose a moment; a loop would repeat the hole.
    if file.hasHoles, let loss = file.loss { throw StemProblem(.shrunk, path, "\(loss); copy it to the stick again") }
    if file.earlyEnd != nil { throw StemProblem(.shrunk, path, "\(file.damage); copy it to the stick again") }
  }
}
