import Camera
import HandTracking
import Hands
import SyntheticHands
import Testing

/// Tests of the motion sensor.
@Suite struct MotionSensorTests {
  private static let width = 160
  private static let height = 120

  /// Returns a grey frame. It has a lighter patch of 24 x 24 pixels with its corner at `patch`, or no patch.
  private func frame(_ index: Int, patch: (x: Int, y: Int)?, noise: Int = 0, orientation: Frame.Orientation = .asFilmed) -> Frame {
    var random = SplitMix(seed: UInt64(index + 1))
    var bytes = (0..<Self.width * Self.height).map { _ in UInt8(100 + (noise == 0 ? 0 : Int(random.next() % UInt64(2 * noise + 1)) - noise))
    }
    if let patch {
      for y in patch.y..<patch.y + 24 { for x in patch.x..<patch.x + 24 { bytes[y * Self.width + x] = 180 } }
    }
    return Frame.of(
      bytes: bytes, width: Self.width, height: Self.height, luma: PlaneLayout(stride: Self.width), orientation: orientation, index: index,
      time: Double(index) / 30)
  }

  /// Returns the results of a new sensor for a sequence of frames.
  private func motion(_ frames: [Frame]) -> [Bool] {
    var sensor = MotionSensor()
    return frames.map { sensor.moved($0) }
  }

  @Test func `the first frame and a still frame are not motion`() {
    #expect(motion((0..<10).map { frame($0, patch: (40, 40)) }) == Array(repeating: false, count: 10))
  }

  /// The strip at the edge must count. A sensor that skips several per cent of the width misses the hand.
  @Test func `a hand entering at either edge of the frame is motion`() {
    for x in [-16, Self.width - 8] {
      let still = [UInt8](repeating: 100, count: Self.width * Self.height)
      let hand: [UInt8] = still.indices.map { (x..<x + 24).contains($0 % Self.width) ? 180 : 100 }
      let frames = [still, hand].enumerated().map { index, bytes in
        Frame.of(
          bytes: bytes, width: Self.width, height: Self.height, luma: PlaneLayout(stride: Self.width), index: index,
          time: Double(index) * 0.033)
      }
      #expect(motion(frames) == [false, true], "at \(x)")
    }
  }

  @Test func `the noise of a dim camera is not motion`() {
    #expect(motion((0..<30).map { frame($0, patch: nil, noise: 8) }) == Array(repeating: false, count: 30))
  }

  @Test func `a hand that comes, moves and leaves is motion`() {
    let frames = [nil, (40, 40), (70, 40), nil, nil].enumerated().map { frame($0, patch: $1) }
    #expect(motion(frames) == [false, true, true, true, false])
  }

  /// Motion inside a followed hand does not count. In memory, the hand of a mirrored frame is on the other side.
  @Test(arguments: [false, true])
  func `inside of a followed hand nothing counts`(mirrored: Bool) {
    let left = Box(minX: 0, minY: 0, maxX: 80, maxY: 120)
    let right = Box(minX: 80, minY: 0, maxX: 160, maxY: 120)
    for (place, isCovered) in [(left, !mirrored), (right, mirrored)] {
      var sensor = MotionSensor()
      let orientation: Frame.Orientation = mirrored ? .player : .asFilmed
      _ = sensor.moved(frame(0, patch: nil, orientation: orientation))
      // In memory the patch is on the left.
      let moved = sensor.moved(frame(1, patch: (30, 40), orientation: orientation), outside: [place])
      #expect(moved != isCovered)
    }
  }
}
