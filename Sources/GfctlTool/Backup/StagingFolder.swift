import Foundation
import GestureFlowAPI

/// A temporary folder inside one of the box's folders. Files wait in it for their names.
struct StagingFolder: Sendable {
  /// Path of the temporary folder.
  let path: String
  /// Owner of the box's folder. All files of both are written with this owner's rights.
  let owner: FolderOwner
  private let parent: String
  /// Begin of the names of all temporary folders.
  private static let start = ".restore-"

  /// Makes nothing yet.
  /// - Throws: `Failure` if the owner's rights are not available.
  init(in parent: String) throws(Failure) {
    (self.parent, path) = (parent, "\(parent)/\(Self.start)\(String(UInt32.random(in: 0...UInt32.max), radix: 36))")
    owner = try FolderOwner(of: parent)
  }

  /// Makes the folder, and the box's folder around it, unless they exist.
  /// - Throws: `Failure` if the box's folder cannot be written.
  func make() throws(Failure) {
    if access(path, F_OK) == 0 { return }
    let code = owner.act { () -> Int32 in
      _ = try? AtomicFile.makeFolder(parent)
      return mkdir(path, 0o700) == 0 ? 0 : errno
    }
    guard code == 0 else {
      let remedy = code == EACCES ? "run it as root, on the box" : WriteTrouble(code).remedy
      throw Failure("\(parent) cannot be written (\(String(cString: strerror(code))))", remedy: remedy)
    }
  }

  /// Removes the folders that a power cut has left. One with old files stays: they may have no other copy.
  func removeAbandoned() {
    owner.act {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(Self.start) {
        let folder = "\(parent)/\(name)"
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder),
          !files.contains(where: { $0.hasPrefix("old-") || $0.hasPrefix("gone-") })
        else {
          continue
        }
        _ = try? FileManager.default.removeItem(atPath: folder)
      }
    }
  }

  /// Removes the folder with its files.
  func remove() { owner.act { _ = try? FileManager.default.removeItem(atPath: path) } }
}
