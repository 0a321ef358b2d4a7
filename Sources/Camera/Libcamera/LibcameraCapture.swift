import ChildPrograms
import Foundation
import GestureFlowAPI

/// The camera thread's part of a libcamera camera. It requests the list of cameras, starts the program that reads one,
/// makes frames of its output, and detects when none arrive.
/// Every step waits only as long as its caller allows.
struct LibcameraCapture {
  let wanted: String?
  let request: V4L2Camera.Request
  let orientation: Frame.Orientation
  let tool: @Sendable () -> LibcameraProgram?
  let clock: @Sendable () -> Double
  let facts: CameraFacts

  private var phase = Phase.idle
  private var index = 0

  private enum Phase {
    case idle
    case listing(Listing)
    case capturing(Session)
  }

  private struct Listing {
    let tool: LibcameraProgram
    let child: LibcameraChild
    let begin: Double
    var found: [LibcameraCandidate] = []
    var denied: String?
    /// Whether another program uses a camera's media chain. The list leaves out such a camera.
    var isBusy = false
  }

  private struct Session {
    let tool: LibcameraProgram
    let child: LibcameraChild
    let camera: LibcameraCandidate
    var talk: LibcameraOutputParser
    var clock = SensorClock()
    var unpacker: FrameUnpacker?
    /// The format for which the unpacker was made.
    var format: VideoFormat?
    var lastSequence: UInt32?
    /// Time of the last frame, or of the program's start.
    var lastFrame: Double
    var hasFrame = false
    /// Seconds between the last two frames; 0 before there are two.
    var pace = 0.0
    /// Why the last frame was rejected; nil after a good frame.
    var refusal: FrameRefusal?
    var path: String { "libcamera:\(camera.id)" }
  }

  /// Seconds that a list may take. libcamera probes each device, and a Pi is busy after power-on.
  private static let longestList = 10.0
  /// Seconds until the first frame. Sensors are set up over a slow bus, and exposure is measured first.
  private static let longestStart = 8.0

  init(
    wanted: String?, request: V4L2Camera.Request, orientation: Frame.Orientation, tool: @escaping @Sendable () -> LibcameraProgram?,
    clock: @escaping @Sendable () -> Double, facts: CameraFacts
  ) {
    self.wanted = wanted
    self.request = request
    self.orientation = orientation
    self.tool = tool
    self.clock = clock
    self.facts = facts
  }

  var isOpen: Bool { if case .idle = phase { false } else { true } }
  /// Whether the camera was found in the list.
  var isCapturing: Bool { if case .capturing = phase { true } else { false } }

  /// Starts with a list of the cameras.
  mutating func open() throws(CameraError) {
    close()
    guard let tool = tool() else { throw .noProgram }
    phase = .listing(Listing(tool: tool, child: try start(tool, tool.listing, isCapture: false), begin: clock()))
  }

  /// Ends the program.
  mutating func close() {
    switch phase {
    case .idle: break
    case .listing(let listing): listing.child.stop()
    case .capturing(let session): session.child.stop()
    }
    phase = .idle
  }

  private func start(_ tool: LibcameraProgram, _ arguments: [String], isCapture: Bool) throws(CameraError) -> LibcameraChild {
    do throws(SystemFailure) { return try LibcameraChild(tool, arguments, isCapture: isCapture) } catch {
      throw .system(path: "libcamera", reason: "\(tool.path) cannot be started (\(error))")
    }
  }

  /// Returns the newest frame. - Throws: why there will be no more frames until it is opened again.
  mutating func next(timeout: Double) throws(CameraError) -> FrameEvent {
    switch phase {
    case .idle: return .nothing
    case .listing(let listing):
      try look(listing, timeout)
      return .nothing
    case .capturing(var session):
      // Move the session out while it changes: this avoids a copy.
      phase = .idle
      defer { phase = .capturing(session) }
      return try take(&session, timeout)
    }
  }

  // MARK: - The list

  private mutating func look(_ old: Listing, _ timeout: Double) throws(CameraError) {
    var listing = old
    listing.child.wait(timeout)
    listing.child.read { line, _ in
      if let camera = LibcameraCandidate(line: line) { listing.found.append(camera) }
      if line.contains("Device or resource busy") { listing.isBusy = true }
      if line.contains("Permission denied"), listing.denied == nil {
        listing.denied = line.split { " ':,".contains($0) }.first { $0.hasPrefix("/dev/") }.map(String.init) ?? "/dev/media0"
      }
    }
    guard let end = listing.child.end else {
      phase = .listing(listing)
      guard clock() - listing.begin < Self.longestList else {
        throw .system(path: "libcamera", reason: "\(listing.tool.kind.rawValue) has not listed its cameras for \(Int(Self.longestList)) s")
      }
      return
    }
    guard let camera = LibcameraCandidate.choose(wanted, from: listing.found) else {
      if let path = listing.denied { throw .noPermission(path: path, group: DeviceUser.group(of: path)) }
      if listing.isBusy { throw .busy(path: wanted.map { "libcamera:\($0)" } ?? "libcamera", by: nil) }
      // rpicam-vid exits with 0 even when it lists nothing.
      if listing.found.isEmpty, end != .exit(0) {
        throw .system(path: "libcamera", reason: "\(listing.tool.kind.rawValue) could not list the cameras and ended with \(end)")
      }
      throw .notListed(wanted: wanted, others: listing.found.map(\.id))
    }
    phase = .capturing(
      Session(
        tool: listing.tool, child: try start(listing.tool, listing.tool.capture(camera, request), isCapture: true), camera: camera,
        talk: LibcameraOutputParser(listing.tool.kind, id: camera.id), lastFrame: clock()))
  }

