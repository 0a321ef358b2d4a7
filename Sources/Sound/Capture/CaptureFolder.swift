import Foundation
import GestureFlowAPI

/// Where captures are kept, and what they are called: `2026-11-22 1.flac`, by the day and a number. The clock of a box without a network may be wrong, so no name is ever used twice.
public struct CaptureFolder: Sendable {
  /// A capture.
  public struct Item: Sendable, Equatable {
    /// Its file's name.
    public var name: String
    /// Its length in bytes.
    public var bytes: Int64
    /// When it was written last, in seconds since 1970 by the box's clock.
    public var modified: Double
    /// It is being written.
    public var isOpen: Bool
  }

  /// What stands behind the name of a file that is not whole yet.
  private static let part = ".part"
  /// What stands instead of `.flac` in the name of an empty file that remembers the highest number of a day whose capture was removed.
  private static let gone = ".removed"
  /// The folder, which is made with the first capture.
  public let path: String
  private let today: @Sendable () -> String

  /// - Parameter path: of the folder.
  public init(_ path: String) { self.init(path) { Self.day(Date()) } }

  /// - Parameter today: the date as it stands in names.
  package init(_ path: String, today: @escaping @Sendable () -> String) {
    self.path = path
    self.today = today
  }

  /// A name that can be a capture's, and no way to another folder.
  public static func isName(_ name: String) -> Bool {
    guard name.hasSuffix(".flac"), name.utf8.count <= 40 else { return false }
    let words = name.dropLast(5).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, !words[1].isEmpty else { return false }
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    let date = words[0].split(separator: "-", omittingEmptySubsequences: false)
    return date.count == 3 && date.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) } && words[1].allSatisfy(isDigit)
  }

  /// Those there are, in the order of their names.
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

  /// Path of a capture that is whole; nil if there is none of this name.
  public func file(_ name: String) -> String? {
    guard Self.isName(name) else { return nil }
    var status = stat()
    guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return path + "/" + name
  }

  /// Takes a capture that is whole away. Whoever reads it just now reads it to its end. - Returns: false if there is none of this name. - Throws: `Failure` when the disk keeps it.
  public func remove(_ name: String) throws(Failure) -> Bool {
    guard let file = file(name) else { return false }
    guard unlink(file) == 0 || errno == ENOENT else {
      let why = String(cString: strerror(errno))
      throw Failure("\(name) cannot be removed (\(why))", remedy: "check the access rights of \(path), and that its disk can be written")
    }
    // Afterwards, because a full disk may have no room for it before.
    remember(name)
    _ = try? AtomicFile.syncFolder(of: path + "/" + name)
    return true
  }

  /// The number of a removed capture is not given again: whoever has fetched it would find another one under its name.
  private func remember(_ name: String) {
    let (day, number) = Self.parts(name)
    guard number >= highest(day) else { return }
    let descriptor = open("\(path)/\(day) \(number)\(Self.gone)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return }
    close(descriptor)
    for other in remembered(day) where other < number { unlink("\(path)/\(day) \(other)\(Self.gone)") }
  }

  /// Numbers of a day whose captures were removed.
  private func remembered(_ day: String) -> [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasPrefix(day + " ") && $0.hasSuffix(Self.gone) }
      .map { Self.parts(String($0.dropLast(Self.gone.count)) + ".flac").number }
  }

  /// The highest number that was given on a day; 0 for none.
  private func highest(_ day: String) -> Int {
    (items.map { Self.parts($0.name) }.filter { $0.day == day }.map(\.number) + remembered(day)).max() ?? 0
  }

  /// Of a capture's name. A number that no box gives is none.
  private static func parts(_ name: String) -> (day: String, number: Int) {
    let words = name.dropLast(5).split(separator: " ")
    let number = words.count == 2 ? Int(words[1]) ?? 0 : 0
    return (words.first.map(String.init) ?? "", number < 1_000_000_000 ? number : 0)
  }

  /// What became of a file that was never closed.
  public struct Repaired: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// How long it is; nil if no whole piece of sound was found in it.
    public var seconds: Double?
    /// It was as good as empty, and is gone.
    public var isRemoved = false
  }

  /// Bytes of a file that may hold a piece of sound; one with fewer is a head alone.
  private static let least: Int64 = 16_384

  /// Makes whole what was never closed, because the power was cut. Before the first capture.
  public func repair() -> [Repaired] {
    items.filter(\.isOpen).map { item in
      let file = path + "/" + item.name + Self.part
      if let frames = FLACRepair.repair(file) {
        keep(item.name)
        return Repaired(name: item.name, seconds: Double(frames) / Double(SoundFormat.rate))
      }
      // What cannot be mended here may be mended elsewhere: sound is never thrown away.
      if item.bytes >= Self.least {
        keep(item.name)
        return Repaired(name: item.name)
      }
      unlink(file)
      return Repaired(name: item.name, isRemoved: true)
    }
  }

  /// Makes the next file. - Throws: `Failure` when it cannot be made.
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

  /// Gives a file that is whole its name.
  func keep(_ name: String) {
    guard access(path + "/" + name, F_OK) != 0 else { return }
    // A capture that cannot be named now keeps its bytes, and the next start names it.
    _ = try? AtomicFile.place(path + "/" + name + Self.part, as: path + "/" + name)
  }

  /// Room for anybody on the disk of a folder, or of the one above it, in bytes.
  package static func free(_ path: String) -> Int64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 || statvfs((path as NSString).deletingLastPathComponent, &status) == 0 else { return nil }
    return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  private static func order(_ name: String) -> [Int] { name.dropLast(5).split(whereSeparator: { !$0.isNumber }).map { Int($0) ?? 0 } }

  private static func day(_ date: Date) -> String {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d-%02d-%02d", parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
  }
}
