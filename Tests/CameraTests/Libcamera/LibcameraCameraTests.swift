import Camera
import Foundation
import TestSupport
import Testing

/// Tests of a camera behind a child program, like those of `V4L2Camera`: frames, errors and reconnection.
@Suite struct LibcameraCameraTests {
  private static let kinds = LibcameraProgram.Kind.allCases

  private func withTool(
    _ make: (URL) throws -> FakeTool, id: String? = nil, clock: HandClock = HandClock(1001),
    nodes: @escaping @Sendable () -> [String] = { [] },
    _ body: (FakeTool, LibcameraCamera) throws -> Void
  ) throws {
    try Places.withFolder { (folder: URL) throws in
      let fake = try make(folder)
      var request = V4L2Camera.Request()
      (request.width, request.height) = (32, 18)
      let camera = LibcameraCamera(id, request: request, nodes: nodes, clock: { clock.now }) { [tool = fake.tool] in tool }
      defer { camera.close() }
      try body(fake, camera)
    }
  }

  @Test(arguments: kinds) func `frames come with the sensor's time`(kind: LibcameraProgram.Kind) throws {
    try withTool {
      try FakeTool(kind, in: $0, before: FakeTool.paced)
    } _: { fake, camera in
      // One frame at a time, so that no newer one replaces it.
      let (told, frames) = camera.events {
        fake.go($0.letters.count)
        return $0.letters.count == 3
      }
      #expect(told.letters == "fff", "\(String(describing: told.last))")
      try #require(frames.count == 3)
      // A frame that is read late keeps its own time.
      for (i, frame) in frames.enumerated() {
        #expect(abs(frame.time - (1000 + Double(i) / 32)) < 1e-5 && frame.index == i)
        #expect(frame.luma.start[0] == UInt8(i) && frame.luma.start[1] == 128 && frame.luma.start[32 * 18 - 1] == 128)
        #expect(frame.width == 32 && frame.height == 18 && frame.fullRange)
      }
      #expect(camera.name == "imx219 (libcamera:/base/soc/i2c@1/imx219@10)" && camera.dropped == 0)
    }
  }

  @Test(arguments: kinds) func `the newest frame is taken`(kind: LibcameraProgram.Kind) throws {
    // All frames fit into the pipe before the camera reads.
    try withTool {
      try FakeTool(kind, in: $0, frames: 5, after: "touch \($0.path)/written; sleep 1000")
    } _: { fake, camera in
      try camera.open()
      let mark = URL(fileURLWithPath: fake.tool.path).deletingLastPathComponent().appendingPathComponent("written").path
      try #require(waitUntil { FileManager.default.fileExists(atPath: mark) })
      let (_, frames) = camera.events { $0.letters.count == 1 }
      #expect(frames.first?.luma.start[0] == 4 && camera.dropped == 4)
    }
  }

  @Test(arguments: kinds) func `the requested frame is the configured one`(kind: LibcameraProgram.Kind) throws {
    let ids = ["/base/soc/i2c@1/imx219@10", "/base/soc/i2c@0/imx477@1a"]
    try withTool({ try FakeTool(kind, in: $0, ids: ids) }, id: "imx477") { fake, camera in
      try camera.open()
      try #require(waitUntil { fake.arguments.count == 2 })
      let words = fake.arguments[1]
      switch kind {
      case .rpicam:
        for part in ["--camera 1 ", "--width 32 ", "--height 18 ", "--framerate 30 ", "--exposure sport", "--timeout 0", "--output -"] {
          #expect(words.contains(part), "\(words)")
        }
      case .cam: #expect(words.contains("--camera \(ids[1]) --stream width=32,height=18,pixelformat=YUV420"), "\(words)")
      }
    }
  }

  // MARK: - What goes wrong

  @Test(arguments: kinds) func `a missing camera is reported`(kind: LibcameraProgram.Kind) throws {
    try withTool {
      try FakeTool(kind, in: $0, ids: [])
    } _: { _, camera in
      #expect(throws: CameraError.notListed(wanted: nil, others: [])) { try camera.open() }
    }
  }

  @Test(arguments: kinds) func `a camera that is not in the list is reported`(kind: LibcameraProgram.Kind) throws {
    try withTool({ try FakeTool(kind, in: $0) }, id: "imx708") { _, camera in
      #expect(throws: CameraError.notListed(wanted: "imx708", others: ["/base/soc/i2c@1/imx219@10"])) { try camera.open() }
    }
  }

  /// While another program has the camera, libcamera cannot set up the chain and lists nothing. The text is
  /// that of Debian 12's cam.
  @Test func `a camera that is left out of the list because it is busy is reported`() throws {
    let words =
      "ERROR MediaDevice media_device.cpp:820 /dev/media0[vimc]: Failed to setup link Debayer B[1] -> Scaler[0]: Device or resource busy"
    try withTool {
      try FakeTool(.cam, in: $0, ids: [], listing: "echo '\(words)' >&2")
    } _: { _, camera in
      #expect(throws: CameraError.busy(path: "libcamera", by: nil)) { try camera.open() }
    }
  }

