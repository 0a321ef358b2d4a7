import Decoders
import Foundation
import GestureFlowAPI
import Realtime

/// A sound file, read as 48 kHz stereo. For the worker's thread only.
///
/// libsndfile decodes WAV, AIFF, FLAC, Ogg Vorbis and Opus; libmpg123 decodes MP3 and MP2. `Resampler` converts
/// other rates.
///
/// Mono goes to both sides. Up to eight channels are mixed down to two (`StereoMix`); of more channels, the first
/// two are heard.
public final class SoundFile: TrackSource {
  /// Opens a file for reading. Returns -1 and the error number on failure. A test can use an opener that fails on
  /// demand.
  package typealias Opener = @Sendable (_ path: String) -> (descriptor: Int32, code: Int32)

  private static let chunk = 4096
  /// Seconds that an intact file may lack. Some headers state slightly too much.
  private static let slack = 0.5
  /// Number of positions after a damaged one that are tried.
  private static let mostTries = 20
  /// Seconds for all tries. A single bad sector of a stick may take as long.
  private static let longestSearch = 5.0

  /// Path of the file.
  public let path: String
  /// The title tag, or else the file name without its extension.
  public let title: String
  /// Length of the file's sound in frames of 48 kHz. Nil if it is not known.
  public let length: Int64?
  private var file: any SoundDecoder
  /// Nil for a file of 48 kHz.
  private var resampler: Resampler?
  private let ratio: Double
  private var raw: [Float]
  private var stereo: [Float]
  private var pending = 0
  private var pendingAt = 0
  private var ended = false
  /// Frames read or skipped so far, at the file's own rate.
  private var place: Int64 = 0
  /// Whether the last `seek` did not reach its goal.
  private var isUnreached = false
  /// Number of samples so far that were NaN or infinite. They become silence.
  package private(set) var badSamples = 0
  private let opener: Opener
  /// Frames of silence still to be given for damage. The next fields are the total, and the first position. In frames
  /// of the file.
  private var owed: Int64 = 0
  private var lost: Int64 = 0
  private var firstLost: Int64?

  /// - Throws: `SoundFileError` with the problem of the file.
  public convenience init(_ path: String) throws(FileError) { try self.init(path, opener: Self.system) }

  package init(_ path: String, opener: @escaping Opener) throws(FileError) {
    self.path = path
    self.opener = opener
    file = try Self.open(path, opener)
    guard (1...64).contains(file.channels), (1000...768_000).contains(file.rate), file.frames != 0 else {
      throw FileError(path: path, reason: "it contains no sound (\(file.channels) channels, \(file.rate) Hz, \(file.frames) frames)")
    }
    ratio = Double(SoundFormat.rate) / Double(file.rate)
    resampler = try file.rate == SoundFormat.rate ? nil : Resampler(rate: file.rate, for: path)
    length = file.frames > 0 && file.frames < Int64.max / 64 ? StemRule.frames(file.frames, rate: file.rate) : nil
    let tag = SoundTags(descriptor: file.descriptor).title ?? file.title.map { cleaned($0, limit: 300) } ?? ""
    title = tag.isEmpty ? cleaned(((path as NSString).lastPathComponent as NSString).deletingPathExtension, limit: 300) : tag
    raw = [Float](repeating: 0, count: Self.chunk * file.channels)
    stereo = [Float](repeating: 0, count: Self.chunk * 2)
    // The decoder leaves out a damaged first frame, so that all other sound comes too early. A jump to the start fails
    // then, and the first read passes the damage.
    guard file.coding == .flac, length != nil, file.seek(to: 0) != 0 else { return }
    place = FLACStart.sample(file.descriptor)
    isUnreached = place == 0
    // After a failed jump this decoder reaches no other place.
    file = try Self.open(path, opener)
  }

  /// Sample rate of the file in Hz.
  package var rate: Int { file.rate }
  /// Number of channels of the file.
  package var channels: Int { file.channels }

