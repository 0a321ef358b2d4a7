import Synchronization

/// Whatever camera there is: first one that V4L2 reads by itself (USB), and where there is none of these, the first that libcamera lists (ribbon cable).
///
/// libcamera is asked only when V4L2 has nothing that is a camera: one that is in use, forbidden or silent is waited for, and so is told, and not taken away by
/// another road. What delivers stays until it is lost; then both are looked for again, V4L2's first.
public final class AutoCamera: CameraSource {
  private let usb: V4L2Camera
  private let ribbon: LibcameraCamera
  private let isInstalled: @Sendable () -> Bool
  private let state = Mutex(State())

  private struct State {
    /// libcamera's turn.
    var isRibbon = false
    /// It has delivered since it was its turn.
    var hasDelivered = false
    var isClosed = false
    /// Why they had no picture when it was their turn last.
    var usbError = CameraError.missing(path: "/dev/video*")
    var ribbonError: CameraError?
  }

  /// - Parameters:
  ///   - wish: what is asked of the camera.
  ///   - orientation: whether its pictures are to be mirrored.
  public convenience init(wish: V4L2Camera.Wish = .init(), orientation: Frame.Orientation = .player) {
    self.init(
      V4L2Camera("auto", wish: wish, orientation: orientation), LibcameraCamera(nil, wish: wish, orientation: orientation)
    ) { LibcameraTool.installed() != nil }
  }

  package init(_ usb: V4L2Camera, _ ribbon: LibcameraCamera, isInstalled: @escaping @Sendable () -> Bool) {
    self.usb = usb
    self.ribbon = ribbon
    self.isInstalled = isInstalled
  }

  private var current: any FrameSource { state.withLock { $0.isRibbon && $0.hasDelivered } ? ribbon : usb }
  /// The camera's that delivers.
  public var name: String { current.name }
  /// Of both.
  public var dropped: Int { usb.dropped + ribbon.dropped }
  /// Of both.
  public var damage: FrameDamage {
    FrameDamage(warned: usb.damage.warned + ribbon.damage.warned, refused: usb.damage.refused + ribbon.damage.refused)
  }
  /// It is one.
  public var isDevice: Bool { true }
  package var orientation: Frame.Orientation { usb.orientation }

  /// Opens V4L2's camera, or finds libcamera's and starts its program; says why there is neither.
  public func open() throws(CameraError) {
    _ = try openOne { camera throws(CameraError) in try camera.open() }
  }

  /// Opens V4L2's camera; where there is none of these, starts libcamera's list.
  public func begin() throws(CameraError) -> Bool {
    try openOne { camera throws(CameraError) in _ = try camera.begin() }
  }

  /// - Returns: it is V4L2's; false where it is libcamera's turn.
  private func openOne(orElse open: (LibcameraCamera) throws(CameraError) -> Void) throws(CameraError) -> Bool {
    do throws(CameraError) {
      try usb.open()
      return true
    } catch {
      guard Self.hasNone(error), isInstalled() else { throw Self.told(error, isInstalled() ? nil : .noProgram) }
      do throws(CameraError) { try open(ribbon) } catch let other { throw Self.told(error, other) }
      state.withLock { ($0.usbError, $0.isRibbon) = (error, true) }
      return false
    }
  }

  /// The newest picture of the camera there is.
  public func next(timeout: Double) -> FrameEvent {
    let before = state.withLock { $0 }
    if before.isClosed { return .ended }
    if before.isRibbon {
      let event = ribbon.next(timeout: timeout)
      switch event {
      case .frame: state.withLock { $0.hasDelivered = true }
      case .lost(let error):
        state.withLock { ($0.isRibbon, $0.hasDelivered, $0.ribbonError) = (false, false, error) }
        return .lost(Self.told(before.usbError, error))
      case .nothing, .ended: break
      }
      return event
    }
    let event = usb.next(timeout: timeout)
    guard case .lost(let error) = event else { return event }
    let mayBeRibbon = Self.hasNone(error) && isInstalled()
    let isTurn = mayBeRibbon && ribbon.isDue
    state.withLock {
      $0.usbError = error
      if isTurn { $0.isRibbon = true }
    }
    return .lost(Self.told(error, mayBeRibbon ? before.ribbonError : isInstalled() ? nil : .noProgram))
  }

  /// Ends both.
  public func close() {
    state.withLock { $0.isClosed = true }
    usb.close()
    ribbon.close()
  }

  // MARK: - What is told

  /// V4L2 has looked everywhere and has found nothing that is a camera.
  private static func hasNone(_ error: CameraError) -> Bool {
    switch error {
    case .missing(let path): path == "/dev/video*"
    case .nothingTaken(let attempts): attempts.allSatisfy { $0.remedy == nil }
    default: false
    }
  }

  /// Why neither has a picture. - Parameter other: nil while libcamera was not asked.
  private static func told(_ error: CameraError, _ other: CameraError?) -> CameraError {
    guard let other, hasNone(error) else { return error }
    // It has a camera, and something is wrong with it.
    if other.isOfACamera { return other }
    guard case .nothingTaken(let attempts) = error else { return error }
    if case .noProgram = other {
      // Where nothing is on the ribbon cable there is no receiver in the kernel's list.
      guard attempts.contains(where: { CameraCandidate.isReceiver($0.reason) }) else { return error }
      return .nothingTaken(
        attempts + [.init(path: "libcamera", reason: "not installed", remedy: "for a camera on the ribbon cable: \(other.remedy ?? "")")])
    }
    return .nothingTaken(attempts + [.init(path: "libcamera", reason: "lists none")])
  }
}
