import Foundation
import Synchronization

/// Writes 16-bit little-endian stereo at 48 kHz into a named pipe. Nobody need read it: what does not fit is dropped.
package final class FIFOWriter: BlockWriter {
  private struct Pipe {
    var descriptor: Int32 = -1
    var converter = SampleConverter()
    var samples = [Int16](repeating: 0, count: SoundFormat.block * 2)
  }

  private let path: String
  private let pipe = Mutex(Pipe())

  package init(_ path: String) { self.path = path }

  package func open() throws(SinkError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFIFO else {
        throw SinkError("\(path) is there already and is no pipe: remove it or name another with --sink fifo:PATH")
      }
    } else if mkfifo(path, 0o640) != 0 {
      throw SinkError("the pipe \(path) cannot be made: \(String(cString: strerror(errno))); name another with --sink fifo:PATH")
    }
    // Opened for reading, too, so that neither this nor the first write waits for a reader.
    let descriptor = Foundation.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SinkError("the pipe \(path) cannot be opened: \(String(cString: strerror(errno)))") }
    pipe.withLock { $0.descriptor = descriptor }
  }

  package func write(_ block: UnsafePointer<Float>) -> String? {
    pipe.withLock { pipe in
      let count = pipe.samples.count
      pipe.samples.withUnsafeMutableBufferPointer { samples in
        pipe.converter.rtConvert(block, samples.baseAddress!, count: count)
        for i in 0..<count { samples[i] = samples[i].littleEndian }
      }
      // A pipe takes whole blocks or none of them: 512 bytes are below PIPE_BUF.
      let descriptor = pipe.descriptor
      _ = pipe.samples.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      return nil
    }
  }

  package func close() {
    pipe.withLock {
      if $0.descriptor >= 0 { Foundation.close($0.descriptor) }
      $0.descriptor = -1
    }
  }
}
