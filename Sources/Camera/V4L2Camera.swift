import Foundation
import Realtime
import Synchronization

/// A camera on the USB or CSI port. Delivers the newest picture with the driver's time; survives being pulled out and put back, and a camera that falls
/// silent is opened again.
public final class V4L2Camera: CameraSource {
  /// What is asked of a camera; the driver grants what is nearest.
  public struct Wish: Sendable {
    /// Pixels.
    public var width = 640
    /// Pixels.
    public var height = 480
    /// Frames a second.
    public var rate = 30
    /// Longest exposure in milliseconds, where the light allows it: a moving hand must not blur.
    public var exposure = 10.0
    /// 640 x 480, 30 frames a second, 10 ms.
    public init() {}
  }

  /// A device file, or `auto` for the first camera there is, looked for anew each time.
  public let path: String
  /// How its pictures lie and how they are to be read.
  package let orientation: Frame.Orientation
  private let retry: Double
  private let clock: @Sendable () -> Double
  private let facts = CameraFacts()
  /// The camera thread's own; held while it waits for a picture, so nobody else may ask for it but to open and close.
  private let thread: Mutex<OnThread>

  private struct OnThread {
    var capture: CameraCapture
    var nextTry = 0.0
    var isClosed = false
  }

  /// - Parameters:
  ///   - path: a device file, or `auto`.
  ///   - wish: what is asked of it.
  ///   - orientation: whether its pictures are to be mirrored.
  ///   - device: the system's, or a double.
  ///   - retry: seconds between two tries to open a camera that is gone.
  ///   - candidates: what `auto` tries, in this order.
  ///   - clock: seconds of a clock that never goes back.
  public init(
    _ path: String, wish: Wish = Wish(), orientation: Frame.Orientation = .player, device: any VideoDevice = V4L2Device(),
    retry: Double = 0.5, candidates: @escaping @Sendable () -> [String] = V4L2Camera.deviceFiles,
    clock: @escaping @Sendable () -> Double = { Clock.seconds }
  ) {
    self.path = path
    self.orientation = orientation
    self.retry = retry
    self.clock = clock
    thread = Mutex(
      OnThread(
        capture: CameraCapture(
          wish: wish, orientation: orientation, device: device, candidates: candidates, clock: clock, facts: facts)))
  }

  /// The kernel's video devices, by number.
  public static func deviceFiles() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return names.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }.sorted().map { "/dev/video\($0)" }
  }

  /// The card's name and the device file, once it is open.
  public var name: String { facts.card.isEmpty ? path : "\(facts.card) (\(facts.path))" }
  /// Frames that were replaced by newer ones, lost in the driver or refused.
  public var dropped: Int { facts.dropped }
  /// Pictures that came damaged, of both kinds.
  public var damage: FrameDamage { facts.damage }
  /// It is a device.
  public var isDevice: Bool { true }
  /// What the driver granted, once it is open.
  public var format: VideoFormat? { facts.format }

  /// Opens the camera. Not needed before `next`, but says at once what is wrong.
  public func open() throws(CameraError) {
    try thread.withLock { state throws(CameraError) in try state.capture.open(path) }
  }

  /// The same: no other program takes part.
  public func begin() throws(CameraError) -> Bool {
    try open()
    return true
  }

  /// The newest picture; opens the camera when it is not open, not more often than every `retry` seconds.
  public func next(timeout: Double) -> FrameEvent {
    thread.withLock { state in
      if state.isClosed { return .ended }
      do throws(CameraError) {
        if !state.capture.isOpen {
          let now = clock()
          guard now >= state.nextTry else {
            usleep(UInt32(min(max(timeout, 0), state.nextTry - now) * 1e6))
            return .nothing
          }
          try state.capture.open(path)
        }
        return try state.capture.next(timeout: timeout)
      } catch {
        state.capture.close()
        state.nextTry = clock() + retry
        return .lost(error)
      }
    }
  }

  /// Ends it; waits for a picture that is being waited for.
  public func close() {
    thread.withLock { state in
      state.isClosed = true
      state.capture.close()
    }
  }
}
