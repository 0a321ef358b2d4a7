import CSndFile
import Foundation
import GestureFlowAPI

/// A FLAC file for writing, 48 kHz stereo 16 bit, with dither. FLAC is a stream: all data on the disk can be read,
/// even if the file was never closed. One thread at a time.
package final class FLACFile {
  private let file: OpaquePointer
  private let descriptor: Int32
  private let calls: AtomicFile.Calls
  private var converter = SampleConverter()
  private var samples = [Int16](repeating: 0, count: SoundFormat.block * 2)
  private static let silence = [Float](repeating: 0, count: SoundFormat.block * 2)
  /// Number of frames written.
  package private(set) var frames: Int64 = 0

  /// Creates the file.
  /// - Parameter calls: the system calls at its end; a test can make one fail.
  /// - Throws: `Failure` when it cannot be created, also if it exists already.
  package init(_ path: String, calls: AtomicFile.Calls = .system) throws(Failure) {
    self.calls = calls
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else {
      throw Failure("\(path) cannot be made (\(String(cString: strerror(errno))))", remedy: "check the folder's access rights and space")
    }
    var info = SF_INFO()
    info.samplerate = Int32(SoundFormat.rate)
    info.channels = 2
    info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    guard let file = sf_open_fd(descriptor, Int32(SFM_WRITE), &info, 0) else {
      close(descriptor)
      unlink(path)
      let why = String(cString: sf_strerror(nil)).trimmingCharacters(in: .whitespacesAndNewlines)
      throw Failure("\(path) cannot be written (\(why))", remedy: "check the space of its disk")
    }
    self.file = file
  }

  /// Ends the file as `finish` does, if that was not called.
  deinit {
    if !isFinished { _ = finish() }
  }

  private var isFinished = false

  /// Appends one block of interleaved stereo, -1...1.
  /// - Returns: false on failure, such as a full disk.
  package func write(_ block: UnsafePointer<Float>) -> Bool {
    let count = samples.count
    samples.withUnsafeMutableBufferPointer { converter.rtConvert(block, $0.baseAddress!, count: count) }
    frames += Int64(SoundFormat.block)
    return sf_writef_short(file, samples, Int64(SoundFormat.block)) == Int64(SoundFormat.block)
  }

  /// Appends blocks of silence.
  /// - Returns: false on failure.
  package func writeSilence(blocks: Int64) -> Bool {
    for _ in 0..<blocks where !Self.silence.withUnsafeBufferPointer({ write($0.baseAddress!) }) { return false }
    return true
  }

  /// Waits until the written data is on the disk. That is all sound but the encoder's last block, a tenth of a
  /// second.
  /// - Returns: false on failure.
  package func sync() -> Bool { fdatasync(descriptor) == 0 }

  /// Bytes of the file so far.
  package var bytes: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Writes the rest of the encoder, and the length into the header. Waits until they are on the disk.
  /// - Returns: false on failure; `errno` has the reason.
  package func finish() -> Bool {
    guard !isFinished else { return true }
    isFinished = true
    let isWhole = sf_close(file) == 0
    let isSafe = calls.sync(descriptor) == 0
    let code = errno
    close(descriptor)
    errno = code
    return isWhole && isSafe
  }
}
