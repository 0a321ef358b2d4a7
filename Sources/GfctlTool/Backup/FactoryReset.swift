import Foundation
import GestureFlowAPI

/// Removes what the box has learned.
package struct FactoryReset: Sendable {
  /// Folders that stay unless everything is removed.
  private static let kept: Set<String> = ["captures", "imports", "licence"]
  private let folder: String
  private let calls: AtomicFile.Calls

  /// - Parameters:
  ///   - folder: the folder of the state; another one in tests.
  ///   - calls: the system calls; a test can make one fail.
  package init(_ folder: String = BoxFolders().state, calls: AtomicFile.Calls = .system) { (self.folder, self.calls) = (folder, calls) }

  /// Returns the names that would be removed.
  /// - Throws: `Failure` if the folder cannot be read.
  package func names(all: Bool) throws(Failure) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw Failure("\(folder) cannot be read", remedy: "run it as root, on the box")
    }
    var own = stat()
    _ = stat(folder, &own)
    return names.filter { name in
      var status = stat()
      // Only root could move it. A partition has such a folder: lost+found.
      let isOfAnother =
        lstat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid != own.st_uid
      return !isOfAnother && (all || !Self.kept.contains(name))
    }.sorted()
  }

  /// Removes the files with the rights of the folder's owner.
  /// - Throws: `Failure` naming the file that cannot be removed.
  package func remove(_ names: [String]) throws(Failure) {
    try FolderOwner(of: folder).act { () throws(Failure) in try removeAtOnce(names) }
  }

  /// Removes the files. It moves them to one folder first, so that the box never sees a part of them.
  private func removeAtOnce(_ names: [String]) throws(Failure) {
    let aside = "\(folder)/.reset-\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
    guard mkdir(aside, 0o700) == 0 else {
      throw Failure("\(folder) cannot be written (\(String(cString: strerror(errno))))", remedy: "run it as root, on the box")
    }
    var moved: [String] = []
    for name in names {
      do throws(FileError) { try AtomicFile.move("\(folder)/\(name)", to: "\(aside)/\(name)", calls: calls) } catch {
        for name in moved { _ = try? AtomicFile.move("\(aside)/\(name)", to: "\(folder)/\(name)", calls: calls) }
        // A folder that is not empty holds what could not come back.
        throw Failure(
          "\(folder)/\(Terminal.plain(name)) cannot be removed (\(error.reason))",
          remedy: rmdir(aside) == 0 ? "nothing was removed" : "mend the disk and move the files in \(aside) back to \(folder)")
      }
      moved.append(name)
    }
    do { try FileManager.default.removeItem(atPath: aside) } catch {
      throw Failure("\(aside) cannot be removed whole", remedy: "the box starts afresh; remove that folder by hand")
    }
  }
}
