import Foundation
import Library
import Synchronization
import TestSupport
import Testing

/// Tests of the present sticks, and of failures of the system.
@Suite struct StickTableTests {
  private final class World: Sendable {
    struct State: Sendable {
      var table: String?
      var identity: String? = "UUID-1"
      var presence = FolderPresence.there
    }
    private let state = Mutex(State())
    func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }
    var now: State { state.withLock { $0 } }
    func table(folders: [String] = []) -> StickTable {
      StickTable(
        mountRoot: "/media", folders: folders, table: { self.now.table }, identify: { _ in self.now.identity },
        presence: { _ in self.now.presence })
    }
    static let line = "90 22 8:17 / /media/STICK ro - vfat /dev/sda ro\n"
  }

  @Test func `a table that cannot be read changes nothing`() {
    let world = World()
    var table = world.table()
    world.set { $0.table = World.line }
    let there = table.look()
    #expect(there == ["UUID-1": .init(root: "/media/STICK", label: "STICK")])
    world.set { $0.table = nil }
    #expect(table.look() == there, "no free descriptor is not: no stick")
    world.set { $0.table = "" }
    #expect(table.look().isEmpty)
  }

  @Test func `a stick whose name cannot be asked now is asked later`() {
    let world = World()
    var table = world.table()
    world.set {
      $0.table = World.line
      $0.identity = nil
    }
    #expect(table.look().isEmpty, "it would be another stick under another name")
    world.set { $0.identity = "UUID-1" }
    #expect(table.look().keys.sorted() == ["UUID-1"])
    // A known identity is not requested again, because udev drops a stick before the kernel does.
    world.set { $0.identity = "/dev/sda" }
    #expect(table.look().keys.sorted() == ["UUID-1"])
  }

  /// Sticks that were copied block by block share one UUID.
  @Test func `copies of a stick are sticks of their own`() {
    let world = Mutex((devices: Set<String>(), mounted: [String]()))
    var table = StickTable(
      mountRoot: "/media", folders: [],
      table: {
        world.withLock { $0.mounted.map { "90 22 8:17 / /media/\($0) ro - vfat /dev/\($0) ro\n" }.joined() }
      }, identify: { _ in "UUID" }, presence: { _ in .there },
      hasDevice: { mount in world.withLock { $0.devices.contains(mount.device) } })
    func look(devices: String..., mounted: String...) -> [String: String] {
      world.withLock { $0 = (Set(devices.map { "/dev/\($0)" }), mounted) }
      return table.look().mapValues(\.root)
    }
    #expect(look(devices: "sdb1", mounted: "sdb1") == ["UUID": "/media/sdb1"])
    // The copy's place sorts first, but does not change the earlier stick.
    let both = ["UUID": "/media/sdb1", "UUID 2": "/media/sda1"]
    #expect(look(devices: "sda1", "sdb1", mounted: "sda1", "sdb1") == both)
    #expect(look(devices: "sda1", "sdb1", "sdc1", mounted: "sda1", "sdb1", "sdc1")["UUID 3"] == "/media/sdc1")
    #expect(look(devices: "sda1", "sdb1", mounted: "sda1", "sdb1") == both)
    // One leaves and the other keeps its identity. The first one gets its own identity back on its return.
    #expect(look(devices: "sda1", mounted: "sda1") == ["UUID 2": "/media/sda1"])
    #expect(look(devices: "sda1", "sdd1", mounted: "sda1", "sdd1") == ["UUID": "/media/sdd1", "UUID 2": "/media/sda1"])
    // Alone, each has the plain identity, so known entries of a stick stay known.
    #expect(look().isEmpty)
    #expect(look(devices: "sda1", mounted: "sda1") == ["UUID": "/media/sda1"])
  }

  /// The stick returns before the kernel drops its mount. It is the same stick, not a copy.
  @Test(arguments: ["sda1", "sdc1"]) func `a stick that returns at once keeps its identity`(device: String) {
    let devices = Mutex<Set<String>>(["/dev/sdb1"])
    let mounted = Mutex(["sdb1"])
    var table = StickTable(
      mountRoot: "/media", folders: [],
      table: { mounted.withLock { $0.map { "90 22 8:17 / /media/\($0) ro - vfat /dev/\($0) ro\n" }.joined() } },
      identify: { _ in "UUID" }, presence: { _ in .there }, hasDevice: { mount in devices.withLock { $0.contains(mount.device) } })
    #expect(table.look().mapValues(\.root) == ["UUID": "/media/sdb1"])
    devices.withLock { $0 = ["/dev/\(device)"] }
    mounted.withLock { $0.append(device) }
    for _ in 0..<2 { #expect(table.look().mapValues(\.root) == ["UUID": "/media/\(device)"]) }
    mounted.withLock { $0 = [device] }
    #expect(table.look().mapValues(\.root) == ["UUID": "/media/\(device)"])
  }

  @Test func `a folder is gone only when the system says so`() {
    let world = World()
    world.set { $0.table = "" }
    var table = world.table(folders: ["/srv/music"])
    #expect(table.look().keys.sorted() == ["/srv/music"])
    world.set { $0.presence = .unknown }
    #expect(table.look().keys.sorted() == ["/srv/music"])
    world.set { $0.presence = .gone }
    #expect(table.look().isEmpty)
    world.set { $0.presence = .unknown }
    #expect(table.look().isEmpty, "what was not there does not come with a doubt")
  }

  @Test func `labels are clean`() {
    let world = World()
    var table = world.table()
    // The kernel writes a line feed in a mount's path as an octal number.
    world.set { $0.table = "90 22 8:17 / /media/A\\012WATCHDOG=trigger ro - vfat /dev/sda ro\n" }
    #expect(table.look()["UUID-1"] == .init(root: "/media/A\nWATCHDOG=trigger", label: "A WATCHDOG=trigger"))
  }

  @Test func `presence is what the system answers`() throws {
    try Places.withFolder { folder in
      #expect(FolderPresence(folder.path) == .there)
      #expect(FolderPresence(folder.path + "/none") == .gone)
      let file = folder.path + "/file"
      try Data().write(to: URL(fileURLWithPath: file))
      #expect(FolderPresence(file) == .gone && FolderPresence(file + "/x") == .gone)
      // A link to itself cannot be followed: no answer.
      #expect(symlink(file + "-loop", file + "-loop") == 0)
      #expect(FolderPresence(file + "-loop") == .unknown)
    }
  }
}
