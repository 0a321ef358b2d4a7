import Foundation
import Realtime

/// A film as a camera: decoded by an `ffmpeg` child into planar YUV over a pipe, with the film's true times (which need not be even).
public final class FilmFile: FrameSource, @unchecked Sendable {
  /// Delivery: by the clock, dropping what is too old; or one frame whenever asked.
  public enum Pace: Sendable { case realTime, asFastAsPossible }

  public let path: String
  public let width: Int
  public let height: Int
  private let pace: Pace
  private let orientation: Frame.Orientation
  private let decoder: FilmDecoder
  private let pool: FramePool
  private var start: Double?
  private var index = 0
  private var skipped = 0
  private var waiting: (frame: Frame, due: Double)?

  /// Opens the film and reads its first frame's header.
  /// - Throws: `CameraError.film` with what ffmpeg says when the file is missing, unreadable or no film.
  public init(_ path: String, pace: Pace, orientation: Frame.Orientation = .player) throws {
    self.path = path
    self.pace = pace
    self.orientation = orientation
    decoder = try FilmDecoder(path)
    (width, height) = decoder.size
    pool = FramePool(size: FramePool.size420(width, height))
  }

  public var name: String { "film \((path as NSString).lastPathComponent)" }
  public var dropped: Int { skipped }
  public func close() { decoder.stop() }

  /// What was wrong with the film, once it has ended.
  public var failure: CameraError? { decoder.failure }

  public func next(timeout: Double) -> FrameEvent {
    guard pace == .realTime else { return read().map { .frame($0.frame) } ?? .ended }
    guard var current = waiting ?? read() else { return .ended }
    waiting = nil
    Clock.sleep(until: Int64(current.due * 1e9))
    // Whoever comes late gets the newest frame that is due, as from a camera.
    while let following = read() {
      if following.due > Clock.seconds {
        waiting = following
        break
      }
      skipped += 1
      current = following
    }
    return .frame(current.frame)
  }

  private func read() -> (frame: Frame, due: Double)? {
    let memory = pool.take()
    guard let time = decoder.read(into: memory.start, count: pool.size) else { return nil }
    let begin = start ?? Clock.seconds - (pace == .realTime ? time : 0)
    start = begin
    let due = pace == .realTime ? begin + time : time
    defer { index += 1 }
    return (
      FramePool.planar420(memory, width: width, height: height, index: index, time: due, orientation: orientation), due
    )
  }
}
