import Foundation
import Synchronization
import TestSupport

/// Music for tests.
enum Music {
  /// Writes a tone with libsndfile.
  static func write(_ url: URL, seconds: Double, rate: Int = 48_000, channels: Int = 2) throws {
    // libsndfile's constants of WAV, AIFF and FLAC in 16 bit.
    let format: Int =
      switch url.pathExtension {
      case "flac": 0x17_0000 | 0x0002
      case "aiff": 0x02_0000 | 0x0002
      default: 0x01_0000 | 0x0002
      }
    let both = Signals.sine(440, seconds: seconds, level: 0.3, rate: Double(rate))
    let samples = channels == 2 ? both : (0..<both.count / 2 * channels).map { both[$0 / channels * 2] }
    Signals.write(samples, to: url.path, rate: rate, channels: channels, format: format)
  }
  /// The files that ffmpeg has made, by extension.
  private static let encoded = Mutex<[String: Data]>([:])

  /// Writes half a second in the format of the extension. ffmpeg makes each format once.
  /// - Returns: false if ffmpeg cannot.
  static func encode(_ url: URL) throws -> Bool {
    if let known = encoded.withLock({ $0[url.pathExtension] }) {
      try known.write(to: url)
      return true
    }
    let run = try ProgramRun.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=0.5:sample_rate=48000", "-metadata", "title=A tone",
        "-y", url.path,
      ])
    guard run.status == 0 else { return false }
    let data = try Data(contentsOf: url)
    encoded.withLock { $0[url.pathExtension] = data }
    return true
  }
  static func mutate(_ data: Data, _ random: inout SplitMix) -> Data {
    var copy = data
    for _ in 0..<Int(random.next() % 12 + 1) {
      let at = Int(random.next() % UInt64(copy.count))
      switch random.next() % 6 {
      case 0: copy[at] = UInt8(truncatingIfNeeded: random.next())
      // Headers matter most, so they change more often.
      case 1: copy[at % min(copy.count, 128)] = UInt8(truncatingIfNeeded: random.next())
      case 2: copy[at % min(copy.count, 128)] = random.next() % 2 == 0 ? 0xFF : 0
      case 3: copy = copy.prefix(max(16, at))
      case 4: copy.insert(contentsOf: Data(repeating: 0xFF, count: 4), at: at)
      default: copy.removeSubrange(at..<min(copy.count, at + 8))
      }
      if copy.count < 16 { return copy + Data(count: 16) }
    }
    return copy
  }
}
