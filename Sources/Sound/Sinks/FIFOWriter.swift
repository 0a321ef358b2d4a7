import Foundation
import GestureFlowAPI
import Realtime
import Synchronization

/// A writer into a named pipe. The format is 16-bit little-endian stereo at 48 kHz. It does not need a reader:
/// without one, whole blocks are dropped and counted.
///
/// The pipe is open for reading and writing. Readers such as snapserver treat a pipe without a writer as ended,
/// and the end of a reader must not end this writer. So the pipe fills without a reader. Then the writer itself
/// removes the oldest blocks, and a new reader hears the current sound.
package final class FIFOWriter: BlockWriter {
  private struct Pipe {
    var descriptor: Int32 = -1
    /// Number of blocks since a reader was last noticed.
    var unread = 0
    /// Whether the pipe is kept short for lack of a reader.
    var isAlone = true
    /// Number of bytes in the pipe after the last write.
    var kept: Int32 = 0
    /// The reason why the pipe is missing under its name.
    var trouble: Failure?
    var converter = SampleConverter()
    var samples = [Int16](repeating: 0, count: SoundFormat.block * 2)
  }

  /// Unread blocks before the problem is reported: a second of them.
  package static let patience = SoundFormat.rate / SoundFormat.block
  /// Maximum number of blocks in the pipe without a reader.
  private static let most: Int32 = 4
  private static let blockBytes = Int32(SoundFormat.block * 2 * MemoryLayout<Int16>.size)

  private let path: String
  private let pipe = Mutex(Pipe())
  private let count = Counter()

  package init(_ path: String) { self.path = path }

  package var dropped: Int { Int(count.load()) }

  package func open() throws(Failure) {
    let descriptor = try connect()
    pipe.withLock { $0 = Pipe(descriptor: descriptor) }
  }

  private func connect() throws(Failure) -> Int32 {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFIFO else {
        throw Failure("\(path) exists already and is not a pipe", remedy: "remove it, or set sound.card to another pipe")
      }
    } else if mkfifo(path, 0o640) != 0 {
      throw Failure("the pipe \(path) cannot be made", remedy: "\(String(cString: strerror(errno))); set sound.card to another pipe")
    }
    let descriptor = Foundation.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let why = String(cString: strerror(errno))
      throw Failure("the pipe \(path) cannot be opened (\(why))", remedy: "check its access rights, or set sound.card to another pipe")
    }
    return descriptor
  }

  package func write(_ block: UnsafePointer<Float>) -> Failure? {
    pipe.withLock { pipe in
      guard pipe.descriptor >= 0 else { return nil }
      notice(&pipe)
      if pipe.isAlone { shorten(&pipe) }
      put(block, &pipe)
      guard pipe.unread > Self.patience else { return nil }
      if !pipe.isAlone { empty(&pipe) }
      if pipe.unread % Self.patience == 1 { pipe.trouble = renew(&pipe) }
      return pipe.trouble ?? Failure("no program reads the pipe \(path)", remedy: "start the program that plays it")
    }
  }

  /// Detects whether a reader has read since the last write.
  private func notice(_ pipe: inout Pipe) {
    if bytes(in: pipe) < pipe.kept { (pipe.isAlone, pipe.unread) = (false, 0) } else { pipe.unread += 1 }
  }

  private func bytes(in pipe: borrowing Pipe) -> Int32 {
    var bytes: Int32 = 0
    return ioctl(pipe.descriptor, UInt(FIONREAD), &bytes) == 0 ? bytes : 0
  }

  private func put(_ block: UnsafePointer<Float>, _ pipe: inout Pipe) {
    let samples = pipe.samples.count
    pipe.samples.withUnsafeMutableBufferPointer { buffer in
      pipe.converter.rtConvert(block, buffer.baseAddress!, count: samples)
      for i in 0..<samples { buffer[i] = buffer[i].littleEndian }
    }
    // A pipe accepts a whole block or nothing: 512 bytes are below PIPE_BUF.
    let descriptor = pipe.descriptor
    if pipe.samples.withUnsafeBytes({ Foundation.write(descriptor, $0.baseAddress, $0.count) }) <= 0 { count.add() }
    pipe.kept = bytes(in: pipe)
  }

  /// Removes the oldest blocks, except for a few.
  private func shorten(_ pipe: inout Pipe, to blocks: Int32 = FIFOWriter.most - 1) {
    let descriptor = pipe.descriptor
    while bytes(in: pipe) > blocks * Self.blockBytes {
      // The buffer `samples` can be reused, because its contents were written before.
      guard pipe.samples.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) > 0 else { return }
      count.add()
    }
  }

  /// Empties a pipe whose reader has gone. The reader may have stopped in the middle of a sample; only new data
  /// begins with a whole sample.
  private func empty(_ pipe: inout Pipe) {
    pipe.isAlone = true
    shorten(&pipe, to: 0)
    pipe.kept = bytes(in: pipe)
  }

  /// Opens the pipe again if another one has its path now.
  /// - Returns: the reason if that fails.
  private func renew(_ pipe: inout Pipe) -> Failure? {
    var (named, ours) = (stat(), stat())
    if stat(path, &named) == 0, fstat(pipe.descriptor, &ours) == 0, named.st_ino == ours.st_ino, named.st_dev == ours.st_dev { return nil }
    do throws(Failure) {
      let descriptor = try connect()
      Foundation.close(pipe.descriptor)
      (pipe.descriptor, pipe.kept) = (descriptor, 0)
      return nil
    } catch { return error }
  }

  package func close() {
    pipe.withLock {
      if $0.descriptor >= 0 { Foundation.close($0.descriptor) }
      $0.descriptor = -1
    }
  }
}