  @Test func `a user without access learns the group with access`() throws {
    let words = "ERROR DeviceEnumerator device_enumerator.cpp:172 Failed to open media device at /dev/media0: Permission denied"
    try withTool {
      try FakeTool(.cam, in: $0, ids: [], listing: "echo '\(words)' >&2")
    } _: { _, camera in
      let told = camera.events { !$0.letters.isEmpty }.events.last
      guard case .noPermission("/dev/media0", _) = told else {
        Issue.record("\(String(describing: told))")
        return
      }
    }
  }

  @Test func `a program that is missing is reported with its package`() throws {
    let camera = LibcameraCamera(nil, nodes: { [] }) { nil }
    let told = camera.events { !$0.letters.isEmpty }.events
    #expect(told.last == .noProgram && "\(CameraError.noProgram)".contains("apt install rpicam-apps-lite"))
  }

  @Test(
    arguments: zip(
      kinds, ["ERROR: *** failed to acquire camera /base/soc/i2c@1/imx219@10 ***", "Failed to acquire camera /base/soc/i2c@1/imx219@10"]))
  func `a busy camera is reported`(kind: LibcameraProgram.Kind, words: String) throws {
    try withTool {
      try FakeTool(kind, in: $0, frames: 0, after: "echo '\(words)' >&2; exit 255")
    } _: { _, camera in
      let told = camera.events { !$0.letters.isEmpty }.events
      #expect(told.last == .busy(path: "libcamera:/base/soc/i2c@1/imx219@10", by: nil))
      #expect(told.last?.remedy?.contains("fuser -v /dev/media*") == true)
    }
  }

