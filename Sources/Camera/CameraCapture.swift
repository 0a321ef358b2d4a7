import Foundation
import GestureFlowAPI

/// The camera thread's part of a V4L2 camera. It opens the camera, reads its frames, and detects when none arrive.
struct CameraCapture {
  let request: V4L2Camera.Request
  let orientation: Frame.Orientation
  let device: any VideoDevice
  let candidates: @Sendable () -> [String]
  let clock: @Sendable () -> Double
  let facts: CameraFacts

  private var path = ""
  private var unpacker: FrameUnpacker?
  private var exposure = Exposure(canFix: false)
  private var controls: ExposureControls?
  private var index = 0
  private var lastSequence: UInt32?
  private var sensorClock = SensorClock()
  /// Size in pixels of the present frames.
  private var size = (width: 0, height: 0)
  /// Time of the last frame, or of opening.
  private var lastFrame = 0.0
  /// Seconds between the last two frames; 0 before there are two.
  private var pace = 0.0
  private var hasFrame = false
  /// Why the last frame was rejected; nil after a good frame.
  private var refusal: FrameRefusal?
  /// Nodes that can never be a camera, with the reason. Each opening costs a codec or an image processor some work.
  private var notCameras: [String: String] = [:]
  /// The nodes of the last search. When they change, all nodes are tried again.
  private var lastCandidates: [String] = []
  /// Number of openings in a row that delivered nothing.
  private var silences = 0
  private(set) var isOpen = false
  /// Longest wait for the slowest camera, in seconds.
  private static let mostPatience = 8.0

  init(
    request: V4L2Camera.Request, orientation: Frame.Orientation, device: any VideoDevice, candidates: @escaping @Sendable () -> [String],
    clock: @escaping @Sendable () -> Double, facts: CameraFacts
  ) {
    self.request = request
    self.orientation = orientation
    self.device = device
    self.candidates = candidates
    self.clock = clock
    self.facts = facts
  }

  // MARK: - Opening

  /// Opens a camera.
  /// - Parameter wanted: a device file, or `auto` for the first available camera.
  mutating func open(_ wanted: String) throws(CameraError) {
    if isOpen { close() }
    guard wanted == "auto" else { return try open(wanted, isNamed: true) }
    let paths = candidates()
    if paths != lastCandidates { notCameras = [:] }
    lastCandidates = paths
    var attempts: [CameraError.Attempt] = []
    for path in paths {
      if let reason = notCameras[path] {
        attempts.append(CameraError.Attempt(path: path, reason: reason))
        continue
      }
      do throws(CameraError) { return try open(path, isNamed: false) } catch {
        if paths.count == 1, error.isOfACamera { throw error }
        attempts.append(Self.attempt(path, error))
      }
    }
    if attempts.isEmpty { throw .missing(path: "/dev/video*") }
    throw .nothingTaken(attempts)
  }

  private static func attempt(_ path: String, _ error: CameraError) -> CameraError.Attempt {
    let reason =
      switch error {
      case .missing: "gone"
      case .busy(_, let program): "in use by \(program ?? "another program")"
      case .noPermission: "no permission"
      case .busFull: "its USB bus is full"
      case .noStream(_, let code): StreamFailure(code, .begin).reason
      case .unsupported(_, let reason), .system(_, let reason): reason
      default: error.reason
      }
    return CameraError.Attempt(path: path, reason: reason, remedy: error.isOfACamera ? error.remedy : nil)
  }

  private mutating func open(_ path: String, isNamed: Bool) throws(CameraError) {
    let description: VideoDescription
    do throws(SystemFailure) {
      try device.open(path)
      description = try device.describe()
    } catch {
      device.close()
      throw explain(error, path)
    }
    let refusal = isNamed ? CameraCandidate.obstacle(description) : CameraCandidate.refusal(description, inputs: device.inputs())
    if let refusal {
      device.close()
      if !isNamed, CameraCandidate.isForGood(description) { notCameras[path] = refusal }
      throw .unsupported(path: path, reason: refusal)
    }
    do throws(CameraError) { try begin(path, description) } catch {
      device.close()
      throw error
    }
  }

  private mutating func begin(_ path: String, _ description: VideoDescription) throws(CameraError) {
    let (format, unpacker) = try negotiate(path)
    do throws(SystemFailure) {
      let controls = ExposureControls(device, milliseconds: request.exposure)
      try device.start()
      self.path = path
      self.unpacker = unpacker
      self.controls = controls
      exposure = Exposure(canFix: controls.canFix)
      (lastSequence, sensorClock) = (nil, SensorClock())
      size = (format.width, format.height)
      lastFrame = clock()
      (pace, hasFrame) = (0, false)
      refusal = nil
      isOpen = true
      facts.opened(card: description.card, path: path, format: format)
    } catch { throw explain(error, path) }
  }

