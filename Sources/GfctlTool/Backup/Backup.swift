import Foundation
import GestureFlowAPI

/// A backup of settings, learned controls, licence and sounds, and of imports on request.
///
/// It is an archive for `tar`. Its first file tells the version and the names of imports, its last one the checksums.
/// A backup is checked as a whole before a file of the box is replaced.
package struct Backup: Sendable {
  /// Version of the format.
  static let version = 1
  static let headName = "gestureflow-backup.json"
  static let sumsName = "checksums.json"
  /// Largest file besides imports, in bytes.
  static let mostBytes: Int64 = 1 << 20
  /// Greatest number of the owner's sounds, and of imports.
  static let mostSounds = 1000
  static let mostImports = 100_000
  /// Space that stays free on the box's disk, in bytes.
  static let reserve: Int64 = 200 << 20

  struct Head: Codable, Equatable {
    var format = "gestureflow-backup"
    var version = Backup.version
    /// Version of the program that wrote it.
    var program = Version.current
    /// Names of the imports, in the order of their entries.
    var imports: [String] = []
  }

  /// Files with fixed names: entry of the archive, and path below the folder.
  static let fixed: [(entry: String, isState: Bool, path: String)] = [
    ("state/settings.toml", true, "settings.toml"), ("state/state.json", true, "state.json"),
    ("state/scenes.json", true, "scenes.json"), ("state/installed.licence", true, "licence/installed.licence"),
    ("configuration/gestureflow.toml", false, "gestureflow.toml"),
  ]
  static let soundPrefix = "configuration/sounds/"

  let folders: BoxFolders

  /// - Parameter folders: other ones in tests.
  package init(_ folders: BoxFolders = BoxFolders()) { self.folders = folders }

  /// Files of the box: entries and paths.
  private func files() -> [(entry: String, path: String)] {
    let fixed = Self.fixed.map { ($0.entry, ($0.isState ? folders.state : folders.configuration) + "/" + $0.path) }
    let sounds = Self.names(folders.configuration + "/sounds").filter(Self.isSound)
    return fixed.filter { access($0.1, F_OK) == 0 } + sounds.map { (Self.soundPrefix + $0, folders.configuration + "/sounds/" + $0) }
  }

  /// Writes a backup.
  /// - Parameters:
  ///   - withImports: whether the imported music is part of it. - write: receives the bytes.
  /// - Returns: number of files. - Throws: `Failure` naming a file that cannot be read.
  package func save(withImports: Bool, time: Int = Int(Date().timeIntervalSince1970), write: @escaping (Data) throws(Failure) -> Void)
    throws(Failure)
    -> Int
  {
    guard access(folders.state, R_OK | X_OK) == 0 else {
      throw Failure("\(folders.state) cannot be read (\(String(cString: strerror(errno))))", remedy: "sudo gfctl backup FILE, on the box")
    }
    let files = files()
    guard files.count <= Self.mostSounds else { throw Failure("there are more than \(Self.mostSounds) sounds", remedy: "remove some") }
    let imports = withImports ? Self.names(folders.imports).filter { Self.size(folders.imports + "/" + $0) != nil } : []
    let tar = TarWriter(time: time, write: write)
    var sums: [String: UInt32] = [:]
    try tar.add(Self.headName, Self.json(Head(imports: imports)))
    for file in files {
      let data = try Self.contents(file.path)
      var sum = CRC32()
      sum.take(data)
      sums[file.entry] = sum.value
      try tar.add(file.entry, data)
    }
    for (place, name) in imports.enumerated() {
      let path = folders.imports + "/" + name
      guard let handle = FileHandle(forReadingAtPath: path), let bytes = Self.size(path) else { throw Self.unreadable(path) }
      defer { try? handle.close() }
      var sum = CRC32()
      try tar.add(Self.entry(ofImport: place), bytes: bytes) { () throws(Failure) in
        let piece: Data
        do { piece = try handle.read(upToCount: 256 << 10) ?? Data() } catch { throw Self.unreadable(path) }
        sum.take(piece)
        return piece
      }
      sums[Self.entry(ofImport: place)] = sum.value
    }
    try tar.add(Self.sumsName, Self.json(sums))
    try tar.finish()
    return files.count + imports.count
  }

  static func entry(ofImport place: Int) -> String { "imports/\(place)" }

  /// Whether a name is that of a sound's file, and leads to no other folder.
  static func isSound(_ name: String) -> Bool {
    name.hasSuffix(".toml") && !name.hasPrefix(".") && !name.contains("/") && (soundPrefix + name).utf8.count <= TarWriter.longestName
  }

  /// Whether a name is that of a file in the folder of imports.
  static func isImport(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && !name.utf8.contains(0) && name.utf8.count <= 255
  }

  private static func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(isImport).sorted()
  }

  /// Length of a plain file; nil for anything else.
  private static func size(_ path: String) -> Int64? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  private static func contents(_ path: String) throws(Failure) -> Data {
    guard let size = size(path), size <= mostBytes, let data = FileManager.default.contents(atPath: path), data.count <= mostBytes else {
      throw unreadable(path)
    }
    return data
  }

  private static func unreadable(_ path: String) -> Failure {
    Failure("\(Terminal.plain(path)) cannot be read", remedy: "sudo gfctl backup FILE, on the box")
  }

  static func json(_ value: some Encodable) throws(Failure) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return try encoder.encode(value) } catch {
      throw Failure("the backup cannot be written (\(error))", remedy: "send the output of gfctl report to the makers")
    }
  }
}
