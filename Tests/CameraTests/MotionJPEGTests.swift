import CTurboJPEG
import Camera
import Foundation
import TestSupport
import Testing

/// Irregular frames are accepted and counted; damaged ones are rejected and counted.
@Suite struct MotionJPEGTests {
  private func look(_ frame: [UInt8]) -> (isTaken: Bool, damage: FrameDamage) {
    let camera = V4L2Camera("/dev/double", device: FakeDevice("MJPG", frame: frame), clock: { 100 })
    guard case .frame = camera.next(timeout: 0.01) else { return (false, camera.damage) }
    return (true, camera.damage)
  }

  /// Returns the start of the coded data, after the header of the scan.
  private func scanStart(_ jpeg: [UInt8]) -> Int {
    for at in 0..<(jpeg.count - 3) where jpeg[at] == 0xFF && jpeg[at + 1] == 0xDA {
      return at + 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
    }
    return 0
  }

  @Test func `whole frames are not counted`() {
    for frame in [TestFrames.jpeg(), TestFrames.withRestarts, TestFrames.jpeg() + [0, 0, 0, 0]] {
      let result = look(frame)
      #expect(result.isTaken && result.damage == FrameDamage())
    }
  }

  /// "extraneous bytes before marker 0xd0" comes with nearly every frame of common Logitech cameras.
  @Test func `bytes before a restart mark are harmless`() throws {
    var frame = TestFrames.withRestarts
    let mark = try #require((scanStart(frame)..<frame.count - 1).first { frame[$0] == 0xFF && frame[$0 + 1] == 0xD0 })
    // The decoder does not notice fewer bytes.
    frame.insert(contentsOf: [UInt8](repeating: 0x55, count: 10), at: mark)
    let result = look(frame)
    #expect(result.isTaken && result.damage == FrameDamage(warned: 1))
  }

  @Test func `bytes in the header are harmless`() {
    var frame = TestFrames.jpeg()
    frame.insert(contentsOf: [0x11, 0x22, 0x33], at: 2)
    let result = look(frame)
    #expect(result.isTaken && result.damage == FrameDamage(warned: 1))
  }

  @Test func `the standard tables need not be sent`() throws {
    // Motion JPEG of cameras often leaves the Huffman tables out.
    var frame = TestFrames.jpeg()
    while let at = (0..<scanStart(frame)).first(where: { frame[$0] == 0xFF && frame[$0 + 1] == 0xC4 }) {
      frame.removeSubrange(at..<(at + 2 + Int(frame[at + 2]) << 8 + Int(frame[at + 3])))
    }
    #expect(frame.count < TestFrames.jpeg().count - 100)
    #expect(look(frame).isTaken)
  }

  @Test func `a cut frame is refused`() {
    for whole in [TestFrames.jpeg(), TestFrames.withRestarts] {
      let body = whole.count - scanStart(whole)
      for part in [1, body / 3, body / 2, body - 3] {
        let result = look(Array(whole.prefix(scanStart(whole) + part)))
        #expect(!result.isTaken && result.damage == FrameDamage(refused: 1), "\(part) of \(body)")
      }
    }
  }

  /// The decoder reports only the first irregularity. A harmless one must not hide missing data.
  @Test func `a harmless warning hides no damage`() {
    let whole = TestFrames.jpeg()
    let start = scanStart(whole)
    let half = start + (whole.count - start) / 2
    for end in [[], [0xFF, 0xD9]] as [[UInt8]] {
      var frame = Array(whole.prefix(half)) + end
      frame.insert(contentsOf: [0x11, 0x22, 0x33], at: 2)
      let result = look(frame)
      #expect(!result.isTaken && result.damage == FrameDamage(refused: 1))
    }
    // Extra bytes before the first restart marker; the data from the third on is missing.
    var frame = TestFrames.withRestarts
    let third = (scanStart(frame)..<frame.count - 1).first { frame[$0] == 0xFF && frame[$0 + 1] == 0xD2 } ?? 0
    frame = Array(frame.prefix(third)) + [0xFF, 0xD9]
    let first = (scanStart(frame)..<frame.count - 1).first { frame[$0] == 0xFF && frame[$0 + 1] == 0xD0 } ?? 0
    frame.insert(contentsOf: [UInt8](repeating: 0x55, count: 10), at: first)
    #expect(third > first && !look(frame).isTaken)
  }

  @Test func `data that is not a frame is rejected and the decoder goes on`() {
    let device = FakeDevice("MJPG", frame: [])
    let camera = V4L2Camera("/dev/double", device: device, clock: { 100 })
    let wrong: [[UInt8]] = [
      [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xD9], [UInt8](repeating: 0, count: 500), Array("no frame at all".utf8),
      Array(TestFrames.jpeg().prefix(200)),
    ]
    for (count, frame) in wrong.enumerated() {
      device.change { $0.frame = frame }
      if case .frame = camera.next(timeout: 0.01) { Issue.record("\(frame.prefix(8)) was delivered") }
      #expect(camera.damage.refused == count + 1)
      device.change { $0.frame = TestFrames.jpeg() }
      guard case .frame = camera.next(timeout: 0.01) else { Issue.record("no frame after \(frame.prefix(8))"); return }
    }
  }

  /// Random changes of bytes, 500 times, and 2000 times in the long ring: no crash, and every frame is counted once.
  @Test func `damage at random never hurts`() {
    let device = FakeDevice("MJPG", frame: [])
    let camera = V4L2Camera("/dev/double", device: device, clock: { 100 })
    var seed: UInt64 = 7
    func random(_ below: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % below
    }
    var taken = 0
    for round in 0..<(Ring.isLong ? 2000 : 500) {
      var frame = round % 2 == 0 ? TestFrames.jpeg() : TestFrames.withRestarts
      for _ in 0...random(4) { frame[2 + random(frame.count - 2)] = UInt8(random(256)) }
      device.change { $0.frame = frame }
      if case .frame = camera.next(timeout: 0.01) { taken += 1 }
      #expect(taken + camera.damage.refused == round + 1)
    }
  }

  @Test func `warnings are distinguished by their words`() {
    #expect(MotionJPEG.isHarmless("Corrupt JPEG data: 4 extraneous bytes before marker 0xd7"))
    #expect(MotionJPEG.isHarmless("Warning: unknown JFIF revision number 2.01"))
    #expect(!MotionJPEG.isHarmless("Corrupt JPEG data: 749 extraneous bytes before marker 0xd9"))
    #expect(!MotionJPEG.isHarmless("Corrupt JPEG data: premature end of data segment"))
    #expect(!MotionJPEG.isHarmless("Corrupt JPEG data: bad Huffman code"))
    #expect(!MotionJPEG.isHarmless("Premature end of JPEG file"))
    #expect(!MotionJPEG.isHarmless(""))
  }
}
