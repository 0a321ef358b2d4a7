import Camera
import Foundation
import GestureFlowAPI
import Testing

/// Tests of the real device without a camera: results before an open, and names and formats as drivers write
/// them.
@Suite struct V4L2DeviceTests {
  @Test(
    arguments: [
      ("MJPG", 0x4750_4A4D), ("YUYV", 0x5659_5559), ("Y8", 0x2020_3859), ("Y16", 0x2036_3159), ("", 0x2020_2020), ("MJPGX", 0x4750_4A4D),
    ] as [(String, UInt32)])
  func `a format is four characters filled up with blanks`(text: String, code: UInt32) {
    #expect(V4L2Device.code(text) == code)
    #expect(V4L2Device.text(code) == String(text.prefix(4)))
  }

  /// The maker of a camera writes its name, and terminals and the journal show it.
  @Test(
    arguments: [
      ("HD Webcam\0rest", "HD Webcam"), ("\0", ""), ("no end", "no end"), ("red\u{1B}[31m\nWATCHDOG=1\0", "red [31m WATCHDOG=1"),
      (String(repeating: "x", count: 200) + "\0", String(repeating: "x", count: 63) + "…"),
    ])
  func `a name ends at its zero and is cleaned`(bytes: String, name: String) {
    let text = Array(bytes.utf8).withUnsafeBytes { V4L2Device.text($0) }
    #expect(text == name)
  }

  @Test func `a name that is not text does not crash`() {
    let text = [UInt8]([0xFF, 0xFE, 0x41, 0x00]).withUnsafeBytes { V4L2Device.text($0) }
    #expect(text.hasSuffix("A"))
  }

  private func failure(_ body: () throws(SystemFailure) -> Void) -> SystemFailure? {
    do throws(SystemFailure) {
      try body()
      return nil
    } catch { return error }
  }

  /// Nothing is open: each call throws an error with its step, and the lists are empty.
  @Test func `without a device every call fails by its name`() {
    let device = V4L2Device()
    #expect(failure { () throws(SystemFailure) in _ = try device.describe() } == SystemFailure(EBADF, "describe"))
    #expect(
      failure { () throws(SystemFailure) in _ = try device.setFormat("MJPG", width: 640, height: 480, rate: 30) }?.step == "set format")
    #expect(failure { () throws(SystemFailure) in try device.set(1, to: 1) }?.step == "set control")
    #expect(failure { () throws(SystemFailure) in try device.start() }?.step == "map")
    #expect(device.inputs().isEmpty && device.formats().isEmpty && device.controls().isEmpty)
    device.close()
    device.close()
  }

  @Test func `a failed open leaves nothing open`() {
    let device = V4L2Device()
    // libv4l2 queries the device before it returns it.
    for (path, code) in [("/dev/nowhere", ENOENT), ("/dev/null", ENOTTY), ("/tmp", EISDIR)] {
      #expect(failure { () throws(SystemFailure) in try device.open(path) } == SystemFailure(code, "open"), "\(path)")
      #expect(failure { () throws(SystemFailure) in _ = try device.describe() } == SystemFailure(EBADF, "describe"), "\(path)")
    }
  }
}