  @Test(arguments: kinds) func `a program that ends is reported with its message`(kind: LibcameraProgram.Kind) throws {
    let cry = "\u{1B}[1;31mERROR\u{1B}[0m *** failed to start camera ***"
    try withTool {
      try FakeTool(kind, in: $0, frames: 1, after: "echo '\(cry)' >&2; exit 7")
    } _: { _, camera in
      let told = camera.events { $0.letters.count == 2 }.events
      #expect(told.letters == "fL")
      #expect(
        told.last?.reason
          == "camera libcamera:/base/soc/i2c@1/imx219@10: \(kind.rawValue) ended with status 7: ERROR *** failed to start camera")
    }
  }

  @Test func `an unplugged camera is reported at once`() throws {
    let id = "\\_SB_.PCI0.XHC-2:1.0-046d:0825"
    let after = "\(FakeTool.paced); echo 'Camera Removed: \(id)'; sleep 1000"
    try withTool {
      try FakeTool(.cam, in: $0, ids: [id], frames: 1, after: after)
    } _: { fake, camera in
      let told = camera.events {
        fake.go($0.letters.count)
        return $0.letters.count == 2
      }.events
      #expect(told.letters == "fL" && told.last == .notListed(wanted: id, others: []))
    }
  }

  @Test(arguments: kinds) func `a silent camera is reported and its program ended`(kind: LibcameraProgram.Kind) throws {
    let clock = HandClock(1001)
    try withTool({ try FakeTool(kind, in: $0, frames: 1) }, clock: clock) { fake, camera in
      #expect(camera.events { $0.letters.count == 1 }.events.letters == "f")
      clock.advance(CameraError.patience + 0.1)
      #expect(
        camera.events { $0.letters.count == 1 }.events.last == .silent(path: "libcamera:/base/soc/i2c@1/imx219@10"))
      #expect(waitUntil { fake.running.isEmpty })
      // The camera is opened again.
      clock.advance(10)
      #expect(camera.events { $0.letters.count == 1 }.events.letters == "f")
    }
  }

  @Test(arguments: kinds) func `a list that never ends is given up`(kind: LibcameraProgram.Kind) throws {
    let clock = HandClock(1001)
    try withTool({ try FakeTool(kind, in: $0, listing: "sleep 1000") }, clock: clock) { fake, camera in
      guard case .nothing = camera.next(timeout: 0.01) else {
        Issue.record("it has just begun")
        return
      }
      clock.advance(11)
      #expect(camera.events { !$0.letters.isEmpty }.events.last?.reason.contains("has not listed its cameras for 10 s") == true)
      #expect(waitUntil { fake.running.isEmpty })
    }
  }

  @Test(arguments: kinds) func `a short frame is refused and the next taken`(kind: LibcameraProgram.Kind) throws {
    // The first frame has fewer bytes than its size needs, and reports so.
    let short = """
      \(FakeTool.paced)
      if [ $n -eq 0 ]; then frame() { head -c 100 /dev/zero; }; told=100
      else frame() { printf "\\\\$(printf %03o $n)"; head -c 863 /dev/zero; }; told=864; fi
      """
    try withTool {
      try FakeTool(kind, in: $0, told: "$told", before: short)
    } _: { fake, camera in
      let (told, frames) = camera.events {
        fake.go($0.letters.count + camera.damage.refused)
        return $0.letters.count == 2
      }
      #expect(told.letters == "ff" && frames.map { $0.luma.start[0] } == [1, 2])
      #expect(camera.damage.refused == 1 && camera.dropped == 1)
    }
  }

  @Test(arguments: kinds) func `garbage between the messages is not a frame`(kind: LibcameraProgram.Kind) throws {
    let garbage = "bytesused:\\n\\001\\377\\n0: x\\nseq: bytesused: -5/x/\\377\\nSensorTimestamp=x\\n\\n(0) 5\\n"
    // rpicam-vid writes frames to the stream on which cam writes its messages.
    let before = "\(FakeTool.paced); printf '\(garbage)' >&2; \(kind == .cam ? "printf '\(garbage)'" : "true")"
    try withTool {
      try FakeTool(kind, in: $0, before: before)
    } _: { fake, camera in
      let (told, frames) = camera.events {
        fake.go($0.letters.count)
        return $0.letters.count == 3
      }
      #expect(told.letters == "fff" && frames.map { $0.luma.start[0] } == [0, 1, 2])
    }
  }

  @Test func `the camera does not wait for a frame that is too large`() throws {
    try withTool {
      try FakeTool(.cam, in: $0, told: "999999999999", frames: 1)
    } _: { _, camera in
      #expect(camera.events { !$0.letters.isEmpty }.events.last?.reason.contains("announces a frame of") == true)
    }
  }

  @Test func `an unsupported format is named`() throws {
    try withTool {
      try FakeTool(.cam, in: $0, stream: "32x18-SRGGB10_CSI2P", frames: 1)
    } _: { _, camera in
      let told = camera.events { !$0.letters.isEmpty }.events
      #expect(told.last?.reason.contains("SRGGB10_CSI2P") == true, "\(String(describing: told.last))")
    }
  }

  // MARK: - Coming and going

  @Test(arguments: kinds) func `its program ends with the camera`(kind: LibcameraProgram.Kind) throws {
    try withTool {
      try FakeTool(kind, in: $0)
    } _: { fake, camera in
      #expect(camera.events { $0.letters.count == 1 }.events.letters == "f")
      #expect(fake.running.count == 1)
      camera.close()
      #expect(waitUntil { fake.running.isEmpty })
      guard case .ended = camera.next(timeout: 0.01) else {
        Issue.record("it is closed")
        return
      }
    }
  }

  /// A list costs a process and a second on a small board. Without a camera the box requests it again only
  /// after a new device file.
  @Test func `a camera that comes later is found by its device file`() throws {
    let clock = HandClock(1001)
    let there = Counting()
    try Places.withFolder { (folder: URL) throws in
      let none = try FakeTool(.cam, in: folder, ids: [])
      let camera = LibcameraCamera(
        nil, nodes: { there.value == 0 ? [] : ["media0"] }, clock: { clock.now }, tool: { [tool = none.tool] in tool })
      defer { camera.close() }
      #expect(camera.events { !$0.letters.isEmpty }.events.letters == "L")
      clock.advance(5)
      for _ in 0..<3 { _ = camera.next(timeout: 0.01) }
      #expect(none.processes.count == 1, "nothing has changed")
      let some = try FakeTool(.cam, in: folder, stream: "32x18-YUV420")
      there.add()
      _ = camera.next(timeout: 0.01)
      clock.advance(1)
      #expect(camera.events { !$0.letters.isEmpty }.events.letters == "f" && some.processes.count == 3)
    }
  }

  /// Its device file came during the list, too late for it. The camera still requests the list again.
  @Test func `a camera that comes during the list is found`() throws {
    let clock = HandClock(1001)
    let looks = Counting()
    try Places.withFolder { (folder: URL) throws in
      let none = try FakeTool(.cam, in: folder, ids: [])
      let camera = LibcameraCamera(
        nil,
        nodes: {
          looks.add()
          return looks.value == 1 ? [] : ["media0"]
        }, clock: { clock.now }, tool: { [tool = none.tool] in tool })
      defer { camera.close() }
      #expect(camera.events { !$0.letters.isEmpty }.events.letters == "L")
      let some = try FakeTool(.cam, in: folder, stream: "32x18-YUV420")
      _ = camera.next(timeout: 0.01)
      clock.advance(1)
      #expect(camera.events { !$0.letters.isEmpty }.events.letters == "f" && some.processes.count == 3)
    }
  }
}

private final class Counting: Sendable {
  private let count = HandClock(0)
  var value: Double { count.now }
  func add() { count.advance(1) }
}
