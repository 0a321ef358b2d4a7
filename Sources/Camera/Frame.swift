import Foundation

/// One plane of a picture as it lies in memory; the sample of pixel (x, y) is at `start[(y >> shiftY) * stride + (x >> shiftX) * step]`.
public struct Plane: @unchecked Sendable {
  public var start: UnsafePointer<UInt8>
  public var stride: Int
  public var step: Int
  public var shiftX: Int
  public var shiftY: Int

  public init(start: UnsafePointer<UInt8>, stride: Int, step: Int = 1, shiftX: Int = 0, shiftY: Int = 0) {
    self.start = start
    self.stride = stride
    self.step = step
    self.shiftX = shiftX
    self.shiftY = shiftY
  }
}

/// One camera picture with its capture time.
///
/// The pixels stay as the camera gave them. `mirrored` says that the picture's x axis runs from right to left, which readers apply while they
/// sample: no picture is ever turned round in memory.
public final class Frame: @unchecked Sendable {
  /// Number of the picture since the source was opened, dropped ones included.
  public let index: Int
  /// Capture time in seconds: of `Clock` for a live source, of the film otherwise.
  public let time: Double
  public let width: Int
  public let height: Int
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
    orientation: Orientation,
    decodeTime: Int64 = 0, memory: FrameMemory
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
  public func repeated(index: Int, time: Double) -> Frame {
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
  public struct Orientation: Sendable {
    /// The source's own pixels show a mirror image.
    public var isMirrorImage: Bool
    /// Turn it round for the player.
    public var flip: Bool
    public init(isMirrorImage: Bool = false, flip: Bool) {
      self.isMirrorImage = isMirrorImage
      self.flip = flip
    }
    /// What the player sees in a mirror, from an ordinary camera.
    public static let player = Orientation(flip: true)
    /// The picture as it is, from an ordinary camera.
    public static let asFilmed = Orientation(flip: false)
  }
}

/// A piece of memory that goes back to its pool with the last frame that uses it.
final class FrameMemory: @unchecked Sendable {
  let start: UnsafeMutablePointer<UInt8>
  private let pool: FramePool
  init(start: UnsafeMutablePointer<UInt8>, pool: FramePool) {
    self.start = start
    self.pool = pool
  }
  deinit { pool.give(start) }
}

/// Memory for pictures of one size, used again and again.
final class FramePool: @unchecked Sendable {
  let size: Int
  private let lock = NSLock()
  private var free: [UnsafeMutablePointer<UInt8>] = []

  init(size: Int) { self.size = size }
  deinit { for block in free { block.deallocate() } }

  func take() -> FrameMemory {
    let block = lock.withLock { free.popLast() }
    // 64 bytes beyond the end, so that a reader may load whole vectors.
    return FrameMemory(start: block ?? .allocate(capacity: size + 64), pool: self)
  }

  fileprivate func give(_ block: UnsafeMutablePointer<UInt8>) { lock.withLock { free.append(block) } }

  /// A frame of planar YUV 4:2:0 whose three planes lie one after the other in `memory`.
  static func planar420(
    _ memory: FrameMemory, width: Int, height: Int, index: Int, time: Double, orientation: Frame.Orientation, decodeTime: Int64 = 0
  ) -> Frame {
    let half = (width + 1) / 2
    let u = UnsafePointer(memory.start + width * height)
    let v = u + half * ((height + 1) / 2)
    return Frame(
      index: index, time: time, width: width, height: height, luma: Plane(start: memory.start, stride: width),
      chroma: (Plane(start: u, stride: half, shiftX: 1, shiftY: 1), Plane(start: v, stride: half, shiftX: 1, shiftY: 1)), fullRange: false,
      orientation: orientation, decodeTime: decodeTime, memory: memory)
  }

  static func size420(_ width: Int, _ height: Int) -> Int { width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2) }
}

extension Frame {
  /// Mean brightness, 0...1, of every 16th pixel in both directions.
  public var meanLight: Double {
    var sum = 0
    var count = 0
    for y in stride(from: 0, to: height, by: 16) {
      for x in stride(from: 0, to: width, by: 16) {
        sum += Int(luma.start[y * luma.stride + x * luma.step])
        count += 1
      }
    }
    guard count > 0 else { return 0 }
    let mean = Double(sum) / Double(count)
    return min(max(fullRange ? mean / 255 : (mean - 16) / 219, 0), 1)
  }
}
