import CTurboJPEG

/// Decodes a camera's JPEG frames to planes of luma and chroma.
///
/// Many cameras send irregular but whole frames: Logitech's leave some bytes before nearly every marker. Those frames
/// are used and counted.
/// Frames that are cut off or damaged are rejected, because a half grey frame shows hands that do not exist. A frame
/// has the size that its JPEG declares, whatever size was granted.
package final class MotionJPEG {
  /// Result of decoding a frame.
  enum Outcome {
    case clean(UnpackedFrame)
    /// Whole, although the decoder had to skip something.
    case warned(UnpackedFrame)
    /// Damaged, cut off, or of a new size.
    case refused(FrameRefusal)
  }

  /// Most junk bytes before a marker that are harmless. More than that are lost image data.
  static let mostExtraBytes = 64

  /// The format of the present frames.
  private var format: VideoFormat
  /// The size of the previous frame, if it differed.
  private var offered: (width: Int, height: Int)?
  private var pool: FramePool
  private var decoder: tjhandle?

  /// - Parameter format: as granted by the driver.
  init(_ format: VideoFormat) {
    self.format = format
    pool = FramePool(size: Self.size(format.width, format.height))
    decoder = tjInitDecompress()
  }

  deinit { if let decoder { tjDestroy(decoder) } }

  /// Bytes that the planes of any sampling need.
  private static func size(_ width: Int, _ height: Int) -> Int {
    // 4:4:4 is the largest; each plane is padded to whole blocks of up to 32 pixels.
    (width + 32) * (height + 32) * 3
  }

  /// Decodes one frame.
  func decode(_ data: UnsafeBufferPointer<UInt8>) -> Outcome {
    switch attempt(data) {
    case .done(let frame): return .clean(frame)
    case .failed(let refusal): return refuse(refusal)
    case .warned(let frame, let text):
      let parts = JPEGParts(data)
      guard parts.isWhole else { return refuse(.damaged("cut off (\(text))")) }
      guard !parts.junk.isEmpty else { return Self.isHarmless(text) ? .warned(frame) : refuse(.damaged(text)) }
      // The warning was about the header. Without the junk the decoder checks the rest.
      return parts.tidied(data).withUnsafeBufferPointer { tidy -> Outcome in
        switch attempt(tidy) {
        case .done(let frame): .warned(frame)
        case .warned(let frame, let text): Self.isHarmless(text) ? .warned(frame) : refuse(.damaged(text))
        case .failed(let refusal): refuse(refusal)
        }
      }
    }
  }

  /// Whether frames of this size are decoded. A new size is accepted when two frames in a row have it.
  /// A single one may be a damaged header, and the memory for its frame may be large.
  private func takes(_ width: Int, _ height: Int) -> Bool {
    if (width, height) == (format.width, format.height) {
      offered = nil
      return true
    }
    let isCertain = offered.map { $0 == (width, height) } ?? false
    offered = (width, height)
    guard isCertain, FrameUnpacker.sides ~= width, FrameUnpacker.sides ~= height else { return false }
    (format.width, format.height, offered) = (width, height, nil)
    pool = FramePool(size: Self.size(width, height))
    return true
  }

  /// Whether the decoder's first warning leaves the image intact. - Parameter text: libjpeg's sentence.
  package static func isHarmless(_ text: String) -> Bool {
    if text.contains("unknown JFIF revision") || text.contains("Adobe color transform") { return true }
    guard text.contains("extraneous bytes before marker") else { return false }
    let count = text.split(separator: " ").compactMap { Int($0) }.first
    return count.map { $0 <= mostExtraBytes } ?? false
  }

  private func refuse(_ why: FrameRefusal) -> Outcome {
    // A decoder that stopped in the middle is not used again.
    tjDestroy(decoder)
    decoder = tjInitDecompress()
    return .refused(why)
  }

  private enum Attempt {
    case done(UnpackedFrame)
    case warned(UnpackedFrame, String)
    case failed(FrameRefusal)
  }

  private func attempt(_ data: UnsafeBufferPointer<UInt8>) -> Attempt {
    var wide: Int32 = 0
    var high: Int32 = 0
    var sampling: Int32 = -1
    var colours: Int32 = 0
    guard let bytes = data.baseAddress, decoder != nil else { return .failed(.empty) }
    let header = tjDecompressHeader3(decoder, bytes, UInt(data.count), &wide, &high, &sampling, &colours)
    if header != 0, isFatal { return .failed(.damaged(lastMessage)) }
    guard takes(Int(wide), Int(high)) else { return .failed(.resized(width: Int(wide), height: Int(high), before: format)) }
    let isGrey = sampling == Int32(TJSAMP_GRAY.rawValue)
    var planes = [UnsafeMutablePointer<UInt8>?](repeating: nil, count: 3)
    var strides = [Int32](repeating: 0, count: 3)
    var rows = [Int32](repeating: 0, count: 3)
    let memory = pool.take()
    var at = memory.start
    for i in 0..<(isGrey ? 1 : 3) {
      strides[i] = tjPlaneWidth(Int32(i), wide, sampling)
      rows[i] = tjPlaneHeight(Int32(i), high, sampling)
      guard strides[i] > 0, rows[i] > 0, (at - memory.start) + Int(strides[i]) * Int(rows[i]) <= pool.size else {
        return .failed(.damaged("unknown sampling"))
      }
      planes[i] = at
      at += Int(strides[i]) * Int(rows[i])
    }
    let result = tjDecompressToYUVPlanes(decoder, bytes, UInt(data.count), &planes, wide, &strides, high, Int32(TJFLAG_FASTDCT))
    if result != 0, isFatal { return .failed(.damaged(lastMessage)) }
    var frame = UnpackedFrame(
      width: Int(wide), height: Int(high), luma: Plane(start: memory.start, stride: Int(strides[0])), fullRange: true, memory: memory)
    if let u = planes[1], let v = planes[2] {
      // Chroma is smaller by the ratio of the plane sizes: 1, 2 or 4.
      let shiftX = (Int(strides[0]) / Int(strides[1])).trailingZeroBitCount
      let shiftY = (Int(rows[0]) / Int(rows[1])).trailingZeroBitCount
      frame.chroma = (
        Plane(start: u, stride: Int(strides[1]), shiftX: shiftX, shiftY: shiftY),
        Plane(start: v, stride: Int(strides[2]), shiftX: shiftX, shiftY: shiftY)
      )
    }
    return result == 0 && header == 0 ? .done(frame) : .warned(frame, lastMessage)
  }

  private var isFatal: Bool { tjGetErrorCode(decoder) == Int32(TJERR_FATAL.rawValue) }
  private var lastMessage: String { tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "the decoder does not say why" }
}
