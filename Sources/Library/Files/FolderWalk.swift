import Foundation
import GestureFlowAPI

/// A file found by a walk through a stick.
public struct FoundFile: Sendable, Equatable {
  /// Path from the stick's root.
  public var relative: String
  /// Last part of the path.
  public var name: String
  /// Size in bytes.
  public var size: Int64
  /// Time of change, in seconds since 1970.
  public var modified: Int64

  package init(relative: String, name: String, size: Int64, modified: Int64) {
    self.relative = relative
    self.name = name
    self.size = size
    self.modified = modified
  }
}

/// Walks through a folder tree. It does not follow symbolic links, limits depth and number of files, and reports
/// names that are not text.
///
/// It reads a folder in runs of `runLength` names. So a folder with a million files needs no more memory than one
/// with a thousand.
public struct FolderWalk: Sendable {
  /// Maximum depth of nested folders.
  public static let maxDepth = 32
  /// Maximum number of names read and sorted at once. A folder with more comes in several runs.
  public static let runLength = 1024
  /// Maximum number of names on one stick; then the walk ends. A damaged file system may show the same folders again
  /// and again.
  public static let maxEntries = 2_000_000

  /// A step of the walk.
  public enum Step: Sendable {
    /// The start of a folder with at most `runLength` names. It gives the path from the root and all these names in
    /// any order, and comes before the folder's contents.
    case folder(String, names: [String])
    /// The end of such a folder: all its contents were visited.
    case left(String)
    case file(FoundFile)
    /// A file or folder that is skipped, with the reason.
    case problem(LibraryIssue)
    /// The stick cannot be read now, with the error number. It was pulled out, or the box does not have a free
    /// descriptor. The walk ends, and files that it did not reach are unknown, not gone.
    case lost(Int32)
  }

  private struct Extent {
    var entries = 0
    var held = 0
    var mostHeld = 0
  }

  private let root: String
  private let access: StickAccess

  /// - Parameter root: the top folder of the walk.
  package init(_ root: String, access: StickAccess = StickAccess()) {
    self.root = root
    self.access = access
  }

  /// Calls `body` for each step until it returns false. The steps are in natural order within each run of names.
  /// - Returns: maximum number of names held in memory at once.
  @discardableResult public func run(_ body: (Step) -> Bool) -> Int {
    var extent = Extent()
    _ = walk("", depth: 0, &extent, body)
    return extent.mostHeld
  }

  private func walk(_ relative: String, depth: Int, _ extent: inout Extent, _ body: (Step) -> Bool) -> Bool {
    let (opened, code) = access.openFolder(relative.isEmpty ? root : root + "/" + relative)
    guard let folder = opened else {
      if relative.isEmpty || ReadTrouble.cannotTell(code) { return end(.lost(code), body) }
      return body(.problem(LibraryIssue(relative: relative, reason: "the folder cannot be read (\(ReadTrouble.text(code)))")))
    }
    defer { closedir(folder) }
    var names: [String] = []
    var isAtEnd = false
    var isOneRun = true
    while !isAtEnd {
      guard readRun(of: folder, relative, &names, &isAtEnd, &extent, body) else { return false }
      isOneRun = isOneRun && isAtEnd
      if isOneRun, !body(.folder(relative, names: names)) { return false }
      extent.held += names.count
      extent.mostHeld = max(extent.mostHeld, extent.held)
      defer { extent.held -= names.count }
      for (name, _) in names.map({ ($0, NaturalOrder.key($0)) }).sorted(by: { $0.1 < $1.1 }) {
        guard visit(name, in: folder, relative.isEmpty ? name : relative + "/" + name, depth: depth, &extent, body) else { return false }
      }
    }
    return !isOneRun || body(.left(relative))
  }

  /// Reads the next names of a folder.
  /// - Returns: whether to continue.
  private func readRun(
    of folder: OpaquePointer, _ relative: String, _ names: inout [String], _ isAtEnd: inout Bool, _ extent: inout Extent,
    _ body: (Step) -> Bool
  ) -> Bool {
    names.removeAll(keepingCapacity: true)
    while names.count < Self.runLength {
      errno = 0
      guard let entry = readdir(folder) else {
        let code = errno
        isAtEnd = true
        if ReadTrouble.cannotTell(code) { return end(.lost(code), body) }
        return code == 0
          || body(.problem(LibraryIssue(relative: relative, reason: "the folder cannot be read to its end (\(ReadTrouble.text(code)))")))
      }
      let bytes = Self.name(of: entry)
      if bytes.elementsEqual([0x2E]) || bytes.elementsEqual([0x2E, 0x2E]) { continue }
      extent.entries += 1
      if extent.entries > Self.maxEntries {
        let issue = LibraryIssue(
          relative: relative, reason: "there are more than \(Self.maxEntries) files on the stick; the rest is left out")
        return end(.problem(issue), body)
      }
      if let name = String(validating: bytes, as: UTF8.self) {
        names.append(name)
      } else {
        let shown = String(decoding: bytes, as: UTF8.self)
        let place = relative.isEmpty ? shown : relative + "/" + shown
        guard body(.problem(LibraryIssue(relative: place, reason: "its name is not UTF-8 text: rename it"))) else { return false }
      }
    }
    return true
  }

  /// Returns the name's bytes, in place. On a FAT file system a name of 255 characters has up to 765 bytes, three
  /// times the size of the C type's array.
  package static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafeRawBufferPointer {
    let start = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
    return UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
  }

  private func end(_ step: Step, _ body: (Step) -> Bool) -> Bool {
    _ = body(step)
    return false
  }

  private func visit(
    _ name: String, in folder: OpaquePointer, _ place: String, depth: Int, _ extent: inout Extent, _ body: (Step) -> Bool
  ) -> Bool {
    var status = stat()
    guard fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      let code = errno
      if ReadTrouble.cannotTell(code) { return end(.lost(code), body) }
      return body(.problem(LibraryIssue(relative: place, reason: "its properties cannot be read (\(ReadTrouble.text(code)))")))
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      if SystemFolder.isOne(name, isInRoot: depth == 0) { return true }
      if depth + 1 >= Self.maxDepth {
        return body(.problem(LibraryIssue(relative: place, reason: "the folder lies more than \(Self.maxDepth) levels deep")))
      }
      return walk(place, depth: depth + 1, &extent, body)
    case S_IFREG:
      return body(
        .file(FoundFile(relative: place, name: name, size: Int64(status.st_size), modified: Int64(status.st_mtim.tv_sec))))
    case S_IFLNK:
      if [.other, .unknown].contains(FileKind(name: name)) { return true }
      return body(.problem(LibraryIssue(relative: place, reason: "it is a symbolic link; links are not followed")))
    default: return true
    }
  }
}
