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
  private let calls: AtomicFile.Calls

  /// - Parameters:
  ///   - path: path of the folder.
  ///   - today: returns the date as it appears in names; nil for the machine's clock.
  ///   - calls: the system calls; a test can make one fail.
  package init(_ path: String, today: (@Sendable () -> String)? = nil, calls: AtomicFile.Calls = .system) {
    self.path = path
    self.today = today ?? { Self.day(Date()) }
    self.calls = calls
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

  /// Returns the path of a complete capture. Nil if it does not exist.
  public func file(_ name: String) -> String? {
    guard Self.isName(name) else { return nil }
    var status = stat()
    guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return path + "/" + name
  }

  /// Removes a complete capture. A client that is reading it can read it to its end.
  /// - Returns: false if it does not exist.
  /// - Throws: `Failure` when the file cannot be removed, or may come back after a power cut.
  public func remove(_ name: String) throws(Failure) -> Bool {
    guard let file = file(name) else { return false }
    guard unlink(file) == 0 || errno == ENOENT else {
      let why = String(cString: strerror(errno))
      throw Failure("\(name) cannot be removed (\(why))", remedy: "check the access rights of \(path), and that its disk can be written")
    }
    // After the removal, because a full disk has no room before.
    remember(name)
    do throws(FileError) { try AtomicFile.syncFolder(of: path + "/" + name, calls: calls) } catch {
      throw Failure("\(name) is removed, but a power cut may bring it back (\(error.reason))", remedy: error.remedy)
    }
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
    /// Length in seconds. Nil if no complete FLAC frame was found in the file.
    public var seconds: Double?
    /// Whether the file was as good as empty and is removed.
    public var isRemoved = false
    /// Why the file does not have its final name. Nil if it has.
    public var problem: Failure?
  }

  /// Minimum bytes of a file that may hold sound. A smaller one is only a header.
  private static let least: Int64 = 16_384

  /// Repairs the files that a power cut left unclosed. Call it before the first capture.
  public func repair() -> [Repaired] {
    items.filter(\.isOpen).map { item in
      let file = path + "/" + item.name + Self.part
      var repaired = Repaired(name: item.name)
      repaired.seconds = FLACRepair.repair(file, calls: calls).map { Double($0) / Double(SoundFormat.rate) }
      // A file that cannot be repaired here may be repaired elsewhere: never discard sound.
      if repaired.seconds != nil || item.bytes >= Self.least {
        do throws(Failure) { try keep(item.name) } catch { repaired.problem = error }
      } else {
        repaired.isRemoved = unlink(file) == 0
      }
      return repaired
    }
  }

  /// Creates the next file.
  /// - Throws: `Failure` when it cannot be created.
  func make() throws(Failure) -> (name: String, file: FLACFile) {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw Failure("the folder \(path) cannot be made", remedy: "check the access rights of the folder above it")
    }
    let day = today()
    let taken = Set(items.map(\.name))
    let number = ((highest(day) + 1)...).first { !taken.contains("\(day) \($0).flac") }!
    let name = "\(day) \(number).flac"
    let file = try FLACFile(path + "/" + name + Self.part, calls: calls)
    _ = try? AtomicFile.syncFolder(of: path + "/" + name, calls: calls)
    return (name, file)
  }

  /// Gives a complete file its final name.
  /// - Throws: `Failure` if it cannot have the name. The bytes stay, and the next start tries again.
  func keep(_ name: String) throws(Failure) {
    let file = path + "/" + name
    guard access(file, F_OK) != 0 else {
      throw Failure("\(name) exists already, so the sound stays in \(name)\(Self.part)", remedy: "remove the old one, then restart the box")
    }
    do throws(FileError) { try AtomicFile.place(file + Self.part, as: file, calls: calls) } catch {
      throw Failure("\(name) is incomplete: \(error.reason)", remedy: "\(error.remedy), then restart the box")
    }
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