  /// Selects the first readable format, cheapest first. If the camera has none of these itself, libv4l2 converts.
  private func negotiate(_ path: String) throws(CameraError) -> (VideoFormat, FrameUnpacker) {
    let own = device.formats()
    var failure = SystemFailure(EINVAL, "format")
    // The last format that was granted but is not readable.
    var granted: VideoFormat?
    for fourcc in FrameUnpacker.own.filter({ own.isEmpty || own.contains($0) }) + FrameUnpacker.converted {
      do throws(SystemFailure) {
        let got = try device.setFormat(fourcc, width: request.width, height: request.height, rate: request.rate)
        if let unpacker = FrameUnpacker(got) { return (got, unpacker) }
        granted = got
      } catch { (failure, granted) = (error, nil) }
    }
    guard let granted else { throw explain(failure, path) }
    throw .unsupported(path: path, reason: "it has no supported format, it grants \(granted.words)")
  }

  // MARK: - Reading frames

  /// Returns the newest frame.
  /// - Throws: why there will be no more frames until the camera is opened again.
  mutating func next(timeout: Double) throws(CameraError) -> FrameEvent {
    do throws(SystemFailure) {
      if try device.wait(milliseconds: Int(timeout * 1000)) {
        if let frame = try newest() {
          let now = clock()
          pace = hasFrame ? now - lastFrame : 0
          (lastFrame, hasFrame) = (now, true)
          (refusal, silences) = (nil, 0)
          return .frame(frame)
        }
        // Do not keep the core busy: the device is ready but has no frame.
        usleep(1000)
      }
    } catch { throw explain(error, path) }
    // A camera with one frame a second is slow, not silent.
    let usual = max(CameraError.patience, min(4 * pace, Self.mostPatience))
    // Allow more time for the first frame at each try. By then the silence has been reported.
    let patience = usual * Double(1 << min(silences, 2))
    guard clock() - lastFrame >= patience else { return .nothing }
    silences += 1
    throw .silent(path: path, damage: refusal)
  }

  /// Reads all ready frames and unpacks the last one. Returns nil without a frame, or if the last one is damaged.
  private mutating func newest() throws(SystemFailure) -> Frame? {
    var last: VideoFrame?
    while let frame = try device.dequeue() {
      if let older = last {
        try device.requeue(older)
        facts.dropped(1)
      }
      // The driver's count may wrap or jump. A step back is ignored.
      if let before = lastSequence, frame.sequence > before, frame.sequence - before > 1 {
        facts.dropped(Int(frame.sequence - before - 1))
      }
      lastSequence = frame.sequence
      last = frame
    }
    guard var frame = last else { return nil }
    let arrival = clock()
    // Never go back in time: a hand that holds a control would release it.
    frame.time = sensorClock.moment(frame.time, arrival: arrival)
    let outcome = unpacker?.unpack(frame, index: index, fallbackTime: arrival, orientation: orientation) ?? .refused(.empty)
    try device.requeue(frame)
    switch outcome {
    case .refused(let why):
      refusal = why
      facts.refused()
      return nil
    case .untidy(let frame):
      facts.warned()
      return deliver(frame)
    case .frame(let frame): return deliver(frame)
    }
  }

  private mutating func deliver(_ frame: Frame) -> Frame {
    index += 1
    if size != (frame.width, frame.height) {
      size = (frame.width, frame.height)
      facts.resized(width: frame.width, height: frame.height)
    }
    if let controls {
      switch exposure.saw(frame.meanLight, at: frame.time) {
      case .keep: break
      case .fix: if !controls.fix(device) { exposure.refused() }
      case .release: controls.release(device)
      }
    }
    return frame
  }

  /// Closes the camera. The exposure becomes automatic again, as other programs expect it.
  mutating func close() {
    if isOpen, exposure.isFixed { controls?.release(device) }
    isOpen = false
    device.close()
  }

  private func explain(_ failure: SystemFailure, _ path: String) -> CameraError {
    let step = StreamFailure.Step(failure.step)
    switch failure.code {
    case EBUSY: return .busy(path: path, by: DeviceUser.find(path))
    // For a bus, ENOSPC means that its bandwidth is used up.
    case ENOSPC where step == .begin: return .busFull(path: path)
    case EACCES, EPERM: return .noPermission(path: path, group: DeviceUser.group(of: path))
    // The fault is not the format, because the device has accepted one.
    case _ where step == .begin: return .noStream(path: path, code: failure.code)
    case _ where step == .frames: return .streamEnded(path: path, code: failure.code)
    case ENOENT, ENODEV, ENXIO: return .missing(path: path)
    case ENOTTY, EINVAL:
      return .unsupported(
        path: path,
        // libv4l2 queries the device's capabilities when it opens it.
        reason: ["open", "describe"].contains(failure.step)
          ? "it is not a video capture device" : "it has no supported format (\(failure.step))")
    default: return .system(path: path, reason: "\(failure.step) failed: \(String(cString: strerror(failure.code)))")
    }
  }
}
