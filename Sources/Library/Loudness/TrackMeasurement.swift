import Decoders
import GestureFlowAPI
import Glibc
import Realtime

/// Measures the loudness of a track as it is played. Mono plays on both sides, and more than two channels are mixed
/// down to two.
package enum TrackMeasurement {
  /// The outcome of a measurement.
  package enum Result: Sendable, Equatable {
    /// Nil for silence, and for a file that cannot be decoded.
    case measured(Loudness?)
    /// The measurement was interrupted, or the medium did not answer.
    case unknown
  }

  /// Number of frames per read: 85 ms at 48 kHz.
  private static let chunk = 4096

  /// Decodes a file, or a part of it, on the caller's thread.
  /// - Parameters:
  ///   - path: path of the sound file.
  ///   - start: start of the part in 1/75 s; nil for the file's start.
  ///   - end: end of the part in 1/75 s; nil for the file's end.
  ///   - goesOn: called before each read; false interrupts the measurement.
  package static func measure(
    _ path: String, from start: Int? = nil, to end: Int? = nil, _ access: StickAccess = StickAccess(), goesOn: () -> Bool
  ) -> Result {
    // The file is missing if its stick was just pulled out.
    let (descriptor, _) = access.openFile(path)
    guard descriptor >= 0 else { return .unknown }
    defer { close(descriptor) }
    // Some decoders do not report why they end. If the stick was pulled out, the loudness of half a track must not
    // count.
    func verdict(_ loudness: Loudness?) -> Result {
      var status = stat()
      guard fstat(descriptor, &status) == 0, ReadTrouble.ofReading(descriptor, size: Int64(status.st_size), read: access.read) == nil else {
        return .unknown
      }
      return .measured(loudness)
    }
    if OggHead.fault(descriptor: descriptor) != nil { return verdict(nil) }
    let file: any SoundDecoder
    do throws(DecoderRefusal) { file = try DecoderChoice.open(descriptor, path: path, read: access.read) } catch {
      switch error {
      case .system, .medium: return .unknown
      case .unknown: return verdict(nil)
      }
    }
    guard TrackProbe.channels.contains(file.channels), TrackProbe.rates.contains(file.rate), let meter = LoudnessMeter(rate: file.rate)
    else { return verdict(nil) }
    func frame(_ place: Int) -> Int64 { Int64(TrackPart.inRange(place)) * Int64(file.rate) / Int64(TrackPart.rate) }
    let begin = start.map(frame) ?? 0
    if begin > 0, file.seek(to: begin) != begin { return file.failure == nil ? verdict(nil) : .unknown }
    var rest = end.map { max(0, frame($0) - begin) } ?? .max
    var raw = [Float](repeating: 0, count: chunk * file.channels)
    var stereo = [Float](repeating: 0, count: chunk * 2)
    while rest > 0 {
      guard goesOn() else { return .unknown }
      let got = file.read(&raw, Int(min(rest, Int64(chunk))))
      guard got > 0 else { break }
      _ = file.mix.mixDown(raw, channels: file.channels, frames: got, into: &stereo)
      meter.add(stereo, frames: got)
      rest -= Int64(got)
    }
    return file.failure == nil ? verdict(meter.loudness) : .unknown
  }
}
