import Foundation

/// Writes 16-bit little-endian stereo at 48 kHz into a named pipe. Nobody need read it: what does not fit is dropped.
public final class FIFOSink: ClockedSink, @unchecked Sendable {
  private let path: String
  private var descriptor: Int32 = -1
  private var bytes = [Int16](repeating: 0, count: SoundFormat.block * 2)

  public init(_ path: String) {
    self.path = path
    super.init(name: path, kind: "fifo")
  }

  override func open() throws {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFIFO else {
        throw SinkError("\(path) is there already and is no pipe: remove it or name another with --sink fifo:PATH")
      }
    } else if mkfifo(path, 0o640) != 0 {
      throw SinkError("the pipe \(path) cannot be made: \(String(cString: strerror(errno))); name another with --sink fifo:PATH")
    }
    // Opened for reading, too, so that neither this nor the first write waits for a reader.
    descriptor = Foundation.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SinkError("the pipe \(path) cannot be opened: \(String(cString: strerror(errno)))") }
  }

  override func write(_ block: UnsafePointer<Float>) {
    for i in bytes.indices { bytes[i] = Int16(min(max(block[i], -1), 1) * 32767).littleEndian }
    // A pipe takes whole blocks or none of them: 512 bytes are below PIPE_BUF.
    _ = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }

  override func close() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }
}
