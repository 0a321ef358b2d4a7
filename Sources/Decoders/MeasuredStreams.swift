import CMPG123
import Glibc
import Synchronization

/// Length of MPEG audio that was found by reading all of it.
struct MeasuredStream: Sendable {
  /// Samples per channel.
  let frames: Int64
  /// Positions of every `step`-th frame of the stream, for seeks.
  private let places: [off_t]
  private let step: off_t

  /// - Parameter handle: of a decoder that has read all of the stream.
  init(of handle: OpaquePointer) {
    var (places, step, count) = (UnsafeMutablePointer<off_t>?.none, off_t(0), 0)
    let hasPlaces = mpg123_index(handle, &places, &step, &count) == MPG123_OK.rawValue
    frames = Int64(mpg123_length(handle))
    self.places = hasPlaces ? Array(UnsafeBufferPointer(start: places, count: count)) : []
    self.step = step
  }

  /// Passes the positions to a decoder of the same stream.
  func give(to handle: OpaquePointer) {
    guard !places.isEmpty else { return }
    var copy = places
    mpg123_set_index(handle, &copy, step, copy.count)
  }
}

/// A cache of the last measured streams, while the process runs.
///
/// A file is opened for each of its tracks, and reading all of it from a slow stick takes seconds.
package final class MeasuredStreams: Sendable {
  /// The cache of the process.
  package static let shared = MeasuredStreams()
  /// Largest number of streams. With their positions they take at most 0.5 MB.
  private static let most = 64

  /// A file in its present state.
  struct File: Equatable {
    private let path: String
    private let size, seconds, nanoseconds: Int

    /// - Parameter descriptor: of the open file.
    init?(_ descriptor: Int32, path: String) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      (self.path, size, seconds, nanoseconds) = (path, Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  /// Entries, the oldest first.
  private let kept = Mutex<[(file: File, stream: MeasuredStream)]>([])

  package init() {}

  /// The stream of a file. Nil if it was not measured in its present state.
  subscript(_ file: File) -> MeasuredStream? { kept.withLock { $0.last { $0.file == file }?.stream } }

  /// Stores the stream of a file.
  func keep(_ stream: MeasuredStream, of file: File) {
    kept.withLock {
      if $0.count >= Self.most { $0.removeFirst() }
      $0.append((file, stream))
    }
  }
}
