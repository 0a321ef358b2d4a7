import CTurboJPEG

/// Decodes the pictures of a camera that sends JPEG, to planes of luma and chroma.
///
/// Many cameras send pictures that are untidy and whole: Logitech's leave some bytes before nearly every mark. Those are taken and counted; what is cut
/// off or damaged is refused, because a half grey picture shows hands that are not there.
package final class MotionJPEG {
  /// What became of a picture.
  enum Outcome {
    case clean(Planes)
    /// Whole, though the decoder had to skip something.
    case warned(Planes)
    /// Why, in the decoder's words or ours.
    case refused(String)
  }

  /// Planes that lie one after the other in the memory that was given.
  struct Planes {
    var luma: Plane
    var chroma: (u: Plane, v: Plane)?
  }

  /// More bytes than these before a mark are not forgotten ones but lost picture.
  static let mostExtraBytes = 64

  private let width: Int
  private let height: Int
  private var decoder: tjhandle?

  /// - Parameters: width and height that the driver granted, in pixels.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    decoder = tjInitDecompress()
  }

  deinit { if let decoder { tjDestroy(decoder) } }

  /// Bytes that the planes of any sampling need.
  var size: Int {
    // 4:4:4 is the largest; each plane is filled up to whole blocks of up to 32 pixels.
    (width + 32) * (height + 32) * 3
  }

  /// - Parameter memory: `size` bytes.
  func decode(_ data: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutablePointer<UInt8>) -> Outcome {
    switch attempt(data, memory) {
    case .done(let planes): return .clean(planes)
    case .failed(let text): return refuse(text)
    case .warned(let planes, let text):
      let parts = JPEGParts(data)
      guard parts.isWhole else { return refuse("cut off (\(text))") }
      guard !parts.junk.isEmpty else { return Self.isHarmless(text) ? .warned(planes) : refuse(text) }
      // The warning was of the header; without its junk the decoder says what it thinks of the rest.
      return parts.tidied(data).withUnsafeBufferPointer { tidy -> Outcome in
        switch attempt(tidy, memory) {
        case .done(let planes): .warned(planes)
        case .warned(let planes, let text): Self.isHarmless(text) ? .warned(planes) : refuse(text)
        case .failed(let text): refuse(text)
        }
      }
    }
  }

  /// Whether the decoder's first warning leaves the picture what it was. - Parameter text: libjpeg's sentence.
  package static func isHarmless(_ text: String) -> Bool {
    if text.contains("unknown JFIF revision") || text.contains("Adobe color transform") { return true }
    guard text.contains("extraneous bytes before marker") else { return false }
    let count = text.split(separator: " ").compactMap { Int($0) }.first
    return count.map { $0 <= mostExtraBytes } ?? false
  }

  private func refuse(_ why: String) -> Outcome {
    // A decoder that stopped in the middle is not asked again.
    tjDestroy(decoder)
    decoder = tjInitDecompress()
    return .refused(why)
  }

  private enum Attempt {
    case done(Planes)
    case warned(Planes, String)
    case failed(String)
  }

  private func attempt(_ data: UnsafeBufferPointer<UInt8>, _ memory: UnsafeMutablePointer<UInt8>) -> Attempt {
    var wide: Int32 = 0
    var high: Int32 = 0
    var sampling: Int32 = -1
    var colours: Int32 = 0
    guard let bytes = data.baseAddress, decoder != nil else { return .failed("no picture") }
    let header = tjDecompressHeader3(decoder, bytes, UInt(data.count), &wide, &high, &sampling, &colours)
    if header != 0, isFatal { return .failed(lastMessage) }
    guard Int(wide) == width, Int(high) == height else { return .failed("\(wide)x\(high) pixels where \(width)x\(height) were agreed") }
    let isGrey = sampling == Int32(TJSAMP_GRAY.rawValue)
    var planes = [UnsafeMutablePointer<UInt8>?](repeating: nil, count: 3)
    var strides = [Int32](repeating: 0, count: 3)
    var rows = [Int32](repeating: 0, count: 3)
    var at = memory
    for i in 0..<(isGrey ? 1 : 3) {
      strides[i] = tjPlaneWidth(Int32(i), wide, sampling)
      rows[i] = tjPlaneHeight(Int32(i), high, sampling)
      guard strides[i] > 0, rows[i] > 0, (at - memory) + Int(strides[i]) * Int(rows[i]) <= size else { return .failed("unknown sampling") }
      planes[i] = at
      at += Int(strides[i]) * Int(rows[i])
    }
    let result = tjDecompressToYUVPlanes(decoder, bytes, UInt(data.count), &planes, wide, &strides, high, Int32(TJFLAG_FASTDCT))
    if result != 0, isFatal { return .failed(lastMessage) }
    var layout = Planes(luma: Plane(start: memory, stride: Int(strides[0])))
    if let u = planes[1], let v = planes[2] {
      // How much smaller chroma is: by the planes' own sizes, 1, 2 or 4 times.
      let shiftX = (Int(strides[0]) / Int(strides[1])).trailingZeroBitCount
      let shiftY = (Int(rows[0]) / Int(rows[1])).trailingZeroBitCount
      layout.chroma = (
        Plane(start: u, stride: Int(strides[1]), shiftX: shiftX, shiftY: shiftY),
        Plane(start: v, stride: Int(strides[2]), shiftX: shiftX, shiftY: shiftY)
      )
    }
    return result == 0 && header == 0 ? .done(layout) : .warned(layout, lastMessage)
  }

  private var isFatal: Bool { tjGetErrorCode(decoder) == Int32(TJERR_FATAL.rawValue) }
  private var lastMessage: String { tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "the decoder does not say why" }
}
