import CSampleRate
import CSndFile
import Foundation
import GestureFlowAPI

/// Why a piece of music cannot be played.
public struct SoundFileError: Error, Sendable, Equatable, CustomStringConvertible {
  public let path: String
  public let reason: String
  public var description: String { "\(path): \(reason)" }
}

/// A sound file, read as 48 kHz stereo whatever it holds: WAV, AIFF, FLAC, Ogg Vorbis, Opus, MP3 through libsndfile, other rates through libsamplerate.
///
/// Mono goes to both sides; of more than two channels the first two are heard. For the worker's thread only.
public final class SoundFile: TrackSource {
  public let path: String
  public let title: String
  /// Length in frames of 48 kHz; nil if the file does not say.
  public let length: Int64?
  private let file: OpaquePointer
  private let info: SF_INFO
  private let resampler: OpaquePointer?
  private let ratio: Double
  private var raw: [Float]
  private var stereo: [Float]
  private var pending = 0
  private var pendingAt = 0
  private var ended = false

  private static let chunk = 4096

  /// - Throws: `SoundFileError` that says what is wrong with the file.
  public init(_ path: String) throws(SoundFileError) {
    self.path = path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw SoundFileError(path: path, reason: "there is no such file")
    }
    if isFolder.boolValue { throw SoundFileError(path: path, reason: "it is a folder") }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw SoundFileError(path: path, reason: "it may not be read: check its access rights")
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
    if size == 0 { throw SoundFileError(path: path, reason: "it is empty (0 bytes)") }
    var info = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &info) else {
      let why = String(cString: sf_strerror(nil)).trimmingCharacters(in: .whitespacesAndNewlines)
      throw SoundFileError(path: path, reason: "it is no sound file that can be played (\(why)); WAV, AIFF, FLAC, Ogg, Opus and MP3 can")
    }
    guard (1...64).contains(info.channels), (1000...768_000).contains(info.samplerate), info.frames != 0 else {
      sf_close(file)
      throw SoundFileError(
        path: path, reason: "it holds no sound (\(info.channels) channels, \(info.samplerate) Hz, \(info.frames) frames)")
    }
    self.file = file
    self.info = info
    ratio = Double(SoundFormat.rate) / Double(info.samplerate)
    if Int(info.samplerate) == SoundFormat.rate {
      resampler = nil
    } else {
      var code: Int32 = 0
      resampler = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), 2, &code)
      if resampler == nil {
        sf_close(file)
        throw SoundFileError(path: path, reason: String(cString: src_strerror(code)))
      }
    }
    length = info.frames > 0 && info.frames < Int64.max / 64 ? Int64((Double(info.frames) * ratio).rounded()) : nil
    let tag = sf_get_string(file, Int32(SF_STR_TITLE)).map { cleaned(String(cString: $0), limit: 300) } ?? ""
    title = tag.isEmpty ? cleaned(((path as NSString).lastPathComponent as NSString).deletingPathExtension, limit: 300) : tag
    raw = [Float](repeating: 0, count: Self.chunk * Int(info.channels))
    stereo = [Float](repeating: 0, count: Self.chunk * 2)
  }

  deinit {
    sf_close(file)
    if let resampler { src_delete(resampler) }
  }

  public func read(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int {
    var done = 0
    while done < count {
      if pending == 0, !ended { refill() }
      if pending == 0, ended, resampler == nil { break }
      let got = resampler == nil ? copy(output + done * 2, count - done) : resample(output + done * 2, count - done)
      if got == 0, ended, pending == 0 { break }
      done += got
    }
    return done
  }

  public func seek(to frame: Int64) {
    let target = Int64(Double(max(frame, 0)) / ratio)
    sf_seek(file, min(target, max(info.frames - 1, 0)), Int32(SEEK_SET))
    if let resampler { src_reset(resampler) }
    pending = 0
    ended = false
  }

  /// True if the file's medium does not answer any more, as opposed to a file that is just at its end.
  public var isUnreadable: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == EIO || errno == ENODEV || errno == ENXIO }
    defer { close(descriptor) }
    // A place that is not in memory yet must come from the medium.
    var status = stat()
    var byte: UInt8 = 0
    guard fstat(descriptor, &status) == 0 else { return true }
    return pread(descriptor, &byte, 1, max(0, status.st_size - 1)) < 0
  }

  private func refill() {
    let got = Int(sf_readf_float(file, &raw, Int64(Self.chunk)))
    let channels = Int(info.channels)
    for i in 0..<max(got, 0) {
      let left = raw[i * channels]
      let right = channels > 1 ? raw[i * channels + 1] : left
      // A damaged float file can hold anything; one NaN would silence the stretcher for good.
      stereo[2 * i] = left.isFinite ? min(max(left, -4), 4) : 0
      stereo[2 * i + 1] = right.isFinite ? min(max(right, -4), 4) : 0
    }
    pending = max(got, 0)
    pendingAt = 0
    if got <= 0 { ended = true }
  }

  private func copy(_ output: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
    let n = min(count, pending)
    for i in 0..<n * 2 { output[i] = stereo[pendingAt * 2 + i] }
    pendingAt += n
    pending -= n
    return n
  }

  private func resample(_ output: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
    stereo.withUnsafeBufferPointer { input in
      var data = SRC_DATA()
      data.data_in = input.baseAddress! + pendingAt * 2
      data.input_frames = pending
      data.data_out = output
      data.output_frames = count
      data.src_ratio = ratio
      data.end_of_input = ended ? 1 : 0
      guard src_process(resampler, &data) == 0 else {
        ended = true
        pending = 0
        return 0
      }
      pendingAt += data.input_frames_used
      pending -= data.input_frames_used
      return data.output_frames_gen
    }
  }
}

/// Something that can be played from a place on: a file, the built-in piece. For the worker's thread only.
public protocol TrackSource: AnyObject {
  var title: String { get }
  /// Length in frames of 48 kHz, if it is known.
  var length: Int64? { get }
  /// Reads interleaved stereo; fewer frames than asked for only at the end.
  func read(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int
  func seek(to frame: Int64)
}
