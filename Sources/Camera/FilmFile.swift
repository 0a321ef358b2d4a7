import Foundation
import Realtime
import Synchronization

/// A film as a frame source. An `ffmpeg` child decodes it into planar YUV over a pipe, with the film's true times
/// (which may be uneven).
public final class FilmFile: FrameSource {
  /// Delivery: by the clock, dropping late frames, or one frame per request.
  public enum Pace: Sendable { case realTime, asFastAsPossible }

  /// Path of the file.
  public let path: String
  /// Pixels in a row.
  public let width: Int
  /// Number of rows.
  public let height: Int
  private let pace: Pace
  private let orientation: Frame.Orientation
  private let decoder: FilmDecoder
  private let pool: FramePool
  /// State of the thread that requests frames. It holds the lock while it waits for a frame.
  private let state = Mutex(State())
  // Order: relaxed: a figure that orders nothing.
  private let skipped = Atomic(0)

  /// Seconds between two checks for `close` while a frame is not due.
  private static let look = 0.1

  private struct State {
    var start: Double?
    var index = 0
    /// A frame that was read and is not due yet.
    var waiting: Due?
  }

  private struct Due {
    var frame: Frame
    /// Due time in seconds of `Clock`. It is the film's time if the pace is `asFastAsPossible`.
    var time: Double
  }

  /// Opens the film and reads its first frame's header.
  /// - Parameters:
  ///   - path: the file.
  ///   - pace: by the clock, or one frame per request.
  ///   - orientation: whether its frames are to be mirrored.
  /// - Throws: `CameraError.film` with ffmpeg's message when the file is missing, unreadable or not a film.
  public init(_ path: String, pace: Pace, orientation: Frame.Orientation = .player) throws {
    self.path = path
    self.pace = pace
    self.orientation = orientation
    decoder = try FilmDecoder(path)
    (width, height) = decoder.size
    pool = FramePool(size: FramePool.size420(width, height))
  }

  /// The file's name.
  public var name: String { "film \((path as NSString).lastPathComponent)" }
  /// Frames that were too old at the time of a request.
  public var dropped: Int { skipped.load(ordering: .relaxed) }
  /// Ends the decoder and any waiting `next` within about 0.1 s.
  public func close() { decoder.stop() }

  /// The film's error after its end; nil without one.
  public var failure: CameraError? { decoder.failure }

  /// Returns the next frame; by the clock, the newest that is due. It ignores the time-out, because the film's own
  /// times determine when a frame comes.
  public func next(timeout: Double) -> FrameEvent { state.withLock { next(&$0) } }

  private func next(_ state: inout State) -> FrameEvent {
    if decoder.isStopped { return .ended }
    guard pace == .realTime else { return read(&state).map { .frame($0.frame) } ?? .ended }
    guard var current = state.waiting ?? read(&state) else { return .ended }
    state.waiting = nil
    guard sleep(until: current.time) else { return .ended }
    // A late caller gets the newest due frame, as from a camera.
    while let following = read(&state) {
      if following.time > Clock.seconds {
        state.waiting = following
        break
      }
      skipped.add(1, ordering: .relaxed)
      current = following
    }
    return .frame(current.frame)
  }

  /// Sleeps in short steps, because frames may lie an hour apart. - Returns: false if the film was closed meanwhile.
  private func sleep(until time: Double) -> Bool {
    while !decoder.isStopped {
      let now = Clock.seconds
      if now >= time { return true }
      Clock.sleep(until: Int64((min(time, now + Self.look) * 1e9).rounded(.up)))
    }
    return false
  }

  private func read(_ state: inout State) -> Due? {
    let memory = pool.take()
    guard let time = decoder.read(into: memory.start, count: pool.size) else { return nil }
    let begin = state.start ?? Clock.seconds - (pace == .realTime ? time : 0)
    state.start = begin
    let due = pace == .realTime ? begin + time : time
    defer { state.index += 1 }
    return Due(
      frame: FramePool.planar420(memory, width: width, height: height, index: state.index, time: due, orientation: orientation),
      time: due)
  }
}
