import CMPG123
import GestureFlowAPI
import Glibc
import Realtime

/// MPEG audio, layers I to III, decoded by libmpg123.
///
/// It continues after damage, and knows its length even without a header. After a seek, samples differ from a full
/// decode only by rounding, 150 dB below full scale.
package final class MPEGDecoder: SoundDecoder {
  /// Frames that are decoded before a seek position. A frame may use 511 bytes of the frames before it.
  private static let before = 32
  /// Number of decoder errors in a row that ends reading.
  private static let mostErrors = 100
  /// Number of silent frames after a gap.
  private static let mute = 2

  package let rate: Int
  package let channels: Int
  package let frames: Int64
  package let mix: StereoMix
  private let handle: OpaquePointer
  private let window: FileWindow
  private let stream: MPEGStream
  /// Error number of the medium during the search or the frame count.
  private var scanFailure: Int32?
  /// Samples per channel in one frame of the stream.
  private let samples: Int
  private var walk: MPEGWalk?
  /// Whether the next frame is the first after opening or a seek.
  private var isFirst = true
  /// Sound of the last decoded frame; nil means silence. `ready` is the part of it that was not read yet.
  private var sound: UnsafePointer<Float>?
  private var ready = 0..<0
  /// Position of the stream's next frame; nil after a seek.
  private var next: Int?
  /// Number of frames still to be muted.
  private var muted = 0

  /// - Parameters:
  ///   - window: of `stream`, which has the range of the sound. If creation fails, its `failure` tells whether the
  ///     medium is the cause.
  ///   - path: of the file, the key of its length in `measured`; nil if the length need not be kept. - read: reads the
  ///     file.
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
        // The readable sound plays all the same.
        scanFailure = scanFailure ?? window.failure
        window.failure = nil
        if scanFailure == nil, let file { measured.keep(found, of: file) }
      }
    }
    mix = StereoMix(channels: channels)
    walk = MPEGWalk(window.descriptor, read)
  }

  deinit { mpg123_delete(handle) }

  /// Returns a decoder that has read the first frame. Frames of another format are converted to its rate and channels.
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
  /// Error of a read since the last seek or during opening.
  package var failure: Int32? { scanFailure ?? window.failure }
  package var descriptor: Int32 { window.descriptor }
  package var statedFrames: Int64? { stream.stated.map { Int64($0) * Int64(samples) }.flatMap { $0 > frames ? $0 : nil } }
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

  /// Decodes the next frame of the stream. - Returns: false at the end.
  private func decode() -> Bool {
    for _ in 0..<Self.mostErrors where window.failure == nil {
      var (number, audio, bytes) = (off_t(0), UnsafeMutablePointer<UInt8>?.none, 0)
      // After a seek this also decodes the frames before the position.
      let code = isFirst ? mpg123_decode_frame(handle, &number, &audio, &bytes) : mpg123_framebyframe_next(handle)
      if code == MPG123_DONE.rawValue { return false }
      // A frame of another format is reported once; a damaged one is skipped.
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
        // libmpg123 assumes that every frame is as long as the first.
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

  /// Whether the parsed frame is worth decoding. Damaged data may look like a frame, and would sound as noise.
  private func isSound() -> Bool {
    var (bits, body, size) = (0 as UInt, UnsafeMutablePointer<UInt8>?.none, 0)
    guard mpg123_framedata(handle, &bits, &body, &size) == MPG123_OK.rawValue else { return true }
    let place = Int(mpg123_framepos(handle))
    let (isNext, isAfterGap) = (place == next, next != nil && place != next)
    next = place + 4 + size
    let isRun = isNext || walk?.isRun(at: window.bytes.lowerBound + place, end: window.bytes.upperBound) ?? true
    // After a gap, layer III would use bits that are missing.
    if isAfterGap || !isRun { muted = Self.mute }
    return isRun && !MPEGHeader.isNoisy(bits)
  }
}
