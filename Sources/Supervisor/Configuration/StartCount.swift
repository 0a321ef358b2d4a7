import Foundation

/// Counts starts in a row that ended before the box was ready.
///
/// A file of the state folder holds the count. It is written before anything else that may end the process is read, and removed when the box is ready or ends
/// in order. A start of another boot begins anew, because a power cut is not the program's fault. Without a writable folder nothing is counted.
public final class StartCount: Sendable {
  /// How much of what was kept a start may read.
  public enum Trust: Int, Sendable, Comparable {
    /// Neither the settings nor the state: both may be what ends the process.
    case defaults
    /// The last good settings, and no state.
    case lastGood
    case everything

    /// Less trust is less.
    public static func < (a: Trust, b: Trust) -> Bool { a.rawValue < b.rawValue }
  }

  /// The start that is the first to read no state, and the one that reads no settings either.
  package static let firstWithLastGood = 3
  package static let firstWithDefaults = 5
  /// The service manager gives up after so many (`StartLimitBurst`). A person who starts the box then wants all of it again.
  package static let round = 6
  /// Bytes of the file that are read.
  private static let longest = 128

  /// This start's place in the row; 1 after one that went well.
  public let number: Int
  private let path: String?

  /// Counts this start.
  /// - Parameters:
  ///   - folder: of the state; nil counts nothing.
  ///   - boot: names the machine's boot.
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
    // A crash keeps what the kernel has, and a power cut is not counted: so nothing waits for the disk.
    let text = "\(number) \(boot)\n"
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
  }

  /// The machine's boot, by the kernel's name for it; empty where it has none.
  public static var bootOfThisMachine: String {
    let text = (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)) ?? ""
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// How much of what was kept this start may read.
  public var trust: Trust {
    let place = (number - 1) % Self.round + 1
    return place >= Self.firstWithDefaults ? .defaults : place >= Self.firstWithLastGood ? .lastGood : .everything
  }

  /// The box is ready, or has ended in order: the next start is the first of a row.
  public func end() { if let path { unlink(path) } }

  /// 0 for what is not there, is damaged, or is of another boot.
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
