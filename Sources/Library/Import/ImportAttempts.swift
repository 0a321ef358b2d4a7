import Foundation
import GestureFlowAPI

/// Counts imports of one file that started but did not end.
///
/// The count is the length of a file beside the copy, so that it outlives this process. It is on the disk before an
/// import starts, and is removed when the import ends, with or without success. So a film that crashes the box is not
/// tried forever. A power cut counts, too, because a film may stop the whole machine. Therefore the film is kept in
/// any case, and a request by a person starts a new count.
struct ImportAttempts {
  /// Maximum number of tries.
  static let most = 2
  /// Ending of the counting file, after the copy's name.
  static let mark = ".begun"

  /// The reason for a file that is not tried again.
  static let reason =
    "the box stopped twice while importing it: try it again with gfctl import FILE, or convert it elsewhere"

  private let path: String
  private let calls: AtomicFile.Calls

  /// - Parameters:
  ///   - target: path of the copy, whose name holds the original's name, size and time.
  ///   - calls: write the count to the disk.
  init(target: String, calls: AtomicFile.Calls = .system) {
    path = target + Self.mark
    self.calls = calls
  }

  /// Number of imports that were started but did not end.
  private var count: Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(clamping: status.st_size) : 0
  }

  /// Whether the file must not be tried again.
  var areUsedUp: Bool { count >= Self.most }

  /// Counts one more try. It is on the disk when this returns.
  /// - Throws: `FileError` when the disk rejects the write.
  func begin() throws(FileError) {
    try AtomicFile.write(Data(repeating: UInt8(ascii: "+"), count: min(count, Self.most) + 1), to: path, calls: calls)
  }

  /// Removes the count. The import has ended, or a person requests a new one.
  func end() { unlink(path) }
}

extension Importer {
  /// Returns why a file is not imported any more. Nil if it can be tried.
  public func whyGivenUp(_ path: String) -> String? {
    guard let target = target(for: path), ImportAttempts(target: target).areUsedUp else { return nil }
    return ImportAttempts.reason
  }
}
