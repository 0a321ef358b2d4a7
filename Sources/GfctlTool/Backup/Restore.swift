import Foundation
import GestureFlowAPI

/// Checks a backup, and puts its files in place of the box's.
///
/// All files are first written beside the old ones, in temporary folders, and checked. Then each old file is moved
/// aside and the new one takes its name; if one cannot, the old ones come back. All of this happens with the rights of
/// the owner of each of the box's folders.
package struct Restore: Sendable {
  private let folders: BoxFolders
  /// Free bytes of the disk that holds a folder.
  private let freeBytes: @Sendable (String) -> Int64
  /// Renames a file; replaced in tests.
  private let calls: AtomicFile.Calls

  /// - Parameters:
  ///   - folders: other ones in tests. - freeBytes: free bytes of the disk that holds a folder.
  ///   - calls: the system calls; replaced in tests.
  package init(
    _ folders: BoxFolders = BoxFolders(), freeBytes: @escaping @Sendable (String) -> Int64 = Self.free, calls: AtomicFile.Calls = .system
  ) { (self.folders, self.freeBytes, self.calls) = (folders, freeBytes, calls) }

  /// A new file that waits for its name.
  private struct Staged {
    var temporary: String
    var target: String
    var mode: mode_t
    var folder: StagingFolder
  }

  private typealias Staging = (state: StagingFolder, configuration: StagingFolder)

  /// Checks a backup. It writes the files into a temporary folder of the box.
  /// - Parameters:
  ///   - file: the backup, at its beginning.
  ///   - withImports: whether its imports are restored; the others stay.
  ///   - replace: called with a closure that replaces the box's files; it must stop the service meanwhile.
  /// - Returns: number of files. - Throws: `Failure` with the reason; then the box's files are as before.
  package func restore(
    _ file: BackupFile, withImports: Bool, replace: (() throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    try checkRoom(for: file, withImports: withImports)
    let staging: Staging = try (state: StagingFolder(in: folders.state), configuration: StagingFolder(in: folders.configuration))
    staging.state.removeAbandoned()
    staging.configuration.removeAbandoned()
    var keepsCopies = false
    defer {
      if !keepsCopies {
        staging.state.remove()
        staging.configuration.remove()
      }
    }
    try staging.state.make()
    let staged: [Staged]
    do throws(Failure) { staged = try stage(file, in: staging, withImports) } catch {
      throw Failure(
        "\(file.name) cannot be restored: \(error.reason)",
        remedy: error.remedy.isEmpty ? "nothing was changed" : "\(error.remedy); nothing was changed")
    }
    try replace { () throws(Failure) in try exchange(staged, staging.state, keepsCopies: &keepsCopies) }
    return staged.count
  }

  // MARK: - Checking

  /// Checks that the disk has room for a backup with its imports.
  ///
  /// The other files are small, and the length of a stream is unknown: they are checked one by one.
  /// - Throws: `Failure` if it has not.
  package func checkRoom(for file: BackupFile, withImports: Bool) throws(Failure) {
    if withImports, let bytes = file.bytes { try checkRoom(for: file.name, bytes) }
  }

  private func checkRoom(for name: String, _ bytes: Int64) throws(Failure) {
    guard bytes > freeBytes(folders.state) - Backup.reserve else { return }
    throw Failure(
      "\(name) has \(CaptureTable.size(bytes)), more than the disk of the box has room for", remedy: "remove something, such as captures")
  }

  private func stage(_ file: BackupFile, in staging: Staging, _ withImports: Bool) throws(Failure) -> [Staged] {
    let tar = TarReader { count throws(Failure) in try file.read(count) }
    let head = try head(tar)
    var staged: [Staged] = []
    var sums: [String: UInt32] = [:]
    var listed: [String: UInt32]?
    while let entry = try tar.next() {
      guard listed == nil, sums[entry.name] == nil else { throw Self.strange(entry.name) }
      if entry.name == Backup.sumsName {
        listed = try? JSONDecoder().decode([String: UInt32].self, from: try tar.data(most: Backup.mostBytes * 16))
        guard listed != nil else { throw Self.damaged }
        continue
      }
      let target = try target(of: entry.name, head)
      let isImport = entry.name.hasPrefix("imports/")
      let isConfiguration = entry.name.hasPrefix("configuration/")
      let folder = isConfiguration ? staging.configuration : staging.state
      let temporary = "\(folder.path)/\(staged.count)"
      // The length of a stream is unknown before.
      if !isImport || withImports { try checkRoom(for: entry.name, entry.bytes) }
      if isImport {
        sums[entry.name] = try folder.owner.act { () throws(Failure) in try copy(tar, to: withImports ? temporary : nil) }
      } else {
        let data = try tar.data(most: Backup.mostBytes)
        try Self.check(data, as: entry.name)
        var sum = CRC32()
        sum.take(data)
        sums[entry.name] = sum.value
        try folder.make()
        do throws(FileError) {
          try folder.owner.act { () throws(FileError) in try AtomicFile.write(data, to: temporary, calls: calls) }
        } catch { throw error.failure }
      }
      if !isImport || withImports {
        staged.append(Staged(temporary: temporary, target: target, mode: isConfiguration ? 0o644 : 0o640, folder: folder))
      }
    }
    guard let listed else { throw Failure("it ends in the middle", remedy: "copy the backup again, or take another") }
    guard listed == sums, sums.keys.count(where: { $0.hasPrefix("imports/") }) == head.imports.count else { throw Self.damaged }
    return staged
  }

  private func head(_ tar: TarReader) throws(Failure) -> Backup.Head {
    guard let first = try tar.next(), first.name == Backup.headName else {
      throw Failure("it is not a backup of GestureFlow", remedy: "name another file")
    }
    let data = try tar.data(most: Backup.mostBytes * 32)
    guard let head = try? JSONDecoder().decode(Backup.Head.self, from: data), head.format == Backup.Head().format else {
      throw Failure("it is not a backup of GestureFlow", remedy: "name another file")
    }
    guard head.version == Backup.version, head.program == Version.current else {
      throw Failure(
        "it is of GestureFlow \(cleaned(head.program, limit: 40)), and this is \(Version.current)",
        remedy: "install that version, restore, then update")
    }
    guard head.imports.count <= Backup.mostImports, head.imports.allSatisfy(Backup.isImport), Set(head.imports).count == head.imports.count
    else {
      throw Self.damaged
    }
    return head
  }

  private func target(of entry: String, _ head: Backup.Head) throws(Failure) -> String {
    if let fixed = Backup.fixed.first(where: { $0.entry == entry }) {
      return (fixed.isState ? folders.state : folders.configuration) + "/" + fixed.path
    }
    if entry.hasPrefix(Backup.soundPrefix) {
      let name = String(entry.dropFirst(Backup.soundPrefix.count))
      if Backup.isSound(name) { return folders.configuration + "/sounds/" + name }
    }
    if let place = Int(entry.dropFirst("imports/".count)), head.imports.indices.contains(place), Backup.entry(ofImport: place) == entry {
      return folders.imports + "/" + head.imports[place]
    }
    throw Self.strange(entry)
  }

  /// Checks a file's form. The box checks the values when it reads them.
  static func check(_ data: Data, as entry: String) throws(Failure) {
    if entry.hasSuffix(".toml") {
      guard let text = String(validating: data, as: UTF8.self) else { throw Failure("\(entry) is not text", remedy: "take another backup") }
      do throws(TOMLFault) { _ = try TOMLReader.read(text) } catch {
        throw Failure("\(entry), line \(error.line): \(error)", remedy: "take another backup")
      }
    } else if let format = Backup.fixed.first(where: { $0.entry == entry })?.format {
      let head = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
      guard head?["format"] as? String == format else {
        throw Failure("\(entry) is not a state of the box", remedy: "take another backup")
      }
    }
  }

  private func copy(_ tar: TarReader, to path: String?) throws(Failure) -> UInt32 {
    var sum = CRC32()
    var handle: FileHandle?
    if let path {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o640)
      guard descriptor >= 0 else { throw Failure("a file cannot be written (\(String(cString: strerror(errno))))", remedy: "make room") }
      handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
    while true {
      let piece = try tar.piece()
      if piece.isEmpty { break }
      sum.take(piece)
      do { try handle?.write(contentsOf: piece) } catch {
        throw Failure("a file cannot be written: the disk may be full", remedy: "make room")
      }
    }
    do { try handle?.synchronize() } catch { throw Failure("a file cannot be brought to the disk", remedy: "check the disk") }
    return sum.value
  }

  private static var damaged: Failure {
    Failure("it is damaged: its checksums do not fit", remedy: "copy the backup again, or take another")
  }
  private static func strange(_ entry: String) -> Failure {
    Failure("it holds '\(cleaned(entry, limit: 100))', which no backup has", remedy: "name a backup of gfctl backup")
  }

  // MARK: - Replacing

  /// Gives the new files their names. After a failure the old files are back.
  /// - Parameters:
  ///   - state: folder of the new files of the state, and of copies of the old ones.
  ///   - keepsCopies: becomes true if an old file cannot come back, so that its copy must stay.
  private func exchange(_ staged: [Staged], _ state: StagingFolder, keepsCopies: inout Bool) throws(Failure) {
    var done: [(target: String, old: String?, owner: FolderOwner)] = []
    let gone = (Backup.fixed.filter(\.hasDefaults).map(\.path) + ["state.previous.json"]).map { "\(folders.state)/\($0)" }
      .filter { path in access(path, F_OK) == 0 && !staged.contains { $0.target == path } }
    do throws(FileError) {
      for (number, file) in staged.enumerated() {
        let old = access(file.target, F_OK) == 0 ? "\(file.folder.path)/old-\(number)" : nil
        try file.folder.owner.act { () throws(FileError) in
          try keep(file, as: old)
          done.append((file.target, old, file.folder.owner))
          try place(file)
        }
      }
      for (number, target) in gone.enumerated() {
        let old = "\(state.path)/gone-\(number)"
        done.append((target, old, state.owner))
        try state.owner.act { () throws(FileError) in try AtomicFile.move(target, to: old, calls: calls) }
      }
    } catch {
      let lost = done.reversed().filter { file in !file.owner.act { takeBack(file.target, file.old) } }
      if lost.isEmpty { throw Failure("\(error)", remedy: "the old files are back") }
      keepsCopies = true
      let steps = lost.map { lost in lost.old.map { "cp \($0) \(lost.target)" } ?? "rm \(lost.target)" }
      throw Failure("\(error)", remedy: "mend the disk and put the old files back by hand: \(steps.joined(separator: "; "))")
    }
  }

  /// Makes a new file ready, and keeps the one that it replaces.
  private func keep(_ file: Staged, as old: String?) throws(FileError) {
    try AtomicFile.makeFolder(file.target.folderOfPath, calls: calls)
    _ = chmod(file.temporary, file.mode)
    guard let old, link(file.target, old) != 0 else { return }
    guard (try? FileManager.default.copyItem(atPath: file.target, toPath: old)) != nil else {
      throw FileError(path: file.target, reason: "its old content cannot be kept", remedy: "check its access rights")
    }
  }

  private func place(_ file: Staged) throws(FileError) {
    // A file of another file system is copied beside its place first.
    let beside = file.target + ".restore"
    defer { unlink(beside) }
    do throws(FileError) { try AtomicFile.move(file.temporary, to: beside, calls: calls) } catch {
      unlink(beside)
      guard (try? FileManager.default.copyItem(atPath: file.temporary, toPath: beside)) != nil else {
        throw FileError(path: file.target, reason: "it cannot be written", remedy: "check the disk", code: errno)
      }
    }
    try AtomicFile.place(beside, as: file.target, calls: calls)
  }

  /// Puts an old file back in place of a new one.
  /// - Parameter old: path of its copy. Nil if there was no old file: then the new one is removed.
  /// - Returns: whether the file is as before.
  private func takeBack(_ target: String, _ old: String?) -> Bool {
    guard let old else { return unlink(target) == 0 || errno == ENOENT }
    // Without a copy, or with an equal one, nothing has replaced the old file yet.
    if access(old, F_OK) != 0 || FileManager.default.contentsEqual(atPath: old, andPath: target) { return true }
    do throws(FileError) { try AtomicFile.move(old, to: target, calls: calls) } catch {
      guard let data = FileManager.default.contents(atPath: old) else { return false }
      do throws(FileError) { try AtomicFile.write(data, to: target, calls: calls) } catch { return false }
    }
    return true
  }

  /// Free bytes of the disk that holds a folder; 0 if unknown.
  package static let free: @Sendable (String) -> Int64 = { FreeSpace.bytes($0) ?? 0 }
}
