/// One plane of a frame in memory. The sample of pixel (x, y) is at `start[(y >> shiftY) * stride + (x >> shiftX) *
/// step]`.
public struct Plane: Sendable {
  /// The samples.
  public let bytes: SharedBytes
  /// Bytes from one row to the next.
  public let stride: Int
  /// Bytes from one sample to the next.
  public let step: Int
  /// Base-2 logarithm of the pixels in a row that share a sample. 0, 1 or 2 for 1, 2 or 4 pixels.
  public let shiftX: Int
  /// Base-2 logarithm of the number of rows that share a sample.
  public let shiftY: Int

  /// - Parameter start: the sample of the top left pixel. It must live as long as the plane is read.
  public init(start: UnsafePointer<UInt8>, stride: Int, step: Int = 1, shiftX: Int = 0, shiftY: Int = 0) {
    bytes = SharedBytes(start)
    self.stride = stride
    self.step = step
    self.shiftX = shiftX
    self.shiftY = shiftY
  }

  /// The sample of the top left pixel.
  @inlinable public var start: UnsafePointer<UInt8> { bytes.start }
}

/// One camera image with its capture time.
///
/// The pixels stay as the camera delivered them. `mirrored` means that the frame's x axis runs from right to left.
/// Readers apply this while they sample: a frame is never mirrored in memory.
public final class Frame: Sendable {
  /// Number of the frame since the source was opened. Films and the virtual performer count dropped frames too; cameras
  /// count delivered frames only.
  public let index: Int
  /// Capture time in seconds. It is of `Clock` for a live source, else of the film.
  public let time: Double
  /// Pixels in a row.
  public let width: Int
  /// Number of rows.
  public let height: Int
  /// Brightness.
  public let luma: Plane
  /// Cb and Cr; nil for a grey frame.
  public let chroma: (u: Plane, v: Plane)?
  /// Whether luma is 0-255 (JPEG) instead of 16-235 (video).
  public let fullRange: Bool
  /// Whether the frame must be read from right to left.
  public let mirrored: Bool
  /// Whether the frame, as read, is the player's mirror image. A selfie camera shows such an image.
  public let isSelfie: Bool
  /// Duration of unpacking in nanoseconds.
  public let decodeTime: Int64

  private let memory: FrameMemory

  init(
    index: Int, time: Double, width: Int, height: Int, luma: Plane, chroma: (u: Plane, v: Plane)?, fullRange: Bool,
    orientation: Orientation, decodeTime: Int64 = 0, memory: FrameMemory
  ) {
    self.index = index
    self.time = time
    self.width = width
    self.height = height
    self.luma = luma
    self.chroma = chroma
    self.fullRange = fullRange
    mirrored = orientation.flip
    isSelfie = orientation.isMirrorImage != orientation.flip
    self.decodeTime = decodeTime
    self.memory = memory
  }

  /// Returns the same image with another time. A camera before a still scene delivers such frames.
  package func repeated(index: Int, time: Double) -> Frame {
    Frame(copying: self, index: index, time: time)
  }

  private init(copying other: Frame, index: Int, time: Double) {
    self.index = index
    self.time = time
    width = other.width
    height = other.height
    luma = other.luma
    chroma = other.chroma
    fullRange = other.fullRange
    mirrored = other.mirrored
    isSelfie = other.isSelfie
    decodeTime = 0
    memory = other.memory
  }

  /// Width / height.
  public var aspect: Float { Float(width) / Float(height) }

  /// How a source's frames are stored and how to read them.
  public struct Orientation: Sendable, Equatable {
    /// Whether the source's own pixels show a mirror image.
    public var isMirrorImage: Bool
    /// Whether readers mirror it for the player.
    public var flip: Bool

    /// - Parameters:
    ///   - isMirrorImage: the camera mirrors its frames itself.
    ///   - flip: the reader mirrors them.
    public init(isMirrorImage: Bool = false, flip: Bool) {
      self.isMirrorImage = isMirrorImage
      self.flip = flip
    }

    /// The player's mirror image, from a normal camera.
    public static let player = Orientation(flip: true)
    /// The player's mirror image, from a camera that mirrors itself. Its frames are read as they are.
    public static let mirroredByCamera = Orientation(isMirrorImage: true, flip: false)
    /// The frame as it is, from a normal camera.
    public static let asFilmed = Orientation(flip: false)

    /// Orientation for the key `camera.mirror`. The frame is mirrored once: here, or with false in the camera.
    public static func camera(mirror: Bool) -> Orientation { mirror ? .player : .mirroredByCamera }
  }
}
