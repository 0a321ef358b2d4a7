/// One plane of a picture as it lies in memory; the sample of pixel (x, y) is at `start[(y >> shiftY) * stride + (x >> shiftX) * step]`.
public struct Plane: Sendable {
  /// Where the samples lie.
  public let bytes: SharedBytes
  /// Bytes from one row to the next.
  public let stride: Int
  /// Bytes from one sample to the next.
  public let step: Int
  /// Pixels beside one another that share a sample: 1, 2 or 4, as the power of two (0, 1, 2).
  public let shiftX: Int
  /// Rows that share a sample, as the power of two.
  public let shiftY: Int

  /// - Parameter start: the sample of the pixel at the top left; it must live as long as the plane is read.
  public init(start: UnsafePointer<UInt8>, stride: Int, step: Int = 1, shiftX: Int = 0, shiftY: Int = 0) {
    bytes = SharedBytes(start)
    self.stride = stride
    self.step = step
    self.shiftX = shiftX
    self.shiftY = shiftY
  }

  /// The sample of the pixel at the top left.
  @inlinable public var start: UnsafePointer<UInt8> { bytes.start }
}

/// One camera picture with its capture time.
///
/// The pixels stay as the camera gave them. `mirrored` says that the picture's x axis runs from right to left, which readers apply while they
/// sample: no picture is ever turned round in memory.
public final class Frame: Sendable {
  /// Number of the picture since the source was opened, dropped ones included.
  public let index: Int
  /// Capture time in seconds: of `Clock` for a live source, of the film otherwise.
  public let time: Double
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Brightness.
  public let luma: Plane
  /// Cb and Cr; nil for a grey picture.
  public let chroma: (u: Plane, v: Plane)?
  /// Luma 0-255 (JPEG) instead of 16-235 (video).
  public let fullRange: Bool
  /// The picture is to be read from right to left.
  public let mirrored: Bool
  /// As read, the picture is the player's mirror image (what a selfie camera shows).
  public let isSelfie: Bool
  /// Time that unpacking took, in nanoseconds.
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

  /// The same picture at another time, as from a camera before which nothing moves.
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

  /// How a source's pictures lie and how they are to be read.
  public struct Orientation: Sendable, Equatable {
    /// The source's own pixels show a mirror image.
    public var isMirrorImage: Bool
    /// Turn it round for the player.
    public var flip: Bool

    /// - Parameters:
    ///   - isMirrorImage: the camera mirrors its pictures itself.
    ///   - flip: the reader turns them round.
    public init(isMirrorImage: Bool = false, flip: Bool) {
      self.isMirrorImage = isMirrorImage
      self.flip = flip
    }

    /// What the player sees in a mirror, from an ordinary camera.
    public static let player = Orientation(flip: true)
    /// The same from a camera that mirrors its pictures itself: read as they are, and still the player's mirror image.
    public static let mirroredByCamera = Orientation(isMirrorImage: true, flip: false)
    /// The picture as it is, from an ordinary camera.
    public static let asFilmed = Orientation(flip: false)

    /// What the key `camera.mirror` asks for: the picture is mirrored once, here or, with false, in the camera.
    public static func camera(mirror: Bool) -> Orientation { mirror ? .player : .mirroredByCamera }
  }
}
