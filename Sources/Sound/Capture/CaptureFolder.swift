import Foundation
import GestureFlowAPI

/// The folder of captures, and their names: `2026-11-22 1.flac`. A name is the day and a number. The clock of a box
/// without a network may be wrong, so no name is ever used twice.
public struct CaptureFolder: Sendable {
  /// A capture.
  public struct Item: Sendable, Equatable {
    /// Name of its file.
    public var name: String
    /// Length in bytes.
    public var bytes: Int64
    /// Time of the last write, in seconds since 1970 (box clock).
    public var modified: Double
    /// Whether the file is being written.
    public var isOpen: Bool
  }

  /// Suffix of the name of an incomplete file.
  private static let part = ".part"
  /// Suffix that replaces `.flac` after a capture was removed. The file is empty; it remembers the highest number
  /// of a day.
  private static let gone = ".removed"
  /// Path of the folder, which the first capture creates.
  public let path: String
  private let today: @Sendable () -> String

  /// - Parameter path: path of the folder.
  public init(_ path: String) { self.init(path) { Self.day(Date()) } }

  /// - Parameter today: returns the date as it appears in names.
  package init(_ path: String, today: @escaping @Sendable () -> String) {
    self.path = path
    self.today = today
  }

  /// Returns whether a name is valid for a capture. A valid name cannot lead to another folder.
  public static func isName(_ name: String) -> Bool {
    guard name.hasSuffix(".flac"), name.utf8.count <= 40 else { return false }
    let words = name.dropLast(5).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, !words[1].isEmpty else { return false }
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    let date = words[0].split(separator: "-", omittingEmptySubsequences: false)
    return date.count == 3 && date.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) } && words[1].allSatisfy(isDigit)
  }

  /// The captures in the folder, in the order of their names.
  public var items: [Item] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap { file -> Item? in
      let isOpen = file.hasSuffix(Self.part)
      let name = isOpen ? String(file.dropLast(Self.part.count)) : file
      var status = stat()
      guard Self.isName(name), lstat(path + "/" + file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return Item(name: name, bytes: Int64(status.st_size), modified: Double(status.st_mtim.tv_sec), isOpen: isOpen)
    }.sorted { Self.order($0.name).lexicographicallyPrecedes(Self.order($1.name)) }
  }

  /// Returns the path of a complete capture; nil if it does not exist.
  public func file(_ name: String) -> String? {
    guard Self.isName(name) else { return nil }
    var status = stat()
    guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return path + "/" + name
  }

  /// Removes a complete capture. A client that is reading it can read it to its end.
  /// - Returns: false if it does not exist.
  /// - Throws: `SinkError` when the file cannot be removed.
  public func remove(_ name: String) throws(Failure) -> Bool {
    guard let file = file(name) else { return false }
    guard unlink(file) == 0 || errno == ENOENT else {
      let why = String(cString: strerror(errno))
      throw Failure("\(name) cannot be removed (\(why))", remedy: "check the access rights of \(path), and that its disk can be written")
    }
    // After the removal, because a full disk has no room before.
    remember(name)
    _ = try? AtomicFile.syncFolder(of: path + "/" + name)
    return true
  }

  /// Records the number of a removed capture, to prevent its reuse. Otherwise a client that has fetched the
  /// capture would find another one under its name.
  private func remember(_ name: String) {
    let (day, number) = Self.parts(name)
    guard number >= highest(day) else { return }
    let descriptor = open("\(path)/\(day) \(number)\(Self.gone)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    close(descriptor)
    for other in remembered(day) where other < number { unlink("\(path)/\(day) \(other)\(Self.gone)") }
  }

  /// Returns the numbers of a day whose captures were removed.
  private func remembered(_ day: String) -> [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasPrefix(day + " ") && $0.hasSuffix(Self.gone) }
      .map { Self.parts(String($0.dropLast(Self.gone.count)) + ".flac").number }
  }

  /// Returns the highest number used on a day; 0 if none.
  private func highest(_ day: String) -> Int {
    (items.map { Self.parts($0.name) }.filter { $0.day == day }.map(\.number) + remembered(day)).max() ?? 0
  }

  /// Returns the day and number of a capture's name. A number that the box never uses counts as 0.
  private static func parts(_ name: String) -> (day: String, number: Int) {
    let words = name.dropLast(5).split(separator: " ")
    let number = words.count == 2 ? Int(words[1]) ?? 0 : 0
    return (words.first.map(String.init) ?? "", number < 1_000_000_000 ? number : 0)
  }

  /// Result of the repair of a file that was never closed.
  public struct Repaired: Sendable, Equatable {
    /// Name of the file.
    public var name: String
    /// Length in seconds; nil if no complete FLAC frame was found in the file.
    public var seconds: Double?
    /// Whether the file was as good as empty and is removed.
    public var isRemoved = false
  }

  /// Minimum bytes of a file that may hold sound; a smaller one is only a header.
  private static let least: Int64 = 16_384

  /// Repairs the files that a power cut left unclosed. Call it before the first capture.
  public func repair() -> [Repaired] {
    items.filter(\.isOpen).map { item in
      let file = path + "/" + item.name + Self.part
      if let frames = FLACRepair.repair(file) {
        keep(item.name)
        return Repaired(name: item.name, seconds: Double(frames) / Double(SoundFormat.rate))
      }
      // A file that cannot be repaired here may be repaired elsewhere: never discard sound.
      if item.bytes >= Self.least {
        keep(item.name)
        return Repaired(name: item.name)
      }
      unlink(file)
      return Repaired(name: item.name, isRemoved: true)
    }
  }

  /// Creates the next file.
  /// - Throws: `SinkError` when it cannot be created.
  func make() throws(Failure) -> (name: String, file: FLACFile) {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw Failure("the folder \(path) cannot be made", remedy: "check the access rights of the folder above it")
    }
    let day = today()
    let taken = Set(items.map(\.name))
    let number = ((highest(day) + 1)...).first { !taken.contains("\(day) \($0).flac") }!
    let name = "\(day) \(number).flac"
    let file = try FLACFile(path + "/" + name + Self.part)
    _ = try? AtomicFile.syncFolder(of: path + "/" + name)
    return (name, file)
  }

  /// Gives a complete file its final name.
  func keep(_ name: String) {
    guard access(path + "/" + name, F_OK) != 0 else { return }
    // If the rename fails, the bytes stay; the next start renames the file.
    _ = try? AtomicFile.place(path + "/" + name + Self.part, as: path + "/" + name)
  }

  /// Returns the free bytes for any user on a folder's disk. Without the folder, on the disk of its parent.
  package static func free(_ path: String) -> Int64? {
    FreeSpace.bytes(path) ?? FreeSpace.bytes((path as NSString).deletingLastPathComponent)
  }

  private static func order(_ name: String) -> [Int] { name.dropLast(5).split(whereSeparator: { !$0.isNumber }).map { Int($0) ?? 0 } }

  private static func day(_ date: Date) -> String {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d-%02d-%02d", parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
  }
}
