import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import TestSupport
import Testing

/// Root works in the folder of a less trusted user, who plants links there.
@Suite(.enabled(if: geteuid() == 0, "only root can act for another user")) struct FolderOwnerTests {
  /// The number of Debian's user without files.
  private static let user: uid_t = 65_534

  /// Runs `body` with a box whose state belongs to that user, and with an empty folder of root.
  private func withBox(_ body: (_ box: BackupTests.Box, _ outside: String) throws -> Void) throws {
    try Places.withFolder { (root: URL) throws in
      let outside = root.path + "/outside"
      try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: false)
      chmod(root.path, 0o755)
      let box = try BackupTests.Box(root)
      let own = try ProgramRun.run(URL(fileURLWithPath: "/bin/chown"), ["-R", "\(Self.user):\(Self.user)", box.folders.state])
      #expect(own.status == 0, "\(own.errors)")
      try body(box, outside)
      #expect(try owner(outside) == 0 && FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
    }
  }

  private func owner(_ path: String) -> uid_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_uid : nil
  }

  @Test func `restored files belong to the owners of their folders`() throws {
    try withBox { box, _ in
      _ = try box.save(imports: true)
      for name in ["licence", "imports"] { try box.remove("state/" + name) }
      try box.restore(imports: true)
      for name in ["settings.toml", "state.json", "licence", "licence/installed.licence", "imports", "imports/film ü.flac"] {
        #expect(owner(box.folders.state + "/" + name) == Self.user, "\(name)")
      }
      for name in ["gestureflow.toml", "sounds/mine.toml"] {
        #expect(owner(box.folders.configuration + "/" + name) == 0, "\(name)")
      }
    }
  }

  @Test(arguments: ["licence", "imports"]) func `a restore does not write through a link in place of a folder`(name: String) throws {
    try withBox { box, outside in
      _ = try box.save(imports: true)
      try box.remove("state/" + name)
      symlink(outside, box.folders.state + "/" + name)
      let before = box.everything
      let failure = #expect(throws: Failure.self) { try box.restore(imports: true) }
      #expect(failure?.remedy == "the old files are back" && box.everything == before)
    }
  }

  @Test(arguments: [("licence", "installed.licence"), ("imports", "film ü.flac")])
  func `a backup holds no file that only root may read`(folder: String, name: String) throws {
    try withBox { box, outside in
      try Data("secret".utf8).write(to: URL(fileURLWithPath: outside + "/" + name))
      defer { unlink(outside + "/" + name) }
      chmod(outside, 0o700)
      try box.remove("state/" + folder)
      symlink(outside, box.folders.state + "/" + folder)
      if folder == "licence" {
        let failure = #expect(throws: Failure.self) { try box.save(imports: true) }
        #expect(failure?.reason.contains(name) == true, "the file is there, and is refused by its name")
      } else {
        let saved = try box.save(imports: true)
        #expect(saved.range(of: Data("secret".utf8)) == nil && saved.range(of: Data(name.utf8)) == nil)
      }
      try box.remove("state/" + folder)
      #expect(try box.save(imports: true).range(of: Data("# mine".utf8)) != nil, "root has its own rights again")
    }
  }

  /// Groups of the process besides its own.
  private var groups: [gid_t] {
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: 0, count: Int(count))
    _ = getgroups(count, &groups)
    return groups
  }

  /// A shell of root is in the group of root, too.
  @Test func `a restore does not write where only a group of root may`() throws {
    let own = groups
    try #require(setgroups(1, [0]) == 0)
    defer { setgroups(own.count, own) }
    try withBox { box, outside in
      _ = try box.save(imports: true)
      try box.remove("state/licence")
      chmod(outside, 0o775)
      symlink(outside, box.folders.state + "/licence")
      let before = box.everything
      let failure = #expect(throws: Failure.self) { try box.restore(imports: true) }
      #expect(failure?.remedy == "the old files are back" && box.everything == before)
    }
    #expect(groups == [0], "root has its groups again")
  }

  /// The daemon runs while the backup is checked.
  @Test func `a restore does not write through a link in place of its own folder`() throws {
    try withBox { box, outside in
      _ = try box.save()
      let isPlanted = Mutex(false)
      var calls = AtomicFile.Calls()
      calls.rename = { from, to in
        let result = rename(from, to)
        isPlanted.withLock { isPlanted in
          if isPlanted { return }
          let staging = (to as NSString).deletingLastPathComponent
          isPlanted = rename(staging, staging + "-moved") == 0 && symlink(outside, staging) == 0
        }
        return result
      }
      let failure = #expect(throws: Failure.self) { try box.restore(calls: calls) }
      #expect(isPlanted.withLock { $0 } && failure?.remedy.hasSuffix("nothing was changed") == true, "\(failure.debugDescription)")
    }
  }

  @Test func `a reset removes only what the folder's owner may remove`() throws {
    try withBox { box, outside in
      let state = box.folders.state
      symlink(outside, state + "/link")
      for name in ["lost+found", "captures/mine"] {
        try FileManager.default.createDirectory(atPath: state + "/" + name, withIntermediateDirectories: false)
      }
      try box.write("state/captures/mine/note", "x")
      let reset = FactoryReset(state)
      let names = try reset.names(all: false)
      #expect(names == ["link", "scenes.json", "settings.toml", "state.json"])
      try reset.remove(names)
      #expect(try reset.names(all: true) == ["captures", "imports", "licence"])
      let failure = #expect(throws: Failure.self) { try reset.remove(["lost+found"]) }
      #expect(failure?.remedy == "nothing was removed")
      let second = #expect(throws: Failure.self) { try reset.remove(["captures"]) }
      #expect(second?.reason.hasSuffix("cannot be removed whole") == true, "root's folder in it stays")
      #expect(try FileManager.default.contentsOfDirectory(atPath: state).contains("lost+found"))
    }
  }
}
