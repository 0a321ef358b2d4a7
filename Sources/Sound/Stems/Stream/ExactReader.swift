/// A reader of any run of a sound file's frames. The frames are the same as when the file is read from its
/// beginning. Runs that follow each other are read without a seek. For one thread at a time.
final class ExactReader {
  private static let chunk: Int64 = 4096

  let file: SoundFile
  /// The next frame of the file; nil if unknown.
  private var at: Int64?
  private var isDraining = false
  private var waste = [Float](repeating: 0, count: 2 * Int(chunk))

  init(_ file: SoundFile) { self.file = file }

  /// Reads frames from a position on.
  /// - Returns: the number of frames read; it is lower only if the file ends or cannot be read.
  func read(from frame: Int64, count: Int, _ output: UnsafeMutablePointer<Float>) -> Int {
    if at != frame, !go(to: frame) { return 0 }
    let got = take(count, output)
    at = got == count ? frame + Int64(count) : nil
    return got
  }

  private func go(to frame: Int64) -> Bool {
    at = nil
    isDraining = false
    guard let start = file.seekExactly(before: frame) else { return false }
    var rest = frame - start.frame
    while rest > 0 {
      let n = Int(min(rest, Self.chunk))
      guard waste.withUnsafeMutableBufferPointer({ take(n, $0.baseAddress!) }) == n else { return false }
      rest -= Int64(n)
    }
    return true
  }

  private func take(_ count: Int, _ output: UnsafeMutablePointer<Float>) -> Int {
    var done = isDraining ? 0 : file.read(output, count: count)
    if done < count { isDraining = true }
    while done < count {
      let got = file.drain(output + 2 * done, count: count - done)
      if got == 0 { break }
      done += got
    }
    return done
  }
}
