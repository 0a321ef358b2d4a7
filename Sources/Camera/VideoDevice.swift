/// A video device, as far as the camera needs one. The real one is `V4L2Device`; a test puts a double in its place which fails, lies and stalls on demand.
/// Failures are errno values. One thread at a time calls.
public protocol VideoDevice: AnyObject, Sendable {
  /// Opens the device file, not waiting for pictures later.
  func open(_ path: String) throws(VideoFailure)
  /// What the device says it is.
  func describe() throws(VideoFailure) -> VideoDescription
  /// What can be seen through it: a camera, a tuner, ...
  func inputs() -> [VideoInput]
  /// The device's own pixel formats and those that libv4l2 makes of them, as four characters.
  func formats() -> [String]
  /// Asks for a format; the device grants what is nearest. - Parameter rate: frames a second.
  func setFormat(_ fourcc: String, width: Int, height: Int, rate: Int) throws(VideoFailure) -> VideoFormat
  /// What can be set: exposure, gain, ...
  func controls() -> [VideoControl]
  /// Sets a control, by its number.
  func set(_ control: UInt32, to value: Int) throws(VideoFailure)
  /// Takes memory for pictures and begins.
  func start() throws(VideoFailure)
  /// True when a picture is ready.
  func wait(milliseconds: Int) throws(VideoFailure) -> Bool
  /// The oldest picture that is ready, or nil for none (EAGAIN).
  func dequeue() throws(VideoFailure) -> VideoPicture?
  /// Gives a picture's memory back to the driver.
  func requeue(_ picture: VideoPicture) throws(VideoFailure)
  /// Ends everything; a device that is not open has nothing to end.
  func close()
}

/// A system call that failed.
public struct VideoFailure: Error, Sendable, Equatable {
  /// An errno value.
  public let code: Int32
  /// What was tried: `open`, `describe`, `set format`, `map`, `start`, ...
  public let step: String

  /// - Parameters:
  ///   - code: an errno value.
  ///   - step: what was tried.
  public init(_ code: Int32, _ step: String) {
    self.code = code
    self.step = step
  }
}

/// What a device says it is.
public struct VideoDescription: Sendable, Equatable {
  /// The kernel's driver, `uvcvideo` for nearly every USB camera.
  public var driver: String
  /// The device's name for people.
  public var card: String
  /// Where it is: `usb-...`, `platform:...`.
  public var bus: String
  /// What this very node can do.
  public var capabilities: Capabilities

  /// Every text as the kernel gives it.
  public init(driver: String, card: String, bus: String, capabilities: Capabilities) {
    self.driver = driver
    self.card = card
    self.bus = bus
    self.capabilities = capabilities
  }

  /// The kernel's capability bits that matter here.
  public struct Capabilities: OptionSet, Sendable {
    /// As V4L2 numbers them.
    public let rawValue: UInt32
    /// - Parameter rawValue: `device_caps` of V4L2.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Delivers pictures.
    public static let capture = Capabilities(rawValue: 0x1)
    /// Delivers pictures whose planes lie apart.
    public static let capturePlanes = Capabilities(rawValue: 0x1000)
    /// Takes pictures.
    public static let output = Capabilities(rawValue: 0x2)
    /// Takes pictures whose planes lie apart.
    public static let outputPlanes = Capabilities(rawValue: 0x2000)
    /// Takes pictures and gives others back: a codec or converter.
    public static let memoryToMemory = Capabilities(rawValue: 0x8000)
    /// The same with planes that lie apart.
    public static let memoryToMemoryPlanes = Capabilities(rawValue: 0x4000)
    /// Delivers data about pictures.
    public static let metadata = Capabilities(rawValue: 0x80_0000)
    /// Takes data about pictures.
    public static let metadataOutput = Capabilities(rawValue: 0x800_0000)
    /// Hands pictures over in shared memory.
    public static let streaming = Capabilities(rawValue: 0x400_0000)
    /// Works only as a link of a chain that somebody has put together.
    public static let mediaController = Capabilities(rawValue: 0x2000_0000)
  }
}

/// Something that a device can look at.
public struct VideoInput: Sendable, Equatable {
  /// The driver's name of it.
  public var name: String
  /// A camera, and no tuner.
  public var isCamera: Bool

  /// - Parameters:
  ///   - name: the driver's name of it.
  ///   - isCamera: false for a tuner or a touch surface.
  public init(name: String, isCamera: Bool) {
    self.name = name
    self.isCamera = isCamera
  }
}

/// Something that can be set.
public struct VideoControl: Sendable, Equatable {
  /// V4L2's number.
  public var id: UInt32
  /// The driver's name of it.
  public var name: String
  /// Smallest and largest value.
  public var range: ClosedRange<Int>

  /// - Parameters:
  ///   - id: V4L2's number.
  ///   - name: the driver's name of it.
  ///   - range: smallest and largest value.
  public init(id: UInt32, name: String, range: ClosedRange<Int>) {
    self.id = id
    self.name = name
    self.range = range
  }
}

/// What a device granted.
public struct VideoFormat: Sendable, Equatable {
  /// Four characters: `MJPG`, `YUYV`, ...
  public var fourcc: String
  /// Pixels of a row.
  public var width: Int
  /// Rows.
  public var height: Int
  /// Bytes of a row as the driver tells them, those between rows included; 0 for compressed pictures.
  public var stride: Int
  /// Frames a second.
  public var rate: Double

  /// - Parameters:
  ///   - stride: bytes of a row, those between rows included; 0 for compressed pictures.
  ///   - rate: frames a second.
  public init(fourcc: String, width: Int, height: Int, stride: Int, rate: Double) {
    self.fourcc = fourcc
    self.width = width
    self.height = height
    self.stride = stride
    self.rate = rate
  }
}

/// A picture in the driver's memory, valid until it is queued again.
public struct VideoPicture: Sendable {
  /// Number of the buffer.
  public var index: UInt32
  /// The driver's count of pictures.
  public var sequence: UInt32
  /// Nil when the driver marked the picture as damaged.
  public var bytes: SharedBytes?
  /// Bytes of the picture.
  public var count: Int
  /// The driver's capture time in seconds, of `Clock` as a rule; nil if the driver does not say that its clock goes on for ever.
  public var time: Double?

  /// - Parameters:
  ///   - index: number of the buffer.
  ///   - sequence: the driver's count of pictures, lost ones included.
  ///   - bytes: where it lies.
  ///   - count: bytes.
  ///   - time: the driver's capture time in seconds.
  public init(index: UInt32, sequence: UInt32, bytes: SharedBytes?, count: Int, time: Double?) {
    self.index = index
    self.sequence = sequence
    self.bytes = bytes
    self.count = count
    self.time = time
  }
}
