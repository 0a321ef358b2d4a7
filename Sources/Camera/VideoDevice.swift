import GestureFlowAPI

/// A video device with the operations that a camera needs. The real one is `V4L2Device`; tests replace it with a double
/// that fails, lies and stalls on demand.
/// Failures are errno values. `V4L2Camera` owns it, and one thread at a time calls.
public protocol VideoDevice: AnyObject {
  /// Opens the device file in non-blocking mode.
  func open(_ path: String) throws(SystemFailure)
  /// Returns the device's own description.
  func describe() throws(SystemFailure) -> VideoDescription
  /// Returns its inputs: a camera, a tuner, ...
  func inputs() -> [VideoInput]
  /// Returns the pixel formats as four characters. They are the device's own and those that libv4l2 converts to.
  func formats() -> [String]
  /// Requests a format; the device grants the nearest one. - Parameter rate: frames a second.
  func setFormat(_ fourcc: String, width: Int, height: Int, rate: Int) throws(SystemFailure) -> VideoFormat
  /// Returns the controls: exposure, gain, ...
  func controls() -> [VideoControl]
  /// Sets a control, by its number.
  func set(_ control: UInt32, to value: Int) throws(SystemFailure)
  /// Allocates memory for frames and starts the stream.
  func start() throws(SystemFailure)
  /// Waits for a frame. Returns whether one is ready.
  func wait(milliseconds: Int) throws(SystemFailure) -> Bool
  /// Returns the oldest ready frame, or nil for none (EAGAIN).
  func dequeue() throws(SystemFailure) -> VideoFrame?
  /// Returns a frame's memory to the driver.
  func requeue(_ frame: VideoFrame) throws(SystemFailure)
  /// Stops the stream and closes the device. Does nothing if it is not open.
  func close()
}

/// A device's own description.
public struct VideoDescription: Sendable, Equatable {
  /// The kernel's driver, `uvcvideo` for nearly every USB camera.
  public var driver: String
  /// The device's name for people.
  public var card: String
  /// Its place: `usb-...`, `platform:...`.
  public var bus: String
  /// The capabilities of this node.
  public var capabilities: Capabilities

  /// A description with the texts that the kernel reports.
  public init(driver: String, card: String, bus: String, capabilities: Capabilities) {
    self.driver = driver
    self.card = card
    self.bus = bus
    self.capabilities = capabilities
  }

  /// The kernel's capability bits that matter here.
  public struct Capabilities: OptionSet, Sendable {
    /// The bits as V4L2 numbers them.
    public let rawValue: UInt32
    /// - Parameter rawValue: `device_caps` of V4L2.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Delivers frames.
    public static let capture = Capabilities(rawValue: 0x1)
    /// Delivers frames whose planes lie apart.
    public static let capturePlanes = Capabilities(rawValue: 0x1000)
    /// Receives frames.
    public static let output = Capabilities(rawValue: 0x2)
    /// Receives frames whose planes lie apart.
    public static let outputPlanes = Capabilities(rawValue: 0x2000)
    /// Receives frames and returns others: a codec or converter.
    public static let memoryToMemory = Capabilities(rawValue: 0x8000)
    /// The same with planes that lie apart.
    public static let memoryToMemoryPlanes = Capabilities(rawValue: 0x4000)
    /// Delivers metadata of frames.
    public static let metadata = Capabilities(rawValue: 0x80_0000)
    /// Receives metadata of frames.
    public static let metadataOutput = Capabilities(rawValue: 0x800_0000)
    /// Passes frames in shared memory.
    public static let streaming = Capabilities(rawValue: 0x400_0000)
    /// Works only as a part of a configured media chain.
    public static let mediaController = Capabilities(rawValue: 0x2000_0000)
  }
}

/// An input of a device.
public struct VideoInput: Sendable, Equatable {
  /// The driver's name of it.
  public var name: String
  /// Whether it is a camera and not a tuner.
  public var isCamera: Bool

  /// - Parameters:
  ///   - name: the driver's name of it.
  ///   - isCamera: false for a tuner or a touch surface.
  public init(name: String, isCamera: Bool) {
    self.name = name
    self.isCamera = isCamera
  }
}

/// A control of a device.
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

/// The format that a device granted.
public struct VideoFormat: Sendable, Equatable {
  /// Four characters: `MJPG`, `YUYV`, ...
  public var fourcc: String
  /// Pixels in a row.
  public var width: Int
  /// Number of rows.
  public var height: Int
  /// Bytes of a row as the driver reports them, with padding. 0 for compressed frames.
  public var stride: Int
  /// Frames a second.
  public var rate: Double

  /// - Parameters:
  ///   - stride: bytes of a row, with padding; 0 for compressed frames.
  ///   - rate: frames a second.
  public init(fourcc: String, width: Int, height: Int, stride: Int, rate: Double) {
    self.fourcc = fourcc
    self.width = width
    self.height = height
    self.stride = stride
    self.rate = rate
  }
}

/// A frame in the driver's memory, valid until it is queued again.
public struct VideoFrame: Sendable {
  /// Number of the buffer.
  public var index: UInt32
  /// The driver's count of frames.
  public var sequence: UInt32
  /// The data; nil when the driver marked the frame as damaged.
  public var bytes: SharedBytes?
  /// Bytes of the frame.
  public var count: Int
  /// The driver's capture time in seconds, usually of `Clock`. Nil if the driver does not report a monotonic clock.
  public var time: Double?

  /// - Parameters:
  ///   - index: number of the buffer.
  ///   - sequence: the driver's count of frames, including lost ones.
  ///   - bytes: the data.
  ///   - count: number of bytes.
  ///   - time: the driver's capture time in seconds.
  public init(index: UInt32, sequence: UInt32, bytes: SharedBytes?, count: Int, time: Double?) {
    self.index = index
    self.sequence = sequence
    self.bytes = bytes
    self.count = count
    self.time = time
  }
}
