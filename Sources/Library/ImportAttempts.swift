import Foundation

/// Counts the imports of one file that were begun and did not end.
///
/// The count is the length of a file beside the copy, so that it outlives this process. It is on the disk before an import begins and is removed when the
/// import ends, with or without success. A film that takes the box down with it is not tried for ever.
struct ImportAttempts {
  /// So many are made.
  static let most = 2
  /// The ending of the file that counts, after the copy's name.
  static let mark = ".begun"

  /// Why a file is not tried again.
  static let reason =
    "its import was begun twice, and the box stopped in the middle of it both times: convert it elsewhere, or rename it to try again"

  private let path: String

  /// - Parameter target: the path of the copy, whose name holds the original's name, size and time.
  init(target: String) { path = target + Self.mark }

  /// True if the file is not to be tried again.
  var areUsedUp: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_size >= Self.most
  }

  /// Counts one more, which is on the disk when this returns.
  /// - Returns: 0, or an errno value.
  func begin() -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o640)
    guard file >= 0 else { return errno }
    defer { close(file) }
    guard write(file, "+", 1) == 1, fsync(file) == 0 else { return errno }
    let folder = open(path.folderOfPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return errno }
    defer { close(folder) }
    return fsync(folder) == 0 ? 0 : errno
  }

  /// Forgets them: the import has ended.
  func end() { unlink(path) }
}

extension Importer {
  /// Why a file is not imported any more; nil for a file that can be tried.
  public func whyGivenUp(_ path: String) -> String? {
    guard let target = target(for: path), ImportAttempts(target: target).areUsedUp else { return nil }
    return ImportAttempts.reason
  }
}
