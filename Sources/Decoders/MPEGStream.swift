/// The part of a file that is MPEG audio, and its length.
struct MPEGStream: Sendable, Equatable {
  enum Length: Sendable, Equatable {
    /// The decoder reads the length in the stream's first frame.
    case told
    /// Length in frames of the stream.
    case counted(Int)
    /// Unknown until all of it is read.
    case unknown
  }

  /// Bytes from the first frame to the end of the last. Tags, covers and other data around them are outside.
  var bytes: Range<Int>
  var length: Length
  /// Number of frames that the first frame states. Nil unless the stream has fewer bytes than it states: it was then
  /// cut off.
  var stated: Int?
  var isCutOff: Bool { stated != nil }
  /// Error number with which the medium refused a read during the search. Nil without an error.
  var failure: Int32?
}

extension MPEGStream {
  /// Bytes by which a file may exceed its declared length. Some writers leave out the frame with the header.
  private static let slack = 2048
  /// Bytes of the shortest and the longest frame of layer III. The second range is for a free format.
  private static let sizes = 24...1441
  private static let freeSizes = 24...8192

  /// A stream that begins with a frame at `begin`.
  init(_ walk: inout MPEGWalk, begin: Int, end: Int) {
    bytes = begin..<max(begin, end)
    length = .unknown
    guard let header = walk.header(at: begin) else { return }
    if let told = walk.told(at: begin, header) {
      guard let frames = told.frames, frames > 0, told.bytes.map({ bytes.count <= $0 + Self.slack }) ?? true,
        (header.bitrate == nil ? Self.freeSizes : Self.sizes).contains((told.bytes ?? bytes.count) / frames)
      else { return }
      if let size = told.bytes, bytes.count + Self.slack < size { stated = frames }
      // The decoder does not know this header, and would play it.
      if told.isForeign, let size = header.size {
        bytes = min(begin + size, bytes.upperBound)..<bytes.upperBound
        length = isCutOff ? .unknown : .counted(frames)
      } else if !isCutOff {
        length = .told
      }
    } else if let count = walk.constantCount(bytes) {
      length = .counted(count)
    }
  }
}
