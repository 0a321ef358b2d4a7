import Foundation

/// Counts consecutive starts that ended before the box was ready.
///
/// A file of the state folder holds the count. It is written before anything is read that may end the process. It is
/// removed when the box is ready or ends normally. The first start after a machine boot counts from 1, because a
/// power cut is not a fault of the program. Without a writable folder nothing is counted.
public final class StartCount: Sendable {
  /// How much of the stored data a start may read.
  public enum Trust: Int, Sendable, Comparable {
    /// Neither the settings nor the state nor the library's index. Each of them may end the process.
    case defaults
    /// The last good settings, and neither state nor index.
    case lastGood
    case everything

    /// Orders the cases from least to most trust.
    public static func < (a: Trust, b: Trust) -> Bool { a.rawValue < b.rawValue }
  }

  /// First start without the state, and first without the settings, too.
  package static let firstWithLastGood = 3
  package static let firstWithDefaults = 5
  /// Starts after which the service manager gives up (`StartLimitBurst`). When a person then starts the box, all
  /// stored data is read again.
  package static let round = 6
  /// Maximum number of bytes read from the file.
  private static let longest = 128

  /// Number of this start in the row. It is 1 after a start that succeeded.
  public let number: Int
  private let path: String?

  /// Counts this start.
  /// - Parameters:
  ///   - folder: the state folder; nil counts nothing.
  ///   - boot: identifies the machine's boot.
  public init(in folder: String?, boot: String = StartCount.bootOfThisMachine) {
    path = folder.map { $0 + "/starts-before-ready" }
    guard let path else {
      number = 1
      return
    }
    number = Self.read(path, boot: boot) + 1
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o640)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // No fsync: the kernel keeps the data in a crash, and a power cut is not counted.
    let text = "\(number) \(boot)\n"
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
  }

  /// The kernel's id of the machine's boot; empty if it has none.
  public static var bootOfThisMachine: String {
    let text = (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// How much of the stored data this start may read.
  public var trust: Trust {
    let place = (number - 1) % Self.round + 1
    return place >= Self.firstWithDefaults ? .defaults : place >= Self.firstWithLastGood ? .lastGood : .everything
  }

  /// Removes the count: the box is ready, or has ended normally. The next start is the first of a row.
  public func end() { if let path { unlink(path) } }

  /// Returns the count. Returns 0 if it is missing, damaged or of another boot.
  private static func read(_ path: String, boot: String) -> Int {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = Glibc.read(descriptor, &bytes, longest)
    guard count > 0 else { return 0 }
    let words = String(decoding: bytes.prefix(count), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard let first = words.first, let number = Int(first), (1...1000).contains(number) else { return 0 }
    return (words.count > 1 ? String(words[1]) : "") == boot ? number : 0
  }
}