  /// Opens a file of the system. It does not wait for a pipe or a device in place of the file.
  @Sendable package static func system(_ path: String) -> (descriptor: Int32, code: Int32) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    return (descriptor, descriptor < 0 ? errno : 0)
  }

  /// Opens the descriptor, then the decoder. A decoder gives the same error for a damaged file, for a stick that
  /// does not answer and for a box without free descriptors.
  private static func open(_ path: String, _ opener: Opener) throws(FileError) -> any SoundDecoder {
    func refusal(_ code: Int32) -> FileError {
      switch code {
      case ENOENT, ENOTDIR: FileError(path: path, reason: "there is no such file")
      case EACCES, EPERM: FileError(path: path, reason: "no permission to read it: check its access rights")
      default:
        FileError(
          path: path, reason: "it cannot be opened (\(ReadTrouble.text(code)))", code: ReadTrouble.cannotTell(code) ? code : nil)
      }
    }
    let (descriptor, code) = opener(path)
    guard descriptor >= 0 else { throw refusal(code) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw refusal(errno) }
    if let fault = OggHead.fault(descriptor: descriptor) { throw FileError(path: path, reason: fault) }
    if status.st_mode & S_IFMT == S_IFDIR { throw FileError(path: path, reason: "it is a folder") }
    if status.st_size == 0 { throw FileError(path: path, reason: "it is empty (0 bytes)") }
    do throws(DecoderRefusal) { return try DecoderChoice.open(descriptor, path: path) } catch {
      switch error {
      case .system(let code): throw refusal(code)
      case .medium(let code):
        throw FileError(
          path: path, reason: ReadTrouble.unreadable(code), code: ReadTrouble.cannotTell(code) ? code : nil)
      case .unknown: break
      }
      if let code = ReadTrouble.ofReading(descriptor, size: Int64(status.st_size)) {
        throw FileError(path: path, reason: ReadTrouble.unreadable(code), code: code)
      }
      throw FileError(path: path, reason: "it is not a sound file that can be played: use WAV, AIFF, FLAC, Ogg, Opus, MP3 or MP2")
    }
  }

  /// Frames of the previous file that its resampler still holds.
  public var inherited: Int64 { resampler?.held ?? 0 }

  /// Whether the resampler holds frames of this file. It may also hold only those of the previous one. A file that is
  /// shorter than half of the filter gives all of its sound by `drain`.
  package var holdsOwnFrames: Bool { place > 0 && inherited > 0 }

  /// Continues after another file has ended, without a seam. Call it before the first `read`. The other file is not
  /// read any more.
  /// - Returns: false if the rates differ: then `drain` the other file first.
  public func goOn(from other: SoundFile) -> Bool {
    guard let resampler, let theirs = other.resampler, resampler.rate == theirs.rate else { return false }
    self.resampler = theirs
    other.resampler = nil
    return true
  }

  /// Reads interleaved stereo of 48 kHz. Returns fewer frames than requested only when the file has no more.
  public func read(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int {
    var done = 0
    while done < count {
      if pending == 0, !ended { refill() }
      let at = output + done * 2
      let got = resampler.map { resample($0, at, count - done) } ?? copy(at, count - done)
      if got == 0, ended, pending == 0 { break }
      done += got
    }
    return done
  }

  /// Reads the frames that the resampler holds after the last `read`. Afterwards only `seek` makes the file
  /// readable again.
  public func drain(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int {
    guard let resampler, ended, pending == 0 else { return 0 }
    return stereo.withUnsafeBufferPointer { resampler.process($0.baseAddress!, count: 0, to: output, room: count, isLast: true).made }
  }

  /// Seeks to a position, in frames of 48 kHz. A position past the end means the end.
  public func seek(to frame: Int64) {
    let target = Int64(Double(max(frame, 0)) / ratio)
    let goal = min(target, max(file.frames - 1, 0))
    let reached = file.seek(to: goal)
    // A decoder stuck at a damaged place gives nothing from there.
    isUnreached = reached == nil
    place = reached ?? goal
    resampler?.reset()
    (pending, owed) = (0, 0)
    ended = false
  }

  /// Seeks to an exact position, at or before the requested one. From there the file gives the same frames as when
  /// it is read from its beginning. A resampler starts there with a run-in.
  /// - Returns: the frame of 48 kHz that is read next, and the number of run-in frames from there; nil if it cannot
  ///   be reached.
  package func seekExactly(before frame: Int64) -> (frame: Int64, runIn: Int64)? {
    // Frames of one rate that coincide with frames of the other.
    let (up, down) = resampler.map { (Int64($0.up), Int64($0.down)) } ?? (1, 1)
    let runIn = resampler.map { Int64($0.reach) } ?? 0
    let step = max(0, frame - runIn) / up
    let goal = step * down
    guard goal < file.frames || file.frames <= 0, file.seek(to: goal) == goal else { return nil }
    (place, isUnreached) = (goal, false)
    resampler?.reset()
    (pending, owed) = (0, 0)
    ended = false
    return (step * up, step == 0 ? 0 : runIn)
  }

  /// Seconds at which the sound ended clearly before the stated end. Nil otherwise, and while there is more to
  /// read. Decoders end like this, without an error, at a place in the middle of a file that they cannot read.
  public var earlyEnd: Double? {
    guard ended, length != nil, !file.hasReadAll else { return nil }
    let (reached, whole) = (Double(place) / Double(file.rate), Double(file.frames) / Double(file.rate))
    return reached < whole - Self.slack ? reached : nil
  }

  private static func time(_ seconds: Double) -> String { String(format: "%d:%02d", Int(seconds) / 60, Int(seconds) % 60) }

  /// Message about a file that states more sound than it holds. Nil for another one.
  package var cut: String? {
    guard let stated = file.statedFrames else { return nil }
    let (there, whole) = (Double(file.frames) / Double(file.rate), Double(stated) / Double(file.rate))
    return there < whole - Self.slack ? "its sound ends at \(Self.time(there)) of \(Self.time(whole)): it is cut off there" : nil
  }

  /// Message about a file that could not be read to its end.
  package var damage: String {
    guard let earlyEnd, let length else { return "it cannot be read to its end: it is damaged" }
    let place = "\(Self.time(earlyEnd)) of \(Self.time(Double(length) / Double(SoundFormat.rate)))"
    if isUnreached { return "it cannot be read at \(place): it is damaged or cut off before" }
    return "its sound ends at \(place): it is damaged or cut off there"
  }

  /// Whether sound is missing in between, because of damage.
  package var hasHoles: Bool { firstLost != nil || missing > 0 }

  /// Seconds of sound missing after the last byte was read. 0 if its stated length may be an
  /// estimate.
  private var missing: Double {
    guard ended, length != nil, file.hasReadAll else { return 0 }
    let seconds = Double(file.frames - place) / Double(file.rate)
    return seconds > Self.slack ? seconds : 0
  }

  /// Message about lost sound of a file. A part of a file read to its end is lost, or the file lacks a part. Nil if all
  /// was heard.
  package var loss: String? {
    guard let firstLost else {
      if missing > 0 { return String(format: "it is damaged: %.1f s of its sound are lost", missing) }
      if let cut { return cut }
      return file.isFirstPieceOnly ? "it is several pieces in one file, of which the first plays: convert it to FLAC" : nil
    }
    let (seconds, place) = (Double(lost) / Double(file.rate), Int(firstLost / Int64(file.rate)))
    return String(format: "it is damaged at %d:%02d: %.1f s of its sound are lost", place / 60, place % 60, max(seconds, 0.1))
  }

  /// Opens a FLAC file again after a damaged place. There its decoder ends for good. The frames in between become
  /// silence, so that each position stays the same.
  /// - Returns: false if there is nothing more to read.
  private func passDamage() -> Bool {
    guard file.coding == .flac, length != nil, place < file.frames - 1, !isUnreadable else { return false }
    // A failed jump may have met damage earlier: try its goal first.
    var goal = place + (isUnreached ? 0 : Int64(Self.chunk))
    // A medium with errors is slow, and the next track waits.
    let begun = Clock.seconds
    for attempt in 0..<Self.mostTries where goal < file.frames && Clock.seconds - begun < Self.longestSearch {
      guard let fresh = try? Self.open(path, opener), fresh.frames == file.frames, fresh.channels == channels, fresh.rate == rate else {
        return false
      }
      file = fresh
      if file.seek(to: goal) == goal, file.read(&raw, Self.chunk) > 0, file.seek(to: goal) == goal {
        owed = goal - place
        lost += owed
        if owed > 0, firstLost == nil { firstLost = place }
        isUnreached = false
        return true
      }
      goal += Int64(Self.chunk << min(attempt, 3))
    }
    // If no jump succeeds, the file is read from its start as it is.
    guard isUnreached, place == 0, let fresh = try? Self.open(path, opener) else { return false }
    (file, isUnreached) = (fresh, false)
    return true
  }

  /// Whether the medium of the file does not answer any more. False for a file that is just at its end.
  public var isUnreadable: Bool {
    let (fresh, code) = opener(path)
    // Without a free descriptor, test the one that the file has.
    guard fresh >= 0 else { return ReadTrouble.isOurs(code) ? Self.isUnreadable(file.descriptor) : ReadTrouble.cannotTell(code) }
    defer { close(fresh) }
    return Self.isUnreadable(fresh)
  }

  private static func isUnreadable(_ descriptor: Int32) -> Bool {
    // Data that is not in memory must come from the medium.
    var status = stat()
    var byte: UInt8 = 0
    guard fstat(descriptor, &status) == 0 else { return true }
    return pread(descriptor, &byte, 1, max(0, status.st_size - 1)) < 0
  }

  private func refill() {
    // After a failed jump, a FLAC file would give sound of another place.
    let isElsewhere = isUnreached && file.coding == .flac
    var got = owed > 0 || isElsewhere ? 0 : file.read(&raw, Self.chunk)
    if got <= 0, owed == 0, passDamage(), owed == 0 { got = file.read(&raw, Self.chunk) }
    if owed > 0 { return giveSilence() }
    let channels = file.channels
    if channels > 2 {
      badSamples += file.mix.mixDown(raw, channels: channels, frames: max(got, 0), into: &stereo)
    } else {
      for i in 0..<max(got, 0) {
        stereo[2 * i] = sound(raw[i * channels])
        stereo[2 * i + 1] = channels > 1 ? sound(raw[i * channels + 1]) : stereo[2 * i]
      }
    }
    pending = max(got, 0)
    place += Int64(pending)
    pendingAt = 0
    if got <= 0 { ended = true }
  }

  /// Gives silence in place of unreadable frames.
  private func giveSilence() {
    pending = Int(min(owed, Int64(Self.chunk)))
    pendingAt = 0
    for i in 0..<2 * pending { stereo[i] = 0 }
    owed -= Int64(pending)
    place += Int64(pending)
  }

  /// Limits a sample. A damaged float file can hold any value, and a single NaN would silence the stretcher for
  /// ever.
  private func sound(_ value: Float) -> Float {
    if value.isFinite { return min(max(value, -StereoMix.loudest), StereoMix.loudest) }
    badSamples += 1
    return 0
  }

  private func copy(_ output: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
    let n = min(count, pending)
    for i in 0..<n * 2 { output[i] = stereo[pendingAt * 2 + i] }
    pendingAt += n
    pending -= n
    return n
  }

  private func resample(_ resampler: Resampler, _ output: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
    let result = stereo.withUnsafeBufferPointer {
      resampler.process($0.baseAddress! + pendingAt * 2, count: pending, to: output, room: count, isLast: false)
    }
    // A step without input and output would repeat for ever.
    guard result.used > 0 || result.made > 0 else {
      ended = true
      pending = 0
      return 0
    }
    pendingAt += result.used
    pending -= result.used
    return result.made
  }
}
