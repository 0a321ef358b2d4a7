import GestureFlowAPI
import Glibc
import Realtime

/// An Ogg file of several pieces, decoded as one sound.
///
/// Each piece has its own decoder, and only one decoder is open at a time.
package final class ChainedDecoder: SoundDecoder {
  /// Length in frames from which on a piece is rejected. So the sum of all pieces cannot overflow.
  private static let longest = Int64.max / 10_000

  /// A piece of the file.
  private struct Piece {
    let bytes: Range<Int>
    /// Its first frame, counted in the whole sound.
    let start: Int64
  }

  package let descriptor: Int32
  package let rate: Int
  package let channels: Int
  package let frames: Int64
  package let mix: StereoMix
  private let pieces: [Piece]
  private let readPlace: FileRead.Call
  private var current: SndFileDecoder
  /// Index of the open piece.
  private var number = 0
  /// Error number of the medium when a piece could not be opened.
  private var openFailure: Int32?

  /// Fails if the pieces do not make one sound. All must have the same rate and number of channels.
  /// - Parameters: - descriptor: of the open file; it stays the caller's. - parts: bytes of its pieces. - read: reads
  ///   the file.
  init?(_ descriptor: Int32, _ parts: [Range<Int>], _ read: @escaping FileRead.Call) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    var (pieces, frames) = ([Piece](), Int64(0))
    var first: SndFileDecoder?
    for bytes in parts {
      guard let decoder = Self.open(own, bytes, read).decoder, (1..<Self.longest).contains(decoder.frames),
        decoder.rate == first?.rate ?? decoder.rate, decoder.channels == first?.channels ?? decoder.channels
      else { break }
      first = first ?? decoder
      pieces.append(Piece(bytes: bytes, start: frames))
      frames += decoder.frames
    }
    guard let first, pieces.count == parts.count else {
      close(own)
      return nil
    }
    (self.descriptor, self.pieces, self.frames, current) = (own, pieces, frames, first)
    readPlace = read
    (rate, channels, mix) = (first.rate, first.channels, first.mix)
  }

  deinit { close(descriptor) }

  /// Opens the decoder of a piece.
  /// - Returns: the decoder, or the error number if the medium refused a read. Both are nil if the piece cannot be
  ///   decoded.
  private static func open(
    _ descriptor: Int32, _ bytes: Range<Int>, _ read: @escaping FileRead.Call
  ) -> (decoder: SndFileDecoder?, failure: Int32?) {
    guard OggHead.fault(descriptor: descriptor, part: bytes) == nil else { return (nil, nil) }
    guard let window = FileWindow(copyOf: descriptor, bytes, read) else { return (nil, errno) }
    let decoder = SndFileDecoder(window)
    return (decoder, decoder == nil ? window.failure : nil)
  }

  package var coding: SoundCoding { .ogg }
  package var statedFrames: Int64? { nil }
  package var hasReadAll: Bool { false }
  package var failure: Int32? { openFailure ?? current.failure }
  package var title: String? { nil }
  package var isFirstPieceOnly: Bool { false }

  package func read(_ output: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
    var done = 0
    while done < count {
      let got = current.read(output + done * channels, count - done)
      if got > 0 {
        done += got
      } else if failure != nil || !open(number + 1) {
        break
      }
    }
    return done
  }

  package func seek(to frame: Int64) -> Int64? {
    guard let piece = pieces.lastIndex(where: { $0.start <= frame }), piece == number || open(piece) else { return nil }
    let start = pieces[piece].start
    return current.seek(to: frame - start).map { $0 + start }
  }

  private func open(_ piece: Int) -> Bool {
    guard pieces.indices.contains(piece) else { return false }
    let opened = Self.open(descriptor, pieces[piece].bytes, readPlace)
    openFailure = opened.failure
    guard let decoder = opened.decoder else { return false }
    (current, number) = (decoder, piece)
    return true
  }
}
