import GestureFlowAPI

/// Why a camera's frame was rejected.
public enum FrameRefusal: Sendable, Equatable, CustomStringConvertible {
  /// It is empty, or the driver marked it as damaged.
  case empty
  /// Some of its pixels are missing. - Parameters: format: as granted; needed, received: bytes.
  case short(VideoFormat, needed: Int, received: Int)
  /// It cannot be decoded completely, or does not fit its format. The text is the decoder's or this program's.
  case damaged(String)
  /// The JPEG's size in pixels differs from the previous frames.
  case resized(width: Int, height: Int, before: VideoFormat)

  /// The fault of the frame, with its figures.
  public var description: String {
    switch self {
    case .empty: "they are empty, or marked as damaged by the driver"
    case .short(let format, let needed, let received): "\(format.words): \(needed) bytes needed, \(received) received"
    case .damaged(let text): text
    case .resized(let width, let height, let before): "\(width)x\(height) pixels in place of \(before.words)"
    }
  }
}

extension VideoFormat {
  /// The format as text: `YUYV 640x480, bytesperline 1280`.
  package var words: String {
    "\(cleaned(fourcc, limit: 4)) \(width)x\(height)" + (fourcc == "MJPG" ? "" : ", bytesperline \(stride)")
  }
}
