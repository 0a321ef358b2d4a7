import Foundation
import Realtime
import Synchronization

/// A camera on the USB or CSI port. It delivers the newest frame with the driver's time. It survives being unplugged
/// and replugged, and reopens a camera that becomes silent.
public final class V4L2Camera: CameraSource {
  /// Requested settings of a camera. The driver grants the nearest ones.
  public struct Request: Sendable {
    /// Width in pixels.
    public var width = 640
    /// Height in pixels.
    public var height = 480
    /// Frames a second.
    public var rate = 30
    /// Longest exposure in milliseconds, if the light allows it. A moving hand must not blur.
    public var exposure = 10.0
    /// 640 x 480, 30 frames a second, 10 ms.
    public init() {}
  }

  /// A device file, or `auto` for the first available camera. `auto` searches anew at each opening.
  public let path: String
  /// How its frames are stored and how to read them.
  package let orientation: Frame.Orientation
  private let retry: Double
  private let clock: @Sendable () -> Double
  private let facts = CameraFacts()
  /// State of the camera thread. It holds the lock while it waits for a frame, so other threads may take it only to
  /// open and close.
  private let thread: Mutex<OnThread>
  /// Wakes a `next` that waits for the time of the next try.
  private let closing = ClosingSignal()

  private struct OnThread {
    var capture: CameraCapture
    var nextTry = 0.0
    var isClosed = false
  }

  /// - Parameters:
  ///   - path: a device file, or `auto`.
  ///   - request: the requested settings.
  ///   - orientation: whether its frames are to be mirrored.
  ///   - device: the system's, or a double.
  ///   - retry: seconds between two tries to open a missing camera.
  ///   - candidates: the device files that `auto` tries, in this order.
  ///   - clock: seconds of a clock that never goes back.
  public init(
    _ path: String, request: Request = Request(), orientation: Frame.Orientation = .player, device: sending any VideoDevice = V4L2Device(),
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
          request: request, orientation: orientation, device: device, candidates: candidates, clock: clock, facts: facts)))
  }

  /// Returns the kernel's video devices, by number.
  public static func deviceFiles() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return names.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }.sorted().map { "/dev/video\($0)" }
  }

  /// The card's name and the device file, once it is open.
  public var name: String { facts.card.isEmpty ? path : "\(facts.card) (\(facts.path))" }
  /// Number of frames that were replaced, lost in the driver or rejected.
  public var dropped: Int { facts.dropped }
  /// Damaged frames, of both kinds.
  public var damage: FrameDamage { facts.damage }
  /// Always true: a camera is a device.
  public var isDevice: Bool { true }
  /// The format that the driver granted, once it is open.
  public var format: VideoFormat? { facts.format }

  /// Opens the camera and reports faults at once; optional before `next`.
  public func open() throws(CameraError) {
    try thread.withLock { state throws(CameraError) in try state.capture.open(path) }
  }

  /// Opens the camera, like `open`: no other program takes part.
  public func begin() throws(CameraError) -> Bool {
    try open()
    return true
  }

  /// Returns the newest frame; opens the camera if needed. It opens at most once every `retry` seconds.
  public func next(timeout: Double) -> FrameEvent {
    thread.withLock { state in
      if state.isClosed { return .ended }
      do throws(CameraError) {
        if !state.capture.isOpen {
          let now = clock()
          guard now >= state.nextTry else {
            return closing.wait(upTo: min(max(timeout, 0), state.nextTry - now)) ? .ended : .nothing
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

  /// Closes the camera. It waits until a running `next` returns.
  public func close() {
    closing.signal()
    thread.withLock { state in
      state.isClosed = true
      state.capture.close()
    }
  }
}
