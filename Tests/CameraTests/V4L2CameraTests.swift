import CTurboJPEG
import Camera
import Foundation
import Realtime
import Synchronization
import TestSupport
import Testing

/// A camera that fails on demand, by the number of the call.
private final class FakeDevice: VideoDevice, @unchecked Sendable {
  let fourcc: String
  let width: Int
  let height: Int
  var openFault: Int32?
  var startFault: Int32?
  /// The nth dequeue that delivers fails with this.
  var dequeueFaults: [Int: Int32] = [:]
  /// Opens that fail after an unplugging.
  var absentOpens = 0
  var refusesExposure = false
  /// Pictures that are ready at each wait.
  var ready = 1
  var picture: [UInt8]
  private(set) var opens = 0
  private(set) var delivered = 0
  private(set) var queued = Set<UInt32>(0..<4)
  private var sequence: UInt32 = 0
  private var left = 0
  private var storage: UnsafeMutableBufferPointer<UInt8>

  init(_ fourcc: String, width: Int = 64, height: Int = 48, picture: [UInt8]) {
    self.fourcc = fourcc
    self.width = width
    self.height = height
    self.picture = picture
    storage = .allocate(capacity: 1)
  }

  func open(_ path: String) throws(VideoFailure) {
    opens += 1
    if let openFault { throw VideoFailure(openFault, "open") }
    if opens > 1, absentOpens > 0 {
      absentOpens -= 1
      throw VideoFailure(ENOENT, "open")
    }
    queued = Set(0..<4)
  }
  func describe() throws(VideoFailure) -> (card: String, bus: String) { ("Double", "usb-1") }
  func formats() -> [String] { [fourcc] }
  func setFormat(_ fourcc: String, width: Int, height: Int, rate: Int) throws(VideoFailure) -> VideoFormat {
    VideoFormat(
      fourcc: self.fourcc, width: self.width, height: self.height, stride: self.fourcc == "YUYV" ? self.width * 2 : self.width,
      imageSize: picture.count, rate: 30)
  }
  private(set) var exposure: Double?
  func capExposure(milliseconds: Double) -> Bool {
    exposure = milliseconds
    return !refusesExposure
  }
  func start() throws(VideoFailure) { if let startFault { throw VideoFailure(startFault, "start") } }
  func wait(milliseconds: Int) throws(VideoFailure) -> Bool {
    left = ready
    return ready > 0
  }
  func dequeue() throws(VideoFailure) -> VideoPicture? {
    guard left > 0, let index = queued.first else { return nil }
    left -= 1
    delivered += 1
    if let fault = dequeueFaults[delivered] { throw VideoFailure(fault, "dequeue") }
    queued.remove(index)
    sequence += 1
    storage.deallocate()
    storage = .allocate(capacity: max(picture.count, 1))
    _ = storage.initialize(from: picture)
    return VideoPicture(
      index: index, sequence: sequence, data: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage)[..<picture.count]),
      time: Double(sequence) / 30)
  }
  func requeue(_ picture: VideoPicture) throws(VideoFailure) { queued.insert(picture.index) }
  func close() {}
}

@Suite struct V4L2CameraTests {
  private let grey = [UInt8](repeating: 100, count: 64 * 48)

  @Test func theNewestPictureIsDeliveredWithTheDriversTimeAndTheRestIsCounted() {
    let device = FakeDevice("GREY", picture: grey)
    let camera = V4L2Camera("/dev/double", device: device)
    guard case .frame(let first) = camera.next(timeout: 0.1) else { Issue.record("no frame"); return }
    #expect(first.time == 1.0 / 30 && camera.dropped == 0)
    device.ready = 3
    guard case .frame(let newest) = camera.next(timeout: 0.1) else { Issue.record("no frame"); return }
    #expect(newest.time == 4.0 / 30 && camera.dropped == 2)
    #expect(device.queued.count == 4)
  }

  @Test(arguments: [false, true])
  func exposureIsCappedWhereTheDriverLetsIt(refused: Bool) throws {
    let device = FakeDevice("GREY", picture: grey)
    device.refusesExposure = refused
    let camera = V4L2Camera("/dev/video0", device: device)
    try camera.open()
    #expect(device.exposure == 10)
    guard case .frame = camera.next(timeout: 1) else {
      Issue.record("no picture")
      return
    }
  }

  @Test func pulledOutAndPutBackItDeliversAgain() {
    let device = FakeDevice("GREY", picture: grey)
    device.dequeueFaults = [3: ENODEV]
    device.absentOpens = 2
    let camera = V4L2Camera("/dev/double", device: device, retry: 0.02)
    var events = ""
    var last: CameraError?
    for _ in 0..<40 {
      switch camera.next(timeout: 0.01) {
      case .frame: events += "f"
      case .lost(let error):
        events += "L"
        last = error
      case .nothing: break
      case .ended: events += "E"
      }
    }
    #expect(events.hasPrefix("ffL") && events.contains("LLLf") && !events.contains("E"), "\(events)")
    #expect(last == .missing(path: "/dev/double"))
    #expect(device.opens == 4)
  }

