import Foundation
import GestureFlowAPI
import TestSupport
import Testing
import Touch

/// Tests of input device files, watched by the real inotify.
@Suite struct InputFolderTests {
  private func make(_ path: URL, _ text: String = "") throws {
    try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: path)
  }

  @Test func `only devices with slots are tried in the order of their numbers`() throws {
    try Places.withFolder { folder in
      let (nodes, classes) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("class"))
      for name in ["event10", "event9", "event2", "event1", "mouse0", "eventx", "js0"] { try make(nodes.appendingPathComponent(name)) }
      // The kernel's text for two touchscreens and a mouse; it has none for event1.
      try make(classes.appendingPathComponent("event10/device/capabilities/abs"), "261800000000003\n")
      try make(classes.appendingPathComponent("event9/device/capabilities/abs"), "661800011000003\n")
      try make(classes.appendingPathComponent("event2/device/capabilities/abs"), "0\n")
      let input = InputFolder(nodes.path, classes: classes.path)
      #expect(input.candidates() == ["event1", "event9", "event10"].map { nodes.appendingPathComponent($0).path })
    }
  }

  @Test func `the kernels words are read`() {
    #expect(InputFolder.hasSlots("0") == false && InputFolder.hasSlots("3\n") == false)
    #expect(InputFolder.hasSlots("800000000000\n") == true && InputFolder.hasSlots("1 0\n") == false)
    #expect(InputFolder.hasSlots("ffffffffffffffff ffff7fffffffffff") == false)
    #expect(InputFolder.hasSlots("") == nil && InputFolder.hasSlots("none") == nil)
  }

  @Test func `a file that comes or is given away wakes who waits`() throws {
    try Places.withFolder { folder in
      let nodes = folder.appendingPathComponent("input")
      // The kernel makes the folder with the first device.
      let input = InputFolder(nodes.path, classes: folder.appendingPathComponent("class").path)
      #expect(input.candidates().isEmpty)
      #expect(!input.wait(milliseconds: 1))
      let file = nodes.appendingPathComponent("event0")
      try make(file)
      #expect(input.wait(milliseconds: 60_000))
      #expect(waitUntil { input.candidates() == [file.path] })
      while input.wait(milliseconds: 1) {}
      #expect(chmod(file.path, 0o640) == 0)
      #expect(input.wait(milliseconds: 60_000))
      // And it removes the folder with the last one.
      try FileManager.default.removeItem(at: nodes)
      #expect(input.wait(milliseconds: 60_000))
      while input.wait(milliseconds: 1) {}
      try make(file)
      #expect(input.wait(milliseconds: 60_000))
      #expect(waitUntil { input.candidates() == [file.path] })
    }
  }

  /// An event between a scan and a wait is not lost.
  @Test func `a device that comes after a scan is reported`() throws {
    try Places.withFolder { folder in
      let input = InputFolder(folder.path, classes: folder.path)
      #expect(input.candidates().isEmpty)
      try make(folder.appendingPathComponent("event5"))
      #expect(input.wait(milliseconds: 60_000))
    }
  }
}

/// Tests of the real device code that need no device.
/// The lab's machine makes one by uinput.
@Suite struct EvdevDeviceTests {
  @Test func `a file that is not an input device is reported`() throws {
    let cases: [(String, TouchProblem)] = [
      ("/dev/input/there-is-none", .missing(path: "/dev/input/there-is-none")),
      ("/dev/null", .unfit(path: "/dev/null", reason: "it is not an input device")),
      ("/dev/null/event0", .missing(path: "/dev/null/event0")),
      ("/tmp", .unfit(path: "/tmp", reason: "it is not an input device")),
    ]
    try Places.withFolder { folder in
      let nodes = InputFolder(folder.path)
      for (path, problem) in cases {
        #expect(throws: problem) { _ = try TouchSearch(.path(path), device: EvdevDevice(), nodes: nodes).open() }
      }
    }
  }

  @Test func `a closed folder fails and may be closed again`() {
    let device = EvdevDevice()
    #expect(throws: SystemFailure.self) { _ = try device.slots() }
    device.close()
    device.close()
  }
}
