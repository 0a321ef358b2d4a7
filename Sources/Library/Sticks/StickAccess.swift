import Foundation
import GestureFlowAPI

/// System calls for reading a stick. Tests replace them by calls that fail on demand.
package struct StickAccess: Sendable {
  /// Opens a folder for reading. Returns nil and the error number on failure.
  package var openFolder: @Sendable (String) -> (folder: OpaquePointer?, code: Int32)
  /// Opens a file for reading. Returns -1 and the error number on failure.
  package var openFile: @Sendable (String) -> (descriptor: Int32, code: Int32)
  /// Reads for tags and MPEG audio.
  package var read: FileRead.Call

  package init(
    openFolder: @escaping @Sendable (String) -> (folder: OpaquePointer?, code: Int32) = Self.systemFolder,
    openFile: @escaping @Sendable (String) -> (descriptor: Int32, code: Int32) = Self.systemFile,
    read: @escaping FileRead.Call = FileRead.system
  ) {
    self.openFolder = openFolder
    self.openFile = openFile
    self.read = read
  }

  @Sendable package static func systemFolder(_ path: String) -> (folder: OpaquePointer?, code: Int32) {
    let folder = opendir(path)
    return (folder, folder == nil ? errno : 0)
  }

  /// Opens a file. It does not block on a pipe or device in its place.
  @Sendable package static func systemFile(_ path: String) -> (descriptor: Int32, code: Int32) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    return (descriptor, descriptor < 0 ? errno : 0)
  }
}

/// Whether a folder exists. An error that leaves this open is `unknown`.
public enum FolderPresence: Sendable, Equatable {
  case there
  case gone
  /// The system could not check. The earlier answer still holds.
  case unknown

  /// Checks a path; links are followed.
  public init(_ path: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      self = status.st_mode & S_IFMT == S_IFDIR ? .there : .gone
    } else {
      self = [ENOENT, ENOTDIR].contains(errno) ? .gone : .unknown
    }
  }
}