  @Test(
    arguments: [
      (ENOENT, "no camera at"), (EACCES, "no permission"), (EBUSY, "in use by"), (EIO, "open failed"),
    ] as [(Int32, String)])
  func eachCauseIsToldApart(code: Int32, text: String) {
    let device = FakeDevice("GREY", picture: grey)
    device.openFault = code
    do {
      try V4L2Camera("/dev/double", device: device).open()
      Issue.record("it cannot be opened")
    } catch { #expect(error.description.contains(text)) }
  }

  /// The lab's first camera belonged to root's group: to join that would be bad advice.
  @Test func nobodyIsSentIntoRootsGroup() {
    let device = FakeDevice("GREY", picture: grey)
    device.openFault = EACCES
    do {
      try V4L2Camera("/dev/null", device: device).open()
      Issue.record("it cannot be opened")
    } catch {
      #expect(error == .noPermission(path: "/dev/null", group: nil))
      #expect(error.description.contains("udev rule") && !error.description.contains("usermod"), "\(error)")
    }
  }

  @Test func theProgramThatHasTheCameraIsNamed() throws {
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("video0").path
      _ = FileManager.default.createFile(atPath: file, contents: Data())
      // Another process that holds the file open.
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["sh", "-c", "exec sleep 20 < \(file)"]
      try process.run()
      defer { process.terminate() }
      usleep(300_000)
      let device = FakeDevice("GREY", picture: grey)
      device.startFault = EBUSY
      do {
        try V4L2Camera(file, device: device).open()
        Issue.record("it is busy")
      } catch { #expect("\(error)".contains("in use by sleep (\(process.processIdentifier))"), "\(error)") }
    }
  }

  /// libv4l2 itself, on what is no camera.
  @Test func theRealLibrarySaysWhatIsWrong() {
    do {
      try V4L2Camera("/dev/no-such-video").open()
      Issue.record("there is none")
    } catch { #expect(error == .missing(path: "/dev/no-such-video")) }
    do {
      try V4L2Camera("/dev/null").open()
      Issue.record("it is none")
    } catch { #expect(error.description.contains("/dev/null")) }
  }

  /// The same picture in every format: left half dark, right half light and red.
  static func picture(_ fourcc: String, width: Int = 64, height: Int = 48) -> [UInt8] {
    func light(_ x: Int) -> UInt8 { x < width / 2 ? 60 : 180 }
    func red(_ x: Int) -> UInt8 { x < width / 2 ? 128 : 170 }
    var bytes: [UInt8] = []
    switch fourcc {
    case "GREY": for _ in 0..<height { for x in 0..<width { bytes.append(light(x)) } }
    case "YUYV": for _ in 0..<height { for x in stride(from: 0, to: width, by: 2) { bytes += [light(x), 128, light(x + 1), red(x)] } }
    case "NV12":
      for _ in 0..<height { for x in 0..<width { bytes.append(light(x)) } }
      for _ in 0..<height / 2 { for x in stride(from: 0, to: width, by: 2) { bytes += [128, red(x)] } }
    default:
      let handle = tjInitCompress()
      defer { tjDestroy(handle) }
      var planes: [[UInt8]] = [[], [], []]
      for _ in 0..<height { for x in 0..<width { planes[0].append(light(x)) } }
      for _ in 0..<height { for x in stride(from: 0, to: width, by: 2) { planes[1].append(128); planes[2].append(red(x)) } }
      var out: UnsafeMutablePointer<UInt8>?
      var size: UInt = 0
      planes[0].withUnsafeBufferPointer { y in
        planes[1].withUnsafeBufferPointer { u in
          planes[2].withUnsafeBufferPointer { v in
            var pointers = [y.baseAddress, u.baseAddress, v.baseAddress]
            _ = tjCompressFromYUVPlanes(handle, &pointers, Int32(width), nil, Int32(height), Int32(TJSAMP_422.rawValue), &out, &size, 95, 0)
          }
        }
      }
      bytes = Array(UnsafeBufferPointer(start: out, count: Int(size)))
      tjFree(out)
    }
    return bytes
  }

  @Test(arguments: ["GREY", "YUYV", "NV12", "MJPG"])
  func everyFormatGivesTheSamePicture(fourcc: String) {
    let device = FakeDevice(fourcc, picture: Self.picture(fourcc))
    let camera = V4L2Camera("/dev/double", orientation: .asFilmed, device: device)
    guard case .frame(let frame) = camera.next(timeout: 0.1) else { Issue.record("no frame"); return }
    func at(_ plane: Plane, _ x: Int, _ y: Int) -> Int {
      Int(plane.start[(y >> plane.shiftY) * plane.stride + (x >> plane.shiftX) * plane.step])
    }
    #expect(abs(at(frame.luma, 10, 20) - 60) <= 3 && abs(at(frame.luma, 50, 40) - 180) <= 3)
    if let chroma = frame.chroma {
      #expect(abs(at(chroma.v, 10, 20) - 128) <= 3 && abs(at(chroma.v, 50, 40) - 170) <= 3 && abs(at(chroma.u, 50, 40) - 128) <= 3)
    }
    #expect((frame.chroma == nil) == (fourcc == "GREY"))
  }

  @Test(arguments: ["YUYV", "NV12", "MJPG"])
  func aPictureThatIsCutOffIsDroppedAndTheNextOneComes(fourcc: String) {
    let device = FakeDevice(fourcc, picture: Self.picture(fourcc))
    let whole = device.picture
    let camera = V4L2Camera("/dev/double", device: device)
    guard case .frame = camera.next(timeout: 0.1) else { Issue.record("no frame"); return }
    device.picture = Array(whole.prefix(whole.count / 2))
    guard case .nothing = camera.next(timeout: 0.1) else { Issue.record("half a picture was delivered"); return }
    #expect(camera.dropped == 1)
    device.picture = []
    guard case .nothing = camera.next(timeout: 0.1) else { Issue.record("no picture was delivered"); return }
    device.picture = whole
    guard case .frame = camera.next(timeout: 0.1) else { Issue.record("no frame"); return }
  }
}
