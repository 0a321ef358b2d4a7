import CMPG123
import GestureFlowAPI
import Glibc
import Realtime

/// MPEG audio, layers I to III, through libmpg123.
///
/// It goes on behind damage, and knows its length without a header that tells it. Behind a jump samples differ from those of
/// a whole reading by rounding alone, 150 dB below full scale.
package final class MPEGDecoder: SoundDecoder {
  /// Frames before a place that are decoded with it: a frame may use 511 bytes of those before it.
  private static let before = 32
  /// Errors of the decoder in a row after which it has nothing more to give.
  private static let mostErrors = 100
  /// Frames that are silent behind a gap.
  private static let mute = 2

  package let rate: Int
  package let channels: Int
  package let frames: Int64
  package let mix: StereoMix
  private let handle: OpaquePointer
  private let window: FileWindow
  private let stream: MPEGStream
  /// The error number with which the medium did not let the stream be looked for or its frames be counted.
  private var scanFailure: Int32?
  /// Frames of sound that a frame of the stream holds.
  private let samples: Int
  private var walk: MPEGWalk?
  /// The next frame is the first one since the file was opened or since a jump.
  private var isFirst = true
  /// The frame that was decoded last: its sound, nil where silence stands for it, and which part of it is still to be given.
  private var sound: UnsafePointer<Float>?
  private var ready = 0..<0
  /// Place of the stream's next frame; nil behind a jump.
  private var next: Int?
  /// Frames of the stream that are silent.
  private var muted = 0

  /// - Parameters:
  ///   - window: of `stream`, which says where the sound lies. Its failure tells whether the medium is why there is no decoder.
  ///   - path: of the file, by which its length is known in `measured`; nil if it need not be. - read: reads the file.
  init?(_ window: FileWindow, _ stream: MPEGStream, path: String?, _ measured: MeasuredStreams, _ read: @escaping FileRead.Call) {
    guard let (handle, rate, channels) = Self.open(window, stream) else { return nil }
    (self.handle, self.window, self.stream, self.rate, self.channels) = (handle, window, stream, rate, channels)
    samples = max(0, Int(mpg123_spf(handle)))
    scanFailure = stream.failure
    switch stream.length {
    case .told: frames = Int64(mpg123_length(handle))
    case .counted(let count): frames = Int64(count) * Int64(samples)
    case .unknown:
      let file = path.flatMap { MeasuredStreams.File(window.descriptor, path: $0) }
      if let known = file.flatMap({ measured[$0] }) {
        frames = known.frames
        known.give(to: handle)
      } else {
        mpg123_scan(handle)
        let found = MeasuredStream(of: handle)
        frames = found.frames
        // The sound that can be read plays all the same.
        scanFailure = scanFailure ?? window.failure
        window.failure = nil
        if scanFailure == nil, let file { measured.keep(found, of: file) }
      }
    }
    mix = StereoMix(channels: channels)
    walk = MPEGWalk(window.descriptor, read)
  }

  deinit { mpg123_delete(handle) }

  /// A decoder that has read the first frame, to whose rate and channels frames of another kind are converted.
  private static func open(_ window: FileWindow, _ stream: MPEGStream) -> (handle: OpaquePointer, rate: Int, channels: Int)? {
    guard let handle = mpg123_new(nil, nil) else { return nil }
    var flags = MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_GAPLESS.rawValue | MPG123_SKIP_ID3V2.rawValue
    if stream.length != .told { flags |= MPG123_IGNORE_STREAMLENGTH.rawValue }
    mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), Int(flags), 0)
    mpg123_param2(handle, Int32(MPG123_RESYNC_LIMIT.rawValue), -1, 0)
    mpg123_param2(handle, Int32(MPG123_PREFRAMES.rawValue), before, 0)
    mpg123_replace_reader_handle(
      handle, { Unmanaged<FileWindow>.fromOpaque($0!).takeUnretainedValue().read($1!, $2) },
      { off_t(Unmanaged<FileWindow>.fromOpaque($0!).takeUnretainedValue().seek(Int64($1), $2)) }, nil)
    var (rate, channels, encoding) = (0, Int32(0), Int32(0))
    guard window.seek(0, SEEK_SET) == 0, mpg123_open_handle(handle, Unmanaged.passUnretained(window).toOpaque()) == MPG123_OK.rawValue,
      mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue, (1...2).contains(channels),
      encoding == Int32(MPG123_ENC_FLOAT_32.rawValue), mpg123_format_none(handle) == MPG123_OK.rawValue,
      mpg123_format(handle, rate, channels, encoding) == MPG123_OK.rawValue
    else {
      mpg123_delete(handle)
      return nil
    }
    return (handle, rate, Int(channels))
  }

  package var coding: SoundCoding { .mpeg }
  /// Since the last jump, or while the file was opened.
  package var failure: Int32? { scanFailure ?? window.failure }
  package var descriptor: Int32 { window.descriptor }
  package var hasReadAll: Bool { !stream.isCutOff && window.isAtEnd }
  package var title: String? { nil }
  package var isFirstPieceOnly: Bool { false }

  package func read(_ output: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
    var done = 0
    while done < count {
      if ready.isEmpty, !decode() { break }
      let n = min(count - done, ready.count)
      let at = output + done * channels
      if let sound {
        at.update(from: sound + ready.lowerBound * channels, count: n * channels)
      } else {
        at.update(repeating: 0, count: n * channels)
      }
      ready.removeFirst(n)
      done += n
    }
    return done
  }

  package func seek(to frame: Int64) -> Int64? {
    (ready, next, muted, isFirst, window.failure) = (0..<0, nil, 0, true, nil)
    let reached = Int64(mpg123_seek(handle, off_t(frame), SEEK_SET))
    return reached < 0 ? nil : reached
  }

  /// Decodes the next frame of the stream. - Returns: false if there is not one.
  private func decode() -> Bool {
    for _ in 0..<Self.mostErrors where window.failure == nil {
      var (number, audio, bytes) = (off_t(0), UnsafeMutablePointer<UInt8>?.none, 0)
      // Behind a jump it decodes the frames before the place, too.
      let code = isFirst ? mpg123_decode_frame(handle, &number, &audio, &bytes) : mpg123_framebyframe_next(handle)
      if code == MPG123_DONE.rawValue { return false }
      // A frame of another form says so once; a damaged one is passed over.
      guard code == MPG123_OK.rawValue || code == MPG123_NEW_FORMAT.rawValue && !isFirst else { continue }
      if isFirst {
        isFirst = false
        var info = mpg123_frameinfo2()
        if mpg123_info2(handle, &info) == MPG123_OK.rawValue { next = Int(mpg123_framepos(handle)) + Int(info.framesize) }
        give(audio, bytes)
      } else if isSound() {
        guard mpg123_framebyframe_decode(handle, &number, &audio, &bytes) == MPG123_OK.rawValue else { continue }
        muted -= 1
        give(muted < 0 ? audio : nil, bytes)
      } else {
        // The decoder counts each frame of the stream as long as the first.
        give(nil, samples * channels * MemoryLayout<Float>.stride)
      }
      if !ready.isEmpty { return true }
    }
    return false
  }

  /// - Parameters: - audio: the samples; nil for silence. - bytes: of them.
  private func give(_ audio: UnsafeMutablePointer<UInt8>?, _ bytes: Int) {
    sound = audio.map { UnsafeRawPointer($0).assumingMemoryBound(to: Float.self) }
    ready = 0..<bytes / MemoryLayout<Float>.stride / channels
  }

  /// Whether the frame that was parsed is worth decoding. Damage may look like a frame, and would be noise.
  private func isSound() -> Bool {
    var (bits, body, size) = (0 as UInt, UnsafeMutablePointer<UInt8>?.none, 0)
    guard mpg123_framedata(handle, &bits, &body, &size) == MPG123_OK.rawValue else { return true }
    let place = Int(mpg123_framepos(handle))
    let (isNext, isAfterGap) = (place == next, next != nil && place != next)
    next = place + 4 + size
    let isRun = isNext || walk?.isRun(at: window.bytes.lowerBound + place, end: window.bytes.upperBound) ?? true
    // Behind a gap layer III takes up bits that are gone.
    if isAfterGap || !isRun { muted = Self.mute }
    return isRun && !MPEGHeader.isNoisy(bits)
  }
}
