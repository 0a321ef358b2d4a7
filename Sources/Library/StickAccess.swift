import Foundation
import GestureFlowAPI

/// The system's calls through which a stick is read. A test puts calls in their place that fail on demand.
package struct StickAccess: Sendable {
  /// Opens a folder for reading; nil and the error number if it cannot.
  package var openFolder: @Sendable (String) -> (folder: OpaquePointer?, code: Int32)
  /// Opens a file for reading; -1 and the error number if it cannot.
  package var openFile: @Sendable (String) -> (descriptor: Int32, code: Int32)
  /// Reads tags and MPEG audio.
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

  /// A pipe or a device in a file's place is not waited for.
  @Sendable package static func systemFile(_ path: String) -> (descriptor: Int32, code: Int32) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    return (descriptor, descriptor < 0 ? errno : 0)
  }
}

/// Whether a folder is there. An error that says nothing of the folder is no answer.
public enum FolderPresence: Sendable, Equatable {
  case there
  case gone
  /// The system could not look: what was known before still holds.
  case unknown

  /// Looks at a path; links are followed.
  public init(_ path: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      self = status.st_mode & S_IFMT == S_IFDIR ? .there : .gone
    } else {
      self = [ENOENT, ENOTDIR].contains(errno) ? .gone : .unknown
    }
  }
}
