import Foundation
import GestureFlowAPI

/// Counts the imports of one file that were begun and did not end.
///
/// The count is the length of a file beside the copy, so that it outlives this process. It is on the disk before an import begins and is removed when the
/// import ends, with or without success. A film that takes the box down with it is not tried for ever. A power cut counts, too, because a film may stop the
/// whole machine. So the count never costs the film, and a person who asks for the import begins a new one.
struct ImportAttempts {
  /// So many are made.
  static let most = 2
  /// The ending of the file that counts, after the copy's name.
  static let mark = ".begun"

  /// Why a file is not tried again.
  static let reason =
    "its import was begun twice, and the box stopped in the middle of it both times: gfctl import FILE tries it again, or convert it elsewhere"

  private let path: String
  private let calls: AtomicFile.Calls

  /// - Parameters:
  ///   - target: the path of the copy, whose name holds the original's name, size and time.
  ///   - calls: bring the count to the disk.
  init(target: String, calls: AtomicFile.Calls = .system) {
    path = target + Self.mark
    self.calls = calls
  }

  /// Imports that were begun and did not end.
  private var count: Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(clamping: status.st_size) : 0
  }

  /// True if the file is not to be tried again.
  var areUsedUp: Bool { count >= Self.most }

  /// Counts one more, which is on the disk when this returns. - Throws: `FileError` when the disk does not take it.
  func begin() throws(FileError) {
    try AtomicFile.write(Data(repeating: UInt8(ascii: "+"), count: min(count, Self.most) + 1), to: path, calls: calls)
  }

  /// Forgets them: the import has ended, or a person asks for a new one.
  func end() { unlink(path) }
}

extension Importer {
  /// Why a file is not imported any more; nil for a file that can be tried.
  public func whyGivenUp(_ path: String) -> String? {
    guard let target = target(for: path), ImportAttempts(target: target).areUsedUp else { return nil }
    return ImportAttempts.reason
  }
}
