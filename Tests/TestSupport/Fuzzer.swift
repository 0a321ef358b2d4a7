import Foundation

/// The fuzzers of the texts that the daemon receives from outside.
///
/// In `make test` each takes a fixed sample. GESTUREFLOW_FUZZ_SECONDS (`make test-long`: 600) sets the CPU time of
/// this process for all fuzzers together. Each runs for its share, so the total is the same on any machine. The seed
/// is fixed: a longer run repeats a shorter one.
public enum Fuzzer: CaseIterable, Sendable {
  case configuration
  /// Keys that are set or removed in a configuration.
  case changes
  case state
  case scenes
  case sounds
  case stems
  case sessions

  /// Share of this fuzzer in the whole time.
  public var share: Double {
    switch self {
    case .configuration: 0.3
    case .state: 0.2
    case .sounds, .sessions: 0.15
    case .changes: 0.1
    case .scenes, .stems: 0.05
    }
  }

  /// CPU time for all fuzzers, in seconds. It is nil for samples.
  private static let seconds = ProcessInfo.processInfo.environment["GESTUREFLOW_FUZZ_SECONDS"].flatMap(Double.init)

  /// Returns the indices of the turns, from 0 on.
  /// - Parameter sample: the least number of turns.
  public func turns(sample: Int) -> some Sequence<Int> {
    let begun = Self.cpu
    let limit = (Self.seconds ?? 0) * share
    return sequence(first: 0) { $0 + 1 < sample || Self.cpu - begun < limit ? $0 + 1 : nil }
  }

  /// CPU time of this process, in seconds.
  private static var cpu: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension SplitMix {
  /// Returns a number from 0 to below `limit`.
  public mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

  /// Characters with a meaning in TOML and JSON, and invalid ones. The latter are control characters and bytes that
  /// are not UTF-8.
  private static let marks = Array("[]{}\"'.=#,:\\\n\r\t-_+0e9ux\u{0}\u{7F}".utf8) + [0xC3, 0xFF]

  /// Returns the text with one to six places changed. A change inserts, removes, repeats or replaces bytes.
  public mutating func mutate(_ text: [UInt8]) -> [UInt8] {
    var bytes = text
    for _ in 0...below(5) {
      let at = below(bytes.count + 1)
      let end = min(bytes.count, at + below(60))
      switch below(4) {
      case 0: bytes.insert(Self.marks[below(Self.marks.count)], at: at)
      case 1: bytes.removeSubrange(at..<end)
      case 2: bytes.insert(contentsOf: bytes[at..<end], at: below(bytes.count + 1))
      default: if at < bytes.count { bytes[at] = Self.marks[below(Self.marks.count)] }
      }
    }
    return bytes
  }
}
