import Camera
import SyntheticHands
import Testing

@Suite struct VirtualPerformerTests {
  private func performer(live: Bool = false, seconds: Double? = nil, orientation: Frame.Orientation = .player) throws -> VirtualPerformer {
    let script = try #require(Scripts.named("open"))
    return VirtualPerformer(script, width: 64, height: 48, rate: 30, live: live, seconds: seconds, orientation: orientation)
  }

  @Test func `without a clock every frame comes at its time and then the end`() throws {
    let source = try performer(seconds: 1)
    for index in 0..<30 {
      guard case .frame(let frame) = source.next(timeout: 0) else { Issue.record("frame \(index)"); return }
      #expect(frame.index == index && frame.time == Double(index) / 30 && frame.mirrored && frame.isSelfie)
    }
    guard case .ended = source.next(timeout: 0) else { Issue.record("it goes on"); return }
    #expect(source.dropped == 0)
  }

  @Test func `the truth is in the frame's own coordinates`() throws {
    let mirrored = try #require(performer().truth(of: 10).first)
    let plain = try #require(performer(orientation: .asFilmed).truth(of: 10).first)
    #expect(mirrored.handedness == plain.handedness)
    #expect(abs(mirrored.landmarks[8].x - (1 - plain.landmarks[8].x)) < 1e-6 && mirrored.landmarks[8].y == plain.landmarks[8].y)
  }

  /// Each frame of a real camera would be delivered or counted.
  @Test func `live, no frame comes twice and none is lost`() throws {
    let source = try performer(live: true)
    var last = -1
    var count = 0
    for _ in 0..<10 {
      guard case .frame(let frame) = source.next(timeout: 1) else { Issue.record("no frame"); return }
      #expect(frame.index > last)
      last = frame.index
      count += 1
    }
    #expect(last + 1 == count + source.dropped)
  }

  @Test func `closed it ends`() throws {
    let source = try performer()
    source.close()
    guard case .ended = source.next(timeout: 0) else { Issue.record("it goes on"); return }
  }
}
