import Foundation
import Realtime
import Synchronization

/// A film as a camera: decoded by an `ffmpeg` child into planar YUV over a pipe, with the film's true times (which need not be even).
public final class FilmFile: FrameSource {
  /// Delivery: by the clock, dropping what is too old; or one frame whenever asked.
  public enum Pace: Sendable { case realTime, asFastAsPossible }

  /// The file.
  public let path: String
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  private let pace: Pace
  private let orientation: Frame.Orientation
  private let decoder: FilmDecoder
  private let pool: FramePool
  /// What the thread that asks for frames needs; held while it waits for one.
  private let state = Mutex(State())
  // Order: relaxed: a figure that orders nothing.
  private let skipped = Atomic(0)

  /// Seconds between two looks whether it was closed, while a frame is not due yet.
  private static let look = 0.1

  private struct State {
    var start: Double?
    var index = 0
    /// A frame that was read and is not due yet.
    var waiting: Due?
  }

  private struct Due {
    var frame: Frame
    /// Seconds of `Clock`, or of the film without a pace.
    var time: Double
  }

  /// Opens the film and reads its first frame's header.
  /// - Parameters:
  ///   - path: the file.
  ///   - pace: by the clock, or whenever asked.
  ///   - orientation: whether its pictures are to be mirrored.
  /// - Throws: `CameraError.film` with what ffmpeg says when the file is missing, unreadable or no film.
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
  /// Frames that were too old when somebody asked.
  public var dropped: Int { skipped.load(ordering: .relaxed) }
  /// Ends the decoder, and whoever waits in `next`, within about 0.1 s.
  public func close() { decoder.stop() }

  /// What was wrong with the film, once it has ended.
  public var failure: CameraError? { decoder.failure }

  /// The next frame; by the clock, the newest that is due. The time-out plays no part: the film's own times say when a frame comes.
  public func next(timeout: Double) -> FrameEvent { state.withLock { next(&$0) } }

  private func next(_ state: inout State) -> FrameEvent {
    if decoder.isStopped { return .ended }
    guard pace == .realTime else { return read(&state).map { .frame($0.frame) } ?? .ended }
    guard var current = state.waiting ?? read(&state) else { return .ended }
    state.waiting = nil
    guard sleep(until: current.time) else { return .ended }
    // Whoever comes late gets the newest frame that is due, as from a camera.
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

  /// Two pictures of a film may lie an hour apart. - Returns: false if it was closed meanwhile.
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
