import Foundation

/// A file met on a walk through a stick.
public struct FoundFile: Sendable, Equatable {
  /// Path from the stick's root.
  public var relative: String
  public var name: String
  public var size: Int64
  /// Seconds since 1970.
  public var modified: Int64
}

/// Walks through a folder tree: symbolic links are not followed, depth and number are limited, names that are no text are told.
public struct FolderWalk {
  public static let maxDepth = 32

  public enum Step: Sendable {
    case file(FoundFile)
    /// A thing that is skipped, with the reason.
    case problem(LibraryIssue)
    /// The stick cannot be read any more.
    case lost(Int32)
  }

  private let root: String
  public init(_ root: String) { self.root = root }

  /// Calls `body` for everything that is found, in natural order within each folder; it answers whether to go on.
  public func run(_ body: (Step) -> Bool) { _ = walk("", depth: 0, body) }

  private func walk(_ relative: String, depth: Int, _ body: (Step) -> Bool) -> Bool {
    let path = relative.isEmpty ? root : root + "/" + relative
    guard let folder = opendir(path) else {
      let code = errno
      if relative.isEmpty || code == EIO || code == ENODEV { return body(.lost(code)) && false }
      return body(.problem(LibraryIssue(relative: relative, reason: "the folder cannot be read (\(String(cString: strerror(code))))")))
    }
    var names: [String] = []
    errno = 0
    while let entry = readdir(folder) {
      let raw = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if raw == [46] || raw == [46, 46] { continue }
      if let name = String(validating: raw, as: UTF8.self) {
        names.append(name)
      } else {
        let shown = String(decoding: raw, as: UTF8.self)
        let place = relative.isEmpty ? shown : relative + "/" + shown
        if !body(.problem(LibraryIssue(relative: place, reason: "its name is no UTF-8 text: rename it"))) {
          closedir(folder)
          return false
        }
      }
      errno = 0
    }
    let code = errno
    closedir(folder)
    if code == EIO || code == ENODEV { return body(.lost(code)) && false }

    for (name, _) in names.map({ ($0, NaturalOrder.key($0)) }).sorted(by: { $0.1 < $1.1 }) {
      let place = relative.isEmpty ? name : relative + "/" + name
      var status = stat()
      guard lstat(root + "/" + place, &status) == 0 else {
        if errno == EIO || errno == ENODEV { return body(.lost(errno)) && false }
        if !body(.problem(LibraryIssue(relative: place, reason: "it cannot be looked at (\(String(cString: strerror(errno))))"))) {
          return false
        }
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        if name.hasPrefix(".") || name == "System Volume Information" || name == "$RECYCLE.BIN" || name == "lost+found" { continue }
        if depth + 1 >= Self.maxDepth {
          if !body(.problem(LibraryIssue(relative: place, reason: "the folder lies more than \(Self.maxDepth) levels deep"))) {
            return false
          }
          continue
        }
        if !walk(place, depth: depth + 1, body) { return false }
      case S_IFREG:
        let file = FoundFile(relative: place, name: name, size: Int64(status.st_size), modified: Int64(status.st_mtim.tv_sec))
        if !body(.file(file)) { return false }
      case S_IFLNK:
        if case .other = FileKind(name: name) { continue }
        if !body(.problem(LibraryIssue(relative: place, reason: "it is a symbolic link; links are not followed"))) { return false }
      default: continue
      }
    }
    return true
  }
}

/// A file that was skipped, and why.
public struct LibraryIssue: Sendable, Equatable {
  /// Path from the stick's root.
  public var relative: String
  public var reason: String
  public init(relative: String, reason: String) {
    self.relative = relative
    self.reason = reason
  }
}
