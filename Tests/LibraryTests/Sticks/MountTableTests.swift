import Foundation
import Library
import TestSupport
import Testing

@Suite struct MountTableTests {
  @Test func `mounts are found below their root`() {
    let table = """
      22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
      90 22 8:17 / /media/gestureflow/MY\\040STICK ro,nosuid - vfat /dev/sdb1 ro
      91 22 8:33 / /media/gestureflow/x ro - exfat /dev/sdc ro
      92 22 8:33 / /media/other ro - exfat /dev/sdd ro
      nonsense
      """
    let mounts = MountTable.mounts(below: "/media/gestureflow", table: table)
    #expect(
      mounts == [
        Mount(path: "/media/gestureflow/MY STICK", device: "/dev/sdb1"),
        Mount(path: "/media/gestureflow/x", device: "/dev/sdc"),
      ])
  }

  /// The identity is the UUID of the file system if udev knows it.
  @Test func `the identity is the UUID or the device or unknown`() throws {
    try Places.withFolder { folder in
      let device = folder.appendingPathComponent("sda1").path
      let names = folder.appendingPathComponent("by-uuid").path
      try Data().write(to: URL(fileURLWithPath: device))
      let mount = Mount(path: "/media/x", device: device)
      #expect(MountTable.identity(of: mount, byUUID: names) == device, "a machine without udev")
      try FileManager.default.createDirectory(atPath: names, withIntermediateDirectories: true)
      #expect(MountTable.identity(of: mount, byUUID: names) == device, "a stick that udev does not know")
      #expect(symlink(device, names + "/1234-ABCD") == 0)
      #expect(MountTable.identity(of: mount, byUUID: names) == "1234-ABCD")
      // The entry exists but cannot be listed, so the system gives no answer.
      let loop = folder.appendingPathComponent("loop").path
      #expect(symlink(loop, loop) == 0)
      #expect(MountTable.identity(of: mount, byUUID: loop) == nil)
    }
  }

  @Test func `the kernels table can be read`() throws {
    let text = try #require(MountTable.read())
    #expect(MountTable.mounts(below: "/", table: text).contains { $0.path == "/proc" })
  }
}
