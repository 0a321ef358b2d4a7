import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import TestSupport
import Testing

/// A backup is whole and checked; otherwise nothing changes.
@Suite struct BackupTests {
  /// A box's folders with its own files, in a temporary place.
  struct Box {
    let folders: BoxFolders
    let file: String

    init(_ root: URL, settings: String = "[sound]\nrate = 1\n") throws {
      folders = BoxFolders(state: root.path + "/state", configuration: root.path + "/etc")
      file = root.path + "/box.backup"
      for folder in ["/state/licence", "/state/imports/.incoming", "/state/captures", "/etc/sounds"] {
        try FileManager.default.createDirectory(atPath: root.path + folder, withIntermediateDirectories: true)
      }
      try write("state/settings.toml", settings)
      try write("state/state.json", "{\"format\":\"gestureflow-state\",\"version\":2}")
      try write("state/scenes.json", "{\"format\":\"gestureflow-scenes\",\"version\":1,\"scenes\":[]}")
      try write("state/licence/installed.licence", "{}")
      try write("state/imports/film ü.flac", String(repeating: "sound", count: 200_000))
      try write("etc/gestureflow.toml", "# mine\n")
      try write("etc/sounds/mine.toml", "name = \"Mine\"\n")
    }

    private func path(_ name: String) -> String { (folders.state as NSString).deletingLastPathComponent + "/" + name }
    func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path(name))) }
    func read(_ name: String) -> String? { FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) } }
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    /// All files with their contents.
    var everything: [String: Data] {
      var all: [String: Data] = [:]
      for folder in [folders.state, folders.configuration] {
        for name in FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [] {
          if let data = FileManager.default.contents(atPath: "\(folder)/\(name)") { all["\(folder)/\(name)"] = data }
        }
      }
      return all
    }

    func save(imports: Bool = false) throws -> Data {
      var all = Data()
      _ = try Backup(folders).save(withImports: imports, time: 0) { all += $0 }
      try all.write(to: URL(fileURLWithPath: file))
      return all
    }

    @discardableResult func restore(imports: Bool = false, free: Int64 = 1 << 40, calls: AtomicFile.Calls = .system) throws -> Int {
      try Restore(folders, freeBytes: { _ in free }, calls: calls).restore(BackupFile(file), withImports: imports) {
        exchange throws(Failure) in
        try exchange()
      }
    }
  }

  @Test func `saved files come back`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      let saved = box.everything
      _ = try box.save(imports: true)
      for name in ["state/settings.toml", "state/state.json", "state/scenes.json", "etc/gestureflow.toml", "state/imports/film ü.flac"] {
        try box.write(name, "other")
      }
      try box.remove("etc/sounds/mine.toml")
      #expect(try box.restore(imports: true) == 7)
      #expect(box.everything == saved)
      let rights = try FileManager.default.attributesOfItem(atPath: box.folders.state + "/settings.toml")[.posixPermissions] as? Int
      #expect(rights == 0o640)
    }
  }

  @Test func `a backup whose imports stay out needs no room for them`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      let bytes = try box.save(imports: true).count
      #expect(bytes > 1_000_000)
      #expect(try box.restore(free: Backup.reserve + 1000) == 6)
      let failure = #expect(throws: Failure.self) { try box.restore(imports: true, free: Backup.reserve + 1000) }
      #expect(failure?.reason.contains("more than the disk of the box has room for") == true)
      truncate(box.file, 10_000_000_000)
      let large = #expect(throws: Failure.self) { try box.restore(imports: true, free: 9_000_000_000) }
      #expect(large?.reason.contains("has 10000.0 MB, more than") == true, "\(String(describing: large))")
    }
  }

  @Test func `a damaged file is left out and named`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      try box.write("state/scenes.json", "{")
      try box.write("etc/gestureflow.toml", "[sound")
      var all = Data()
      var reasons: [String] = []
      let count = try Backup(box.folders).save(withImports: false, time: 0, leftOut: { reasons.append($0) }) { all += $0 }
      #expect(count == 4 && reasons.count == 2 && reasons[0] == "state/scenes.json is not a state of the box", "\(reasons)")
      try all.write(to: URL(fileURLWithPath: box.file))
      #expect(try box.restore() == 4)
      #expect(box.read("state/scenes.json") == nil && box.read("etc/gestureflow.toml") == "[sound")
    }
  }

  @Test func `imports are optional both ways and a file that was not there is removed`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      let small = try box.save()
      #expect(small.count < 20_000)
      try box.write("state/imports/film ü.flac", "mine")
      try box.restore()
      #expect(box.read("state/imports/film ü.flac") == "mine")
      _ = try box.save(imports: true)
      try box.write("state/imports/film ü.flac", "other")
      try box.restore()
      #expect(box.read("state/imports/film ü.flac") == "other")
      for name in ["state/settings.toml", "state/scenes.json"] {
        let old = try #require(box.read(name))
        try box.remove(name)
        _ = try box.save()
        try box.write(name, old)
        try box.restore()
        #expect(box.read(name) == nil, "\(name)")
      }
    }
  }

  @Test(arguments: ["state/settings.toml", "etc/sounds/mine.toml"]) func `a link in place of a file is refused`(name: String) throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      try box.remove(name)
      symlink(box.folders.state + "/state.json", root.path + "/" + name)
      let failure = #expect(throws: Failure.self) { try box.save() }
      #expect(failure?.reason.hasSuffix("\(name) cannot be read") == true, "\(failure.debugDescription)")
    }
  }

  @Test func `tar reads it`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      _ = try box.save(imports: true)
      let run = try ProgramRun.run(URL(fileURLWithPath: "/bin/tar"), ["-xOf", box.file, "state/settings.toml"])
      #expect(run.status == 0 && run.output == box.read("state/settings.toml"), "\(run.errors)")
    }
  }

  @Test func `a truncated one changes nothing wherever it ends`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      let whole = try box.save()
      try box.write("state/settings.toml", "mine = 1\n")
      let before = box.everything
      // The two blocks at the end are empty.
      for length in Array(stride(from: 0, to: whole.count - 1024, by: 97)) + [whole.count - 1024] {
        try whole.prefix(length).write(to: URL(fileURLWithPath: box.file))
        #expect(throws: Failure.self, "\(length)") { try box.restore() }
      }
      #expect(box.everything == before)
    }
  }

  @Test func `a damaged one changes nothing whichever byte is wrong`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      let whole = try box.save()
      let before = box.everything
      var wrong = 0
      for place in stride(from: 0, to: whole.count - 1024, by: 61) {
        var bad = whole
        bad[place] ^= 0x20
        try bad.write(to: URL(fileURLWithPath: box.file))
        if (try? box.restore()) == nil { wrong += 1 } else { #expect(box.everything == before, "padding at \(place)") }
      }
      #expect(wrong > 20 && box.everything == before)
    }
  }

  @Test func `what a power cut left of a restoration is removed, but no old file`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      for (folder, files) in [
        (".restore-cut", ["0", "1.new"]), (".restore-kept", ["0", "old-0"]), (".restore-empty", []), ("restore-other", ["0"]),
      ] {
        try FileManager.default.createDirectory(atPath: "\(box.folders.state)/\(folder)", withIntermediateDirectories: true)
        for file in files { try box.write("state/\(folder)/\(file)", "x") }
      }
      _ = try box.save()
      try box.restore()
      let left = try FileManager.default.contentsOfDirectory(atPath: box.folders.state).filter { $0.contains("restore") }.sorted()
      #expect(left == [".restore-kept", "restore-other"])
      #expect(box.read("state/.restore-kept/old-0") == "x")
    }
  }

  @Test func `a backup comes as a stream, and imports without room are refused`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      let saved = box.everything
      _ = try box.save(imports: true)
      for name in ["state/settings.toml", "state/imports/film ü.flac"] { try box.write(name, "other") }
      let before = box.everything
      func restore(free: Int64) throws -> Int {
        let cat = Process()
        let pipe = Pipe()
        (cat.executableURL, cat.arguments, cat.standardOutput) = (URL(fileURLWithPath: "/bin/cat"), [box.file], pipe)
        try cat.run()
        defer {
          try? pipe.fileHandleForReading.close()
          cat.waitUntilExit()
        }
        let stream = BackupFile(stream: pipe.fileHandleForReading)
        return try Restore(box.folders, freeBytes: { _ in free }).restore(stream, withImports: true) { exchange throws(Failure) in
          try exchange()
        }
      }
      let failure = #expect(throws: Failure.self) { _ = try restore(free: Backup.reserve + 999_999) }
      #expect(
        failure?.description.contains("imports/0 has 1.0 MB, more than the disk of the box has room for") == true,
        "\(String(describing: failure))")
      #expect(failure?.description.contains("nothing was changed") == true && box.everything == before)
      #expect(try restore(free: Backup.reserve + 1_000_000) == 7)
      #expect(box.everything == saved)
    }
  }

  @Test func `another version, another file and too large ones are refused with the reason`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      let before = box.everything
      func told(_ files: [(String, String)], free: Int64 = 1 << 40) throws -> String {
        var all = Data()
        let tar = TarWriter(time: 0) { all += $0 }
        for (name, text) in files { try tar.add(name, Data(text.utf8)) }
        try tar.finish()
        try all.write(to: URL(fileURLWithPath: box.file))
        let failure = #expect(throws: Failure.self) { try box.restore(free: free) }
        return failure?.description ?? ""
      }
      func head(_ program: String, _ version: Int = 1, _ imports: String = "[]") -> (String, String) {
        (
          "gestureflow-backup.json",
          "{\"format\":\"gestureflow-backup\",\"version\":\(version),\"program\":\"\(program)\",\"imports\":\(imports)}"
        )
      }
      let good = head(Version.current)
      #expect(try told([head("9.9.9")]).contains("of GestureFlow 9.9.9, and this is \(Version.current)"))
      #expect(try told([head(Version.current, 2)]).contains("install that version"))
      #expect(try told([]).contains("not a backup"))
      #expect(try told([("a.txt", "x")]).contains("not a backup"))
      #expect(try told([good]).contains("ends in the middle"))
      for name in [
        "../../etc/passwd", "/etc/passwd", "state/../x", "configuration/sounds/../x.toml", "configuration/sounds/x.sh", "imports/0",
      ] {
        #expect(try told([good, (name, "x")]).contains("which no backup has"), "\(name)")
      }
      #expect(try told([head(Version.current, 1, "[\"../x\"]")]).contains("damaged"))
      #expect(try told([good, ("state/settings.toml", "[sound")]).contains("state/settings.toml, line 1"))
      #expect(try told([good, ("state/state.json", "{}")]).contains("not a state of the box"))
      #expect(try told([good, ("state/scenes.json", "{\"format\":\"gestureflow-state\"}")]).contains("not a state of the box"))
      #expect(try told([good, ("state/settings.toml", String(repeating: "#", count: 2 << 20))]).contains("are allowed"))
      #expect(try told([good, ("state/settings.toml", "")], free: 100 << 20).contains("more than the disk of the box has room for"))
      #expect(throws: Failure.self) { try Restore(box.folders).restore(BackupFile("/none"), withImports: false) { _ in } }
      #expect(throws: Failure.self) { try Restore(box.folders).restore(BackupFile("/dev/zero"), withImports: false) { _ in } }
      #expect(box.everything == before)
    }
  }

  @Test(arguments: 1...7) func `after a failure in the middle the old files are back`(failing: Int) throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      _ = try box.save()
      for name in ["state/settings.toml", "state/state.json", "etc/gestureflow.toml"] { try box.write(name, "mine = 1\n") }
      try box.remove("etc/sounds/mine.toml")
      let before = box.everything
      var calls = AtomicFile.Calls()
      // Only the exchange renames to these names. The write of temporary files renames too, but below another
      // folder.
      calls.rename = { from, to in
        if to.contains("/.restore-") { return rename(from, to) }
        let place = ["settings.toml", "state.json", "scenes.json", "installed.licence", "gestureflow.toml", "mine.toml"].firstIndex {
          to.hasSuffix("/" + $0)
        }
        if place.map({ $0 + 1 }) == failing {
          errno = EIO
          return -1
        }
        return rename(from, to)
      }
      if failing <= 6 {
        let failure = #expect(throws: Failure.self) { try box.restore(calls: calls) }
        #expect(failure?.remedy == "the old files are back" && box.everything == before)
      } else {
        #expect(try box.restore(calls: calls) == 6)
      }
    }
  }

  /// Returns calls of a disk that renames nothing more once a file gets a name.
  private func dying(at name: String) -> AtomicFile.Calls {
    let isDead = Mutex(false)
    var calls = AtomicFile.Calls()
    calls.rename = { from, to in
      let fails = isDead.withLock { isDead in
        isDead = isDead || to.hasSuffix("/" + name) && !from.hasSuffix(".new")
        return isDead
      }
      if fails { errno = EIO }
      return fails ? -1 : rename(from, to)
    }
    return calls
  }

  @Test func `an old file that cannot come back is kept and named`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      _ = try box.save()
      try box.write("state/settings.toml", "mine = 1\n")
      try box.write("state/state.json", "mine = 2\n")
      let failure = #expect(throws: Failure.self) { try box.restore(calls: dying(at: "state.json")) }
      let names = try FileManager.default.contentsOfDirectory(atPath: box.folders.state)
      let kept = box.folders.state + "/" + (try #require(names.first { $0.hasPrefix(".restore-") })) + "/old-0"
      #expect(failure?.remedy.hasSuffix(": cp \(kept) \(box.folders.state)/settings.toml") == true, "\(failure?.remedy ?? "")")
      #expect(FileManager.default.contents(atPath: kept) == Data("mine = 1\n".utf8) && box.read("state/state.json") == "mine = 2\n")
    }
  }

  @Test func `a reset that stops half way names the files that are not back`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      let reset = FactoryReset(box.folders.state, calls: dying(at: "state.json"))
      let failure = #expect(throws: Failure.self) { try reset.remove(["settings.toml", "state.json"]) }
      let names = try FileManager.default.contentsOfDirectory(atPath: box.folders.state)
      let aside = box.folders.state + "/" + (try #require(names.first { $0.hasPrefix(".reset-") }))
      #expect(failure?.remedy == "mend the disk and move the files in \(aside) back to \(box.folders.state)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: aside) == ["settings.toml"])
      // The first one fails: then nothing has moved.
      let other = #expect(throws: Failure.self) {
        try FactoryReset(box.folders.state, calls: dying(at: "state.json")).remove(["state.json"])
      }
      #expect(other?.remedy == "nothing was removed" && box.read("state/state.json") != nil)
    }
  }

  @Test func `a reset removes what was learned and keeps the rest`() throws {
    try Places.withFolder { (root: URL) throws in
      let box = try Box(root)
      let reset = FactoryReset(box.folders.state)
      #expect(try reset.names(all: false) == ["scenes.json", "settings.toml", "state.json"])
      try reset.remove(try reset.names(all: false))
      #expect(try FileManager.default.contentsOfDirectory(atPath: box.folders.state).sorted() == ["captures", "imports", "licence"])
      try reset.remove(try reset.names(all: true))
      #expect(try FileManager.default.contentsOfDirectory(atPath: box.folders.state).isEmpty && box.read("etc/gestureflow.toml") != nil)
      #expect(throws: Failure.self) { try FactoryReset("/none/such").names(all: true) }
      try box.write("state/a", "x")
      let failure = #expect(throws: Failure.self) { try reset.remove(["a", "none"]) }
      #expect(failure?.remedy == "nothing was removed" && box.read("state/a") == "x")
    }
  }

  @Test func `the checksum is that of zip`() {
    var sum = CRC32()
    sum.take(Data("1234".utf8))
    sum.take(Data("56789".utf8))
    #expect(sum.value == 0xCBF4_3926 && CRC32().value == 0)
  }
}
