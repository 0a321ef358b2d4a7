import CMPG123
import Glibc
import Synchronization

/// The length of MPEG audio of which only reading all of it tells the length.
struct MeasuredStream: Sendable {
  /// Frames of sound.
  let frames: Int64
  /// Places of every `step`-th frame of the stream, for jumps.
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

  /// Tells a decoder of the same stream the places.
  func give(to handle: OpaquePointer) {
    guard !places.isEmpty else { return }
    var copy = places
    mpg123_set_index(handle, &copy, step, copy.count)
  }
}

/// Keeps the last measured streams while the process runs.
///
/// A file is opened for each of its tracks, and a slow stick takes seconds to give all of it.
package final class MeasuredStreams: Sendable {
  /// Those of the process.
  package static let shared = MeasuredStreams()
  /// Streams that are kept: with their places at most 0.5 MB.
  private static let most = 64

  /// A file as it is now.
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

  /// The oldest first.
  private let kept = Mutex<[(file: File, stream: MeasuredStream)]>([])

  package init() {}

  /// The stream of a file; nil if it was not measured as it is now.
  subscript(_ file: File) -> MeasuredStream? { kept.withLock { $0.last { $0.file == file }?.stream } }

  /// Keeps the stream of a file.
  func keep(_ stream: MeasuredStream, of file: File) {
    kept.withLock {
      if $0.count >= Self.most { $0.removeFirst() }
      $0.append((file, stream))
    }
  }
}
