import Decoders
import Foundation
import GestureFlowAPI
import TestSupport

/// The decoded content of a file.
struct Decoded {
  var coding: SoundCoding
  var rate: Int
  /// The first channel.
  var samples: [Float] = []
  /// Length that the decoder reports, in seconds.
  var told: Double
  /// Length that the file states, in seconds, if it contains less.
  var stated: Double?
  var hasReadAll: Bool
  var seconds: Double { Double(samples.count) / Double(rate) }

  /// Returns the decoder of a file, or nil if it is rejected.
  /// - Parameters:
  ///   - measured: lengths of files that were measured before.
  ///   - read: reads the file.
  static func open(
    _ path: String, measured: MeasuredStreams = MeasuredStreams(), read: @escaping FileRead.Call = FileRead.system
  ) throws -> (any SoundDecoder)? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileNoSuchFile) }
    defer { close(descriptor) }
    do throws(DecoderRefusal) { return try DecoderChoice.open(descriptor, path: path, measured: measured, read: read) } catch {
      if case .medium = error { throw error }
      return nil
    }
  }

  /// Decodes up to five minutes. Returns nil if the file is rejected.
  static func read(_ path: String) throws -> Decoded? {
    guard let decoder = try open(path) else { return nil }
    var found = Decoded(
      coding: decoder.coding, rate: decoder.rate, told: Double(decoder.frames) / Double(decoder.rate),
      stated: decoder.statedFrames.map { Double($0) / Double(decoder.rate) }, hasReadAll: false)
    while found.samples.count < 300 * decoder.rate {
      let more = part(of: decoder, 4096)
      found.samples += more
      if more.isEmpty { break }
    }
    found.hasReadAll = decoder.hasReadAll
    return found
  }

  /// Decodes a file in memory in the same way.
  static func read(_ data: Data) throws -> Decoded? {
    try Places.withFolder { folder in
      let path = folder.path + "/sound.mp3"
      try data.write(to: URL(fileURLWithPath: path))
      return try read(path)
    }
  }

  /// Returns the first channel of the next samples.
  static func part(of decoder: any SoundDecoder, _ count: Int) -> [Float] {
    var buffer = [Float](repeating: 0, count: count * decoder.channels)
    let got = decoder.read(&buffer, count)
    return (0..<got).map { buffer[$0 * decoder.channels] }
  }

  /// Whether samples are equal except for rounding.
  static func same(_ one: ArraySlice<Float>, _ other: ArraySlice<Float>) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < 1e-6 }
  }
}
