import GestureFlowAPI
import Glibc
import Realtime

/// Decodes an open sound file, at the file's own rate. For one thread at a time.
package protocol SoundDecoder: AnyObject {
  /// Its coding, as far as the box treats codings differently.
  var coding: SoundCoding { get }
  /// Hz, as the file says it.
  var rate: Int { get }
  /// Channels of `read`, as the file says it.
  var channels: Int { get }
  /// Length in frames, as far as it is known: 0 or less, or beyond all measure, where the file does not say.
  var frames: Int64 { get }
  /// How the channels become two.
  var mix: StereoMix { get }
  /// The open file, which belongs to the decoder.
  var descriptor: Int32 { get }
  /// The last byte of a file that is not cut off was decoded: sound that is missing was lost on the way.
  var hasReadAll: Bool { get }
  /// The error number with which the medium has refused a read; nil for none, and where the decoder does not tell.
  var failure: Int32? { get }
  /// The title that only the decoder knows.
  var title: String? { get }
  /// The file was joined of several pieces, of which this decoder plays the first alone. Reads the file's end.
  var isFirstPieceOnly: Bool { get }

  /// Reads interleaved frames. - Returns: how many; 0 where it can read no more.
  func read(_ output: UnsafeMutablePointer<Float>, _ count: Int) -> Int
  /// Goes to a frame. - Returns: the place; nil if it cannot be reached.
  func seek(to frame: Int64) -> Int64?
}

/// The codings that the box treats differently.
package enum SoundCoding: Sendable { case flac, ogg, mpeg, other }

/// Why a file has no decoder.
package enum DecoderRefusal: Error, Sendable, Equatable {
  /// Nothing in it looks like sound that the box decodes.
  case unknown
  /// The system gives no descriptor; with its error number.
  case system(Int32)
  /// The medium refuses reads, so that nothing is known of the file; with the error number.
  case medium(Int32)
}

/// Finds the decoder of a file by its content; its name says nothing.
package enum DecoderChoice {
  /// - Parameters:
  ///   - descriptor: of an open file; it stays the caller's.
  ///   - path: of the file, by which a length is kept that takes long to find; nil to keep none. - measured: has those lengths.
  ///   - read: reads Ogg and MPEG audio, and whatever tells that a file is.
  /// - Throws: why there is not one.
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
    // MPEG first: libsndfile would open it too, with estimated lengths and words on standard error.
    let verdict = MPEGSearch.atBegin(descriptor, read)
    if let decoder = try mpeg(verdict) { return decoder }
    guard case .other = verdict else { throw .unknown }
    if var bytes = TagBytes(descriptor: descriptor, read: read), bytes.has("OggS", at: 0) {
      if let pieces = OggLinks.pieces(descriptor), let decoder = ChainedDecoder(descriptor, pieces, read) { return decoder }
      let window = FileWindow(try own(), 0..<bytes.count, read)
      if let decoder = SndFileDecoder(window) { return decoder }
      if let code = window.failure { throw .medium(code) }
      throw .unknown
    }
    if let decoder = SndFileDecoder(try own()) { return decoder }
    if let decoder = try mpeg(MPEGSearch.anywhere(descriptor, read)) { return decoder }
    throw .unknown
  }
}
