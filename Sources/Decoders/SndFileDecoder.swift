import CSndFile
import Glibc
import Realtime

/// A file that libsndfile reads. Kinds are WAV, AIFF, FLAC, Ogg Vorbis, Opus and rarer ones.
package final class SndFileDecoder: SoundDecoder {
  package let descriptor: Int32
  package let mix: StereoMix
  package let coding: SoundCoding
  private let file: OpaquePointer
  private let info: SF_INFO
  /// The bytes that it reads instead of the whole file. They are the Ogg file, the piece of it, or the file with a
  /// repaired header. Nil for another one, which libsndfile reads by itself.
  private let window: FileWindow?
  /// Whether the last call reached the limit of bytes.
  private var isSpent = false
  /// Most bytes of a window per call. A packet without an end would otherwise fill the memory.
  private static let mostBytes = 16 << 20
  /// Most bytes for opening a file. Opening reads its first packets (`OggHead`) and searches for its last page.
  private static let mostBytesToOpen = 64 << 20

  /// - Parameter descriptor: belongs to the decoder. It is closed when the file is rejected.
  convenience init?(_ descriptor: Int32) {
    var info = SF_INFO()
    guard let file = sf_open_fd(descriptor, Int32(SFM_READ), &info, 1) else { return nil }
    self.init(file, info, descriptor, nil)
  }

  /// Decodes a part of a file. It also decodes a file with a repaired header.
  convenience init?(_ window: FileWindow) {
    window.room = Self.mostBytesToOpen
    var (io, info) = (Self.io(), SF_INFO())
    guard let file = sf_open_virtual(&io, Int32(SFM_READ), &info, Unmanaged.passUnretained(window).toOpaque()) else { return nil }
    self.init(file, info, window.descriptor, window)
  }

  private static func io() -> SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(Unmanaged<FileWindow>.fromOpaque($0!).takeUnretainedValue().bytes.count) },
      seek: { sf_count_t(Unmanaged<FileWindow>.fromOpaque($2!).takeUnretainedValue().seek(Int64($0), $1)) },
      read: { sf_count_t(max(0, Unmanaged<FileWindow>.fromOpaque($2!).takeUnretainedValue().read($0!, Int($1)))) },
      write: nil,
      tell: { sf_count_t(Unmanaged<FileWindow>.fromOpaque($0!).takeUnretainedValue().seek(0, SEEK_CUR)) })
  }

  private init?(_ file: OpaquePointer, _ info: SF_INFO, _ descriptor: Int32, _ window: FileWindow?) {
    let type = Int(info.format) & Int(SF_FORMAT_TYPEMASK)
    // `MPEGSearch` found no MPEG here, and libsndfile would read noise.
    guard type != Int(SF_FORMAT_MPEG) else {
      sf_close(file)
      return nil
    }
    self.descriptor = descriptor
    self.file = file
    self.info = info
    self.window = window
    mix = ChannelLayout.mix(file, info)
    coding =
      switch type {
      case Int(SF_FORMAT_FLAC): .flac
      case Int(SF_FORMAT_OGG): .ogg
      default: .other
      }
  }

  deinit { sf_close(file) }

  package var rate: Int { Int(info.samplerate) }
  package var channels: Int { Int(info.channels) }
  package var frames: Int64 { info.frames }
  package var statedFrames: Int64? { window?.repair?.stated }
  package var hasReadAll: Bool { false }
  package var failure: Int32? { window?.failure }
  package var isFirstPieceOnly: Bool { coding == .ogg && OggLinks.areSeveral(descriptor, window?.bytes) }
  package var title: String? { bytes(.title).map { String(decoding: $0, as: UTF8.self) } }

  /// Texts in formats that only libsndfile knows, by its numbers.
  package enum Text: Int32 {
    case title = 1
    case artist = 4
    case album = 7
  }

  /// Returns the bytes of a text in any encoding; nil without one.
  package func bytes(_ kind: Text) -> [UInt8]? {
    guard let text = sf_get_string(file, kind.rawValue) else { return nil }
    return UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
  }

  package func read(_ output: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
    if isSpent { return 0 }
    window?.room = Self.mostBytes
    let got = max(0, Int(sf_readf_float(file, output, Int64(count))))
    isSpent = window?.room == 0
    return got
  }

  package func seek(to frame: Int64) -> Int64? {
    isSpent = false
    window?.failure = nil
    window?.room = Self.mostBytes
    // Rewind first for Vorbis. At some jumps forward libsndfile keeps a block of the old position, but not at a jump to
    // the beginning.
    if coding == .ogg { sf_seek(file, 0, Int32(SEEK_SET)) }
    let reached = sf_seek(file, frame, Int32(SEEK_SET))
    return reached < 0 ? nil : reached
  }
}
