import Foundation
import GestureFlowAPI

/// A backup of settings, learned controls, scenes, licence and sounds. On request it has the imports, too.
///
/// It is an archive for `tar`. Its first file tells the version and the names of imports, its last one the checksums.
/// A backup is checked as a whole before a file of the box is replaced. Files are opened with the rights of the owners
/// of the box's folders, who can put links there.
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
  package static let reserve: Int64 = 200 << 20

  struct Head: Codable, Equatable {
    var format = "gestureflow-backup"
    var version = Backup.version
    /// Version of the program that wrote it.
    var program = Version.current
    /// Names of the imports, in the order of their entries.
    var imports: [String] = []
  }

  /// A file with a fixed name.
  struct Fixed {
    /// Name in the archive.
    let entry: String
    /// Whether it is in the folder of the state.
    let isState: Bool
    /// Path below the folder.
    let path: String
    /// Format of a JSON file; nil for others.
    var format: String?
    /// Whether a restore removes it if the backup lacks it. The box had defaults then.
    var hasDefaults = false
  }

  static let fixed = [
    Fixed(entry: "state/settings.toml", isState: true, path: "settings.toml", hasDefaults: true),
    Fixed(entry: "state/state.json", isState: true, path: "state.json", format: FileFormat.state, hasDefaults: true),
    Fixed(entry: "state/scenes.json", isState: true, path: "scenes.json", format: FileFormat.scenes, hasDefaults: true),
    Fixed(entry: "state/installed.licence", isState: true, path: "licence/installed.licence"),
    Fixed(entry: "configuration/gestureflow.toml", isState: false, path: "gestureflow.toml"),
  ]
  static let soundPrefix = "configuration/sounds/"

  let folders: BoxFolders

  /// - Parameter folders: other ones in tests.
  package init(_ folders: BoxFolders = BoxFolders()) { self.folders = folders }

  /// A file of the box.
  private struct File {
    /// Name in the archive.
    var entry: String
    var path: String
    /// Owner of the box's folder.
    var owner: FolderOwner
  }

  private typealias Owners = (state: FolderOwner, configuration: FolderOwner)

  /// Files of the box besides imports.
  private func files(_ owners: Owners) -> [File] {
    let fixed = Self.fixed.map { file in
      File(
        entry: file.entry, path: (file.isState ? folders.state : folders.configuration) + "/" + file.path,
        owner: file.isState ? owners.state : owners.configuration)
    }
    let folder = folders.configuration + "/sounds"
    let sounds = owners.configuration.act { Self.names(folder) }.filter(Self.isSound)
    return fixed.filter { access($0.path, F_OK) == 0 }
      + sounds.map { File(entry: Self.soundPrefix + $0, path: folder + "/" + $0, owner: owners.configuration) }
  }

  /// Files of the imported music, in the order of their names.
  private func imports(_ owner: FolderOwner) -> [(name: String, file: File)] {
    let folder = folders.imports
    let names = owner.act { Self.names(folder).filter { Self.isPlain(folder + "/" + $0) } }
    return names.enumerated().map { place, name in
      (name: name, file: File(entry: Self.entry(ofImport: place), path: folder + "/" + name, owner: owner))
    }
  }

  /// Writes a backup.
  /// - Parameters:
  ///   - withImports: whether the imported music is part of it. - write: receives the bytes.
  ///   - leftOut: receives the reason for each damaged file, which is left out: no restore would take it.
  /// - Returns: number of files. - Throws: `Failure` naming a file that cannot be read.
  package func save(
    withImports: Bool, time: Int = Int(Date().timeIntervalSince1970), leftOut: (String) -> Void = { _ in },
    write: @escaping (Data) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    guard access(folders.state, R_OK | X_OK) == 0 else {
      throw Failure("\(folders.state) cannot be read (\(String(cString: strerror(errno))))", remedy: "sudo gfctl backup FILE, on the box")
    }
    let owners: Owners = try (state: FolderOwner(of: folders.state), configuration: FolderOwner(of: folders.configuration))
    let files = files(owners)
    guard files.count <= Self.mostSounds else { throw Failure("there are more than \(Self.mostSounds) sounds", remedy: "remove some") }
    let imports = withImports ? imports(owners.state) : []
    let tar = TarWriter(time: time, write: write)
    var sums: [String: UInt32] = [:]
    try tar.add(Self.headName, Self.json(Head(imports: imports.map(\.name))))
    for file in files {
      let data = try Self.contents(file)
      do throws(Failure) { try Restore.check(data, as: file.entry) } catch {
        leftOut(error.reason)
        continue
      }
      var sum = CRC32()
      sum.take(data)
      sums[file.entry] = sum.value
      try tar.add(file.entry, data)
    }
    for (_, file) in imports {
      let (handle, bytes) = try Self.open(file)
      var sum = CRC32()
      try tar.add(file.entry, bytes: bytes) { () throws(Failure) in
        let piece: Data
        do { piece = try handle.read(upToCount: 256 << 10) ?? Data() } catch { throw Self.unreadable(file.path) }
        sum.take(piece)
        return piece
      }
      sums[file.entry] = sum.value
    }
    try tar.add(Self.sumsName, Self.json(sums))
    try tar.finish()
    return sums.count
  }

  static func entry(ofImport place: Int) -> String { "imports/\(place)" }

  /// Whether a name is that of a sound's file. Such a name leads to no other folder.
  static func isSound(_ name: String) -> Bool {
    name.hasSuffix(".toml") && !name.hasPrefix(".") && !name.contains("/") && (soundPrefix + name).utf8.count <= TarWriter.longestName
  }

  /// Whether a name is that of a file in the imports folder.
  static func isImport(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && !name.utf8.contains(0) && name.utf8.count <= 255
  }

  private static func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(isImport).sorted()
  }

  private static func isPlain(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Opens a plain file.
  /// - Returns: the open file, and its length in bytes.
  private static func open(_ file: File) throws(Failure) -> (handle: FileHandle, bytes: Int64) {
    let path = file.path
    do throws(FileError) {
      let opened = try file.owner.act { () throws(FileError) in try FileRead.openPlain(path, followsLinks: false) }
      return (FileHandle(fileDescriptor: opened.descriptor, closeOnDealloc: true), Int64(opened.status.st_size))
    } catch { throw unreadable(path) }
  }

  private static func contents(_ file: File) throws(Failure) -> Data {
    let (handle, bytes) = try open(file)
    guard bytes <= mostBytes, let data = try? handle.readToEnd() ?? Data(), data.count <= mostBytes else { throw unreadable(file.path) }
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
