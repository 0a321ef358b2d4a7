import GestureFlowAPI
import Glibc
import Realtime

/// Decodes an open sound file at the file's own rate. One thread at a time may use it.
package protocol SoundDecoder: AnyObject {
  /// Its coding, if the box treats it in its own way.
  var coding: SoundCoding { get }
  /// Sample rate in Hz, as declared by the file.
  var rate: Int { get }
  /// Number of channels of `read`, as declared by the file.
  var channels: Int { get }
  /// Length in frames, if known. An unknown length is 0 or less, or unreasonably large.
  var frames: Int64 { get }
  /// Length in frames that the file states, if it holds less. It was then cut off. Nil otherwise.
  var statedFrames: Int64? { get }
  /// Mix of the channels to stereo.
  var mix: StereoMix { get }
  /// Descriptor of the open file, which belongs to the decoder.
  var descriptor: Int32 { get }
  /// Whether the last byte of a complete file was decoded. Sound that is still missing was lost inside the file. It is
  /// false for a file that was cut off.
  var hasReadAll: Bool { get }
  /// Error number with which the medium refused a read. Nil without an error, or if the decoder does not report it.
  var failure: Int32? { get }
  /// A title that only the decoder knows.
  var title: String? { get }
  /// Whether this decoder plays only the first of several joined pieces. Reads the file's end.
  var isFirstPieceOnly: Bool { get }

  /// Reads interleaved frames. - Returns: how many; 0 if it can read no more.
  func read(_ output: UnsafeMutablePointer<Float>, _ count: Int) -> Int
  /// Seeks to a frame. - Returns: the position; nil if it cannot be reached.
  func seek(to frame: Int64) -> Int64?
}

/// The codings that the box treats in different ways.
package enum SoundCoding: Sendable { case flac, ogg, mpeg, other }

/// Why a file has no decoder.
package enum DecoderRefusal: Error, Sendable, Equatable {
  /// It does not contain sound that the box decodes.
  case unknown
  /// The system has no free descriptor. The value is its error number.
  case system(Int32)
  /// The medium refuses reads, so the file's kind is unknown. The value is the error number.
  case medium(Int32)
}

/// Finds the decoder of a file by its content. The name does not matter.
package enum DecoderChoice {
  /// - Parameters:
  ///   - descriptor: of an open file; it stays the caller's.
  ///   - path: of the file, the key under which a slowly found length is kept; nil to keep none. - measured: has those
  ///     lengths.
  ///   - read: reads Ogg and MPEG audio, and the bytes that identify them.
  /// - Throws: the reason why no decoder reads the file.
  package static func open(
    _ descriptor: Int32, path: String? = nil, measured: MeasuredStreams = .shared, read: @escaping FileRead.Call = FileRead.system
  ) throws(DecoderRefusal) -> any SoundDecoder {
    func own() throws(DecoderRefusal) -> Int32 {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      if copy < 0 { throw .system(errno) }
      return copy
    }
    func mpeg(_ verdict: MPEGSearch.Verdict) throws(DecoderRefusal) -> MPEGDecoder? {
      switch verdict {
      case .stream(let stream):
        let window = FileWindow(try own(), stream.bytes, read)
        if let decoder = MPEGDecoder(window, stream, path: path, measured, read) { return decoder }
        if let code = window.failure ?? stream.failure { throw .medium(code) }
        return nil
      case .broken, .other: return nil
      case .failed(let code): throw .medium(code)
      }
    }
    // MPEG comes first. libsndfile would open it too, with estimated lengths and messages on standard error.
    let verdict = MPEGSearch.atBegin(descriptor, read)
    if let decoder = try mpeg(verdict) { return decoder }
    guard case .other = verdict else { throw .unknown }
    func repaired(_ bytes: inout TagBytes, hidesMetadata: Bool = false) throws(DecoderRefusal) -> SndFileDecoder? {
      guard let repair = HeaderRepair(&bytes, hidesMetadata: hidesMetadata) else { return nil }
      let window = FileWindow(try own(), repair.part, read)
      window.repair = repair
      return SndFileDecoder(window)
    }
    if var bytes = TagBytes(descriptor: descriptor, read: read) {
      if bytes.has("OggS", at: 0) {
        let part = 0..<OggLinks.end(&bytes)
        if let pieces = OggLinks.pieces(descriptor, part), let decoder = ChainedDecoder(descriptor, pieces, read) { return decoder }
        let window = FileWindow(try own(), part, read)
        if let decoder = SndFileDecoder(window) { return decoder }
        if let code = window.failure { throw .medium(code) }
        throw .unknown
      }
      if let decoder = try repaired(&bytes) { return decoder }
      if let decoder = SndFileDecoder(try own()) { return decoder }
      if let decoder = try repaired(&bytes, hidesMetadata: true) { return decoder }
    } else if let decoder = SndFileDecoder(try own()) {
      return decoder
    }
    if let decoder = try mpeg(MPEGSearch.anywhere(descriptor, read)) { return decoder }
    throw .unknown
  }
}
