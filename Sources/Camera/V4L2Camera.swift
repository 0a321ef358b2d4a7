import Foundation
import GestureFlowAPI
import Realtime

/// A camera on the USB or CSI port. Delivers the newest picture with the driver's time; survives being pulled out and put back.
public final class V4L2Camera: FrameSource, @unchecked Sendable {
  /// What is asked of a camera; the driver grants what is nearest.
  public struct Wish: Sendable {
    public var width = 640
    public var height = 480
    public var rate = 30
    /// Longest exposure in milliseconds: a moving hand must not blur.
    public var exposure = 10.0
    public init() {}
  }

  /// A device file, or `auto` for the first camera there is, looked for anew each time.
  public let path: String
  private let wish: Wish
  private let orientation: Frame.Orientation
  private let device: any VideoDevice
  private let retry: Double
  private let candidates: @Sendable () -> [String]
  private let lock = NSLock()
  private var card = ""
  private var openedPath = ""
  private var granted: VideoFormat?
  private var droppedFrames = 0

  // The camera thread's own.
  private var isOpen = false
  private var unpacker: PictureUnpacker?
  private var index = 0
  private var lastSequence: UInt32?
  private var nextTry = 0.0
  private var closed = false

  /// - Parameter retry: seconds between two tries to open a camera that is gone.
  public init(
    _ path: String, wish: Wish = Wish(), orientation: Frame.Orientation = .player, device: any VideoDevice = V4L2Device(),
    retry: Double = 0.5, candidates: @escaping @Sendable () -> [String] = V4L2Camera.deviceFiles
  ) {
    self.candidates = candidates
    self.path = path
    self.wish = wish
    self.orientation = orientation
    self.device = device
    self.retry = retry
  }

  /// The kernel's video devices, by number.
  public static func deviceFiles() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return names.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }.sorted().map { "/dev/video\($0)" }
  }

  public var name: String { lock.withLock { card.isEmpty ? path : "\(card) (\(openedPath))" } }
  public var dropped: Int { lock.withLock { droppedFrames } }
  /// What the driver granted, once it is open.
  public var format: VideoFormat? { lock.withLock { granted } }

  /// Opens the camera. Not needed before `next`, but says at once what is wrong.
  public func open() throws(CameraError) {
    guard path == "auto" else { return try open(path) }
    var worst = CameraError.missing(path: "/dev/video*")
    for candidate in candidates() {
      do throws(CameraError) { return try open(candidate) } catch {
        // A camera that is there and cannot be had says more than one that is not there.
        if case .unsupported = error { continue }
        worst = error
      }
    }
    throw worst
  }

  private func open(_ path: String) throws(CameraError) {
    do throws(VideoFailure) {
      try device.open(path)
      let description = try device.describe()
      let format = try negotiate()
      _ = device.capExposure(milliseconds: wish.exposure)
      try device.start()
      guard let unpacker = PictureUnpacker(format) else {
        device.close()
        throw VideoFailure(EINVAL, "format")
      }
      self.unpacker = unpacker
      lock.withLock {
        card = description.card
        granted = format
        openedPath = path
      }
      lastSequence = nil
      isOpen = true
    } catch {
      device.close()
      throw explain(error, path)
    }
  }

  /// The first of the formats that are cheap to read which the camera has itself; MJPEG first, because at USB 2 speeds it alone keeps the rate.
  private func negotiate() throws(VideoFailure) -> VideoFormat {
    let own = device.formats()
    let order = ["MJPG", "YUYV", "NV12", "GREY"].filter { own.isEmpty || own.contains($0) }
    var failure = VideoFailure(EINVAL, "format")
    // A camera with none of them (Bayer, say) is converted by libv4l2.
    for fourcc in order.isEmpty ? ["YUYV"] : order {
      do throws(VideoFailure) {
        let got = try device.setFormat(fourcc, width: wish.width, height: wish.height, rate: wish.rate)
        if PictureUnpacker.formats.contains(got.fourcc) { return got }
      } catch { failure = error }
    }
    throw failure
  }

  public func next(timeout: Double) -> FrameEvent {
    if closed { return .ended }
    if !isOpen {
      let now = Clock.seconds
      guard now >= nextTry else {
        usleep(UInt32(min(timeout, nextTry - now) * 1e6))
        return .nothing
      }
      do throws(CameraError) { try open() } catch {
        nextTry = Clock.seconds + retry
        return .lost(error)
      }
    }
    do throws(VideoFailure) {
      guard try device.wait(milliseconds: Int(timeout * 1000)) else { return .nothing }
      return try newest()
    } catch {
      isOpen = false
      device.close()
      nextTry = Clock.seconds + retry
      return .lost(explain(error, lock.withLock { openedPath }))
    }
  }

  /// Takes every picture that is ready and delivers the last one.
  private func newest() throws(VideoFailure) -> FrameEvent {
    var last: VideoPicture?
    while let picture = try device.dequeue() {
      if let older = last {
        try device.requeue(older)
        lock.withLock { droppedFrames += 1 }
      }
      if let before = lastSequence, picture.sequence > before + 1 { lock.withLock { droppedFrames += Int(picture.sequence - before - 1) } }
      lastSequence = picture.sequence
      last = picture
    }
    guard let picture = last else { return .nothing }
    let frame = unpacker?.unpack(picture, index: index, fallbackTime: Clock.seconds, orientation: orientation)
    try device.requeue(picture)
    guard let frame else {
      // A picture that arrived damaged: as good as none.
      lock.withLock { droppedFrames += 1 }
      return .nothing
    }
    index += 1
    return .frame(frame)
  }

  public func close() {
    closed = true
    isOpen = false
    device.close()
  }

  private func explain(_ failure: VideoFailure, _ path: String) -> CameraError {
    switch failure.code {
    case ENOENT, ENODEV, ENXIO: .missing(path: path)
    case EBUSY: .busy(path: path, by: DeviceUser.find(path))
    case EACCES, EPERM: .noPermission(path: path, group: DeviceUser.group(of: path))
    case ENOTTY, EINVAL:
      .unsupported(
        path: path,
        reason: failure.step == "describe" ? "it is no video capture device" : "it has no format that can be read (\(failure.step))")
    default: .system(path: path, reason: "\(failure.step) failed: \(String(cString: strerror(failure.code)))")
    }
  }
}

/// Who has a device file open, and whose it is.
enum DeviceUser {
  /// Name and number of another process that has the file open, as far as /proc tells.
  static func find(_ path: String) -> String? {
    let files = FileManager.default
    for process in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let number = Int32(process), number != getpid() else { continue }
      let folder = "/proc/\(process)/fd"
      for descriptor in (try? files.contentsOfDirectory(atPath: folder)) ?? []
      where (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")) == path {
        let name = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)).map { cleaned($0, limit: 32) }
        return "\(name ?? "process") (\(process))"
      }
    }
    return nil
  }

  static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_gid != 0, let entry = getgrgid(status.st_gid) else { return nil }
    return String(cString: entry.pointee.gr_name)
  }
}
