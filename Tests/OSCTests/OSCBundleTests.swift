import GestureFlowAPI
import OSC
import Testing

/// Tests of the packets on the wire.
@Suite struct OSCBundleTests {
  @Test func `a frame is sent in the messages of the manual`() {
    var left = HandStatus(id: 7, handedness: "left", fingers: 3, confidence: 0.5)
    left.points = (0..<42).map { Double($0) / 64 }
    let right = HandStatus(id: 8, handedness: "right", fingers: 0, confidence: 1)
    var values = ControlSample(
      t: 3, speed: 1.5, pitchCents: -200, volume: 0.25,
      stems: [StemSample(volume: 1, pitchCents: 50, silent: false), StemSample(volume: 0.5, pitchCents: 0, silent: true)])
    values.notes = [
      NoteSample(source: "hand 7", note: 60, velocity: 90, expression: 0.75, bendCents: 25),
      NoteSample(source: "touch 0", note: nil, velocity: 1, expression: 0, bendCents: 0),
    ]
    let frame = OSCFrame(captureTime: 1, mode: .instrument, hands: [left, right], values: values)
    #expect(
      frame.messages(number: 5) == [
        OSCMessage("/gestureflow/frame", [.int(5), .text("instrument"), .int(2)]),
        OSCMessage("/gestureflow/player", [.float(1.5), .float(-200), .float(0.25)]),
        OSCMessage(
          "/gestureflow/hand",
          [
            .int(7), .text("left"), .int(3), .float(0.5), .float(0), .float(1.0 / 64), .float(8.0 / 64), .float(9.0 / 64),
            .float(16.0 / 64),
            .float(17.0 / 64),
          ]),
        OSCMessage(
          "/gestureflow/hand",
          [.int(8), .text("right"), .int(0), .float(1), .float(-1), .float(-1), .float(-1), .float(-1), .float(-1), .float(-1)]),
        OSCMessage("/gestureflow/stem", [.int(1), .float(1), .float(50), .int(0)]),
        OSCMessage("/gestureflow/stem", [.int(2), .float(0.5), .float(0), .int(1)]),
        OSCMessage("/gestureflow/note", [.text("hand 7"), .int(60), .int(90), .float(0.75), .float(25)]),
        OSCMessage("/gestureflow/note", [.text("touch 0"), .int(-1), .int(1), .float(0), .float(0)]),
      ])
  }

  /// Tests each byte against OSC 1.0.
  @Test func `the bytes are those of the standard`() throws {
    let time = OSCTime(unix: 1_000_000_000.5)
    #expect(time.seconds == 3_208_988_800 && time.fraction == 0x8000_0000)
    let bytes = try #require(OSCBundle.bytes([OSCMessage("/a", [.int(-2), .text("abcd"), .float(0.5)])], at: time))
    // In pieces, because Swift 6.2 takes too long for one sum.
    let pieces: [[UInt8]] = [
      Array("#bundle\0".utf8), [0xBF, 0x45, 0x48, 0x80, 0x80, 0, 0, 0], [0, 0, 0, 28], Array("/a\0\0,isf\0\0\0\0".utf8),
      [0xFF, 0xFF, 0xFF, 0xFE], Array("abcd\0\0\0\0".utf8), [0x3F, 0, 0, 0],
    ]
    #expect(bytes == pieces.flatMap { $0 })
  }

  @Test func `the count of seconds begins anew in 2036`() {
    #expect(OSCTime(unix: 2_085_978_496) == OSCTime(unix: 2_085_978_496 + 4_294_967_296))
    #expect(OSCTime(unix: 2_085_978_496).seconds == 0)
  }
}
