import Realtime
import Synchronization

/// The first available camera of V4L2 or libcamera. It tries V4L2 first (USB), then the first camera that libcamera
/// lists (ribbon cable).
///
/// It requests libcamera's list only when V4L2 has no device that is a camera. When V4L2 has a camera that is in use,
/// forbidden or silent, it reports that and waits for the camera.
/// A camera that delivers is kept until it is lost. Then both are tried again, V4L2 first.
public final class AutoCamera: CameraSource {
  private let usb: V4L2Camera
  private let ribbon: LibcameraCamera
  private let isInstalled: @Sendable () -> Bool
  // Order: relaxed: the thread that opens the cameras and takes frames stores it, and others show only a name.
  private let choice = Atomic(Choice.usb)
  // Order: `close` stores it before it closes the cameras, which orders the two.
  private let isClosed = Atomic(false)
  /// Why each of the two had no frame at its last try. The thread that takes frames changes it.
  private let errors = Published(Errors())

  /// The camera in use. `triesRibbon` becomes `ribbon` with libcamera's first frame.
  private enum Choice: UInt8, AtomicRepresentable { case usb, triesRibbon, ribbon }

  private struct Errors {
    var usb = CameraError.missing(path: "/dev/video*")
    var ribbon: CameraError?
  }

  /// - Parameters:
  ///   - request: the requested settings of the camera.
  ///   - orientation: whether its frames are to be mirrored.
  public convenience init(request: V4L2Camera.Request = .init(), orientation: Frame.Orientation = .player) {
    self.init(
      V4L2Camera("auto", request: request, orientation: orientation), LibcameraCamera(nil, request: request, orientation: orientation)
    ) { LibcameraProgram.installed() != nil }
  }

  package init(_ usb: V4L2Camera, _ ribbon: LibcameraCamera, isInstalled: @escaping @Sendable () -> Bool) {
    self.usb = usb
    self.ribbon = ribbon
    self.isInstalled = isInstalled
  }

  private var current: any FrameSource { choice.load(ordering: .relaxed) == .ribbon ? ribbon : usb }
  /// Name of the camera that delivers.
  public var name: String { current.name }
  /// Frames dropped by both.
  public var dropped: Int { usb.dropped + ribbon.dropped }
  /// Damaged frames of both.
  public var damage: FrameDamage {
    FrameDamage(warned: usb.damage.warned + ribbon.damage.warned, refused: usb.damage.refused + ribbon.damage.refused)
  }
  /// Always true: a camera is a device.
  public var isDevice: Bool { true }
  package var orientation: Frame.Orientation { usb.orientation }

  /// Opens V4L2's camera, or finds libcamera's and starts its program. Throws the reason when neither is available.
  public func open() throws(CameraError) {
    _ = try openOne { camera throws(CameraError) in try camera.open() }
  }

  /// Opens V4L2's camera, or starts libcamera's list. It does the latter if V4L2 has no camera.
  public func begin() throws(CameraError) -> Bool {
    try openOne { camera throws(CameraError) in _ = try camera.begin() }
  }

  /// - Returns: true for V4L2's camera; false when libcamera is next.
  private func openOne(orElse open: (LibcameraCamera) throws(CameraError) -> Void) throws(CameraError) -> Bool {
    do throws(CameraError) {
      try usb.open()
      return true
    } catch {
      guard Self.hasNone(error), isInstalled() else { throw Self.reason(error, isInstalled() ? nil : .noProgram) }
      do throws(CameraError) { try open(ribbon) } catch let other { throw Self.reason(error, other) }
      errors.change { $0.usb = error }
      choice.store(.triesRibbon, ordering: .relaxed)
      return false
    }
  }

  /// Returns the newest frame of the available camera.
  public func next(timeout: Double) -> FrameEvent {
    if isClosed.load(ordering: .acquiring) { return .ended }
    if choice.load(ordering: .relaxed) != .usb {
      let event = ribbon.next(timeout: timeout)
      switch event {
      case .frame: choice.store(.ribbon, ordering: .relaxed)
      case .lost(let error):
        choice.store(.usb, ordering: .relaxed)
        errors.change { $0.ribbon = error }
        return .lost(Self.reason(errors.now.usb, error))
      case .nothing, .ended: break
      }
      return event
    }
    let event = usb.next(timeout: timeout)
    guard case .lost(let error) = event else { return event }
    let mayBeRibbon = Self.hasNone(error) && isInstalled()
    errors.change { $0.usb = error }
    if mayBeRibbon, ribbon.isDue { choice.store(.triesRibbon, ordering: .relaxed) }
    return .lost(Self.reason(error, mayBeRibbon ? errors.now.ribbon : isInstalled() ? nil : .noProgram))
  }

  /// Closes both.
  public func close() {
    isClosed.store(true, ordering: .releasing)
    usb.close()
    ribbon.close()
  }

  // MARK: - Errors

  /// Whether V4L2 has tried every device and found no camera.
  private static func hasNone(_ error: CameraError) -> Bool {
    switch error {
    case .missing(let path): path == "/dev/video*"
    case .nothingTaken(let attempts): attempts.allSatisfy { $0.remedy == nil }
    default: false
    }
  }

  /// Returns the reason why neither has a frame.
  /// - Parameter other: nil while libcamera was not tried.
  private static func reason(_ error: CameraError, _ other: CameraError?) -> CameraError {
    guard let other, hasNone(error) else { return error }
    // libcamera has a camera with a fault.
    if other.isOfACamera { return other }
    guard case .nothingTaken(let attempts) = error else { return error }
    if case .noProgram = other {
      // Without a camera on the ribbon cable the kernel lists no receiver.
      guard attempts.contains(where: { CameraCandidate.isReceiver($0.reason) }) else { return error }
      return .nothingTaken(
        attempts + [.init(path: "libcamera", reason: "not installed", remedy: "for a camera on the ribbon cable: \(other.remedy ?? "")")])
    }
    return .nothingTaken(attempts + [.init(path: "libcamera", reason: "lists none")])
  }
}