  // MARK: - Frames

  private mutating func take(_ session: inout Session, _ timeout: Double) throws(CameraError) -> FrameEvent {
    session.child.wait(timeout)
    session.child.read { session.talk.hear($0, on: $1) }
    if session.talk.isRemoved { throw .notListed(wanted: session.camera.id, others: []) }
    if let frame = try newest(&session) {
      let now = clock()
      session.pace = session.hasFrame ? now - session.lastFrame : 0
      (session.lastFrame, session.hasFrame, session.refusal) = (now, true, nil)
      return .frame(frame)
    }
    if let end = session.child.end { throw failure(session, end) }
    // A camera with one frame a second is slow, not silent.
    let patience = session.hasFrame ? max(CameraError.patience, min(4 * session.pace, Self.longestStart)) : Self.longestStart
    guard clock() - session.lastFrame >= patience else { return .nothing }
    throw .silent(path: session.path, damage: session.refusal)
  }

  private func failure(_ session: Session, _ end: ChildProgram.End) -> CameraError {
    if session.talk.isBusy { return .busy(path: session.path, by: nil) }
    let words = session.talk.complaint.map { ": \($0)" } ?? ""
    return .system(path: session.path, reason: "\(session.tool.kind.rawValue) ended with \(end)\(words)")
  }

  /// Unpacks the last complete frame. Returns nil without a frame, or if it is damaged.
  private mutating func newest(_ session: inout Session) throws(CameraError) -> Frame? {
    let bytes = session.child.frames
    var last: (report: FrameReport, size: Int)?
    while let report = session.talk.reports.first {
      let size = try size(of: report, session)
      guard bytes.count >= (last?.size ?? 0) + size else { break }
      session.talk.reports.removeFirst()
      if let older = last {
        bytes.drop(older.size)
        facts.dropped(1)
      }
      if let before = session.lastSequence, let now = report.sequence, now > before, now - before > 1 {
        facts.dropped(Int(now - before - 1))
      }
      session.lastSequence = report.sequence
      last = (report, size)
    }
    guard let (report, size) = last else {
      guard bytes.count <= FrameBytes.most else {
        throw .system(path: session.path, reason: "\(session.tool.kind.rawValue) writes frames that it does not describe")
      }
      return nil
    }
    defer { bytes.drop(size) }
    switch try unpack(report, size, &session) {
    case .refused(let why):
      session.refusal = why
      facts.refused()
      return nil
    case .untidy(let frame):
      facts.warned()
      index += 1
      return frame
    case .frame(let frame):
      index += 1
      return frame
    }
  }

  /// Returns the announced format, or else the requested one. Frames of rpicam-vid have the full range, like a JPEG.
  private func format(_ session: Session) -> LibcameraFormat {
    let asked = LibcameraFormat(width: request.width, height: request.height, fourcc: "YU12", isFullRange: session.tool.kind == .rpicam)
    guard var format = session.talk.format else { return asked }
    if session.tool.kind == .rpicam { format.isFullRange = true }
    return format
  }

  /// Returns the bytes of a frame.
  private func size(of report: FrameReport, _ session: Session) throws(CameraError) -> Int {
    if report.planes.isEmpty {
      let format = format(session)
      return FramePool.size420(format.width, format.height)
    }
    let size = report.planes.reduce(0) { min($0 + min(max($1, 0), FrameBytes.most + 1), FrameBytes.most + 1) }
    guard size <= FrameBytes.most else {
      throw .system(path: session.path, reason: "\(session.tool.kind.rawValue) announces a frame of \(size >> 20) MB")
    }
    return size
  }

  private func unpack(_ report: FrameReport, _ size: Int, _ session: inout Session) throws(CameraError) -> FrameUnpacker.Outcome {
    let format = format(session)
    guard let stride = format.stride(report.planes.isEmpty ? [size] : report.planes) else {
      return .refused(.damaged("\(format.fourcc) \(format.width)x\(format.height) does not match the \(size) bytes received"))
    }
    let video = VideoFormat(
      fourcc: format.fourcc, width: format.width, height: format.height, stride: stride, rate: Double(request.rate))
    if session.format != video {
      guard let unpacker = FrameUnpacker(video, isFullRange: format.isFullRange) else {
        throw .unsupported(path: session.path, reason: "it delivers \(format.fourcc) \(format.width)x\(format.height), unsupported")
      }
      (session.unpacker, session.format) = (unpacker, video)
      facts.opened(card: session.camera.model, path: session.path, format: video)
    }
    let now = clock()
    let frame = VideoFrame(
      index: 0, sequence: report.sequence ?? 0, bytes: SharedBytes(session.child.frames.start), count: size,
      time: session.clock.moment(report.stamp, arrival: now))
    return session.unpacker?.unpack(frame, index: index, fallbackTime: now, orientation: orientation) ?? .refused(.empty)
  }
}
