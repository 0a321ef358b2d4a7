import GestureFlowAPI
import Synchronization

/// A writer of the sound into a WAV file, 16 bit.
final class WAVWriter: BlockWriter {
  private let path: String
  private let file = Mutex<WAVFile?>(nil)

  init(_ path: String) { self.path = path }

  func open() throws(Failure) {
    let path = path
    try file.withLock { file throws(Failure) in file = try WAVFile(path) }
  }

  func write(_ block: UnsafePointer<Float>) -> Failure? {
    let samples = Array(UnsafeBufferPointer(start: block, count: SoundFormat.block * 2))
    return file.withLock { file in
      guard let file else { return nil }
      let isWritten = samples.withUnsafeBufferPointer { file.write($0.baseAddress!, frames: SoundFormat.block) }
      return isWritten ? nil : Failure(path, remedy: "\(file.problem); free some space")
    }
  }

  func close() { file.withLock { $0 = nil } }
}
