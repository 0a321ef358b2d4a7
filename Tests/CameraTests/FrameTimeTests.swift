import Camera
import Testing

/// Frames of a V4L2 camera have the driver's times on the box's clock.
@Suite struct FrameTimeTests {
  private let grey = [UInt8](repeating: 100, count: 64 * 48)

  /// Returns times of frames that each arrive 20 ms after they were taken.
  /// - Parameter stamp: the driver's time of the n-th frame, n from 1; nil for none.
  private func times(_ count: Int, _ stamp: @escaping @Sendable (UInt32) -> Double?) -> [Double] {
    let device = FakeDevice("GREY", frame: grey) { $0.stamp = stamp }
    let camera = V4L2Camera("/dev/double", device: device, clock: { device.seconds + 0.02 })
    var times: [Double] = []
    while times.count < count, case .frame(let frame) = camera.next(timeout: 0) { times.append(frame.time) }
    return times
  }

  private func isNear(_ times: [Double], _ expected: [Double]) -> Bool {
    times.count == expected.count && zip(times, expected).allSatisfy { abs($0 - $1) < 1e-6 }
  }

  private static let taken = (1...5).map { Double($0) / 30 }
  private static let arrived = taken.map { $0 + 0.02 }

  @Test func `a driver's time on the box's own clock counts`() {
    let times = times(5) { Double($0) / 30 }
    #expect(isNear(times, Self.taken), "\(times)")
  }

  /// No time (another kind of clock), zero, and a constant time.
  @Test(arguments: [nil, 0, 0.01] as [Double?])
  func `without a driver's time the arrival counts`(stamp: Double?) {
    let times = times(5) { _ in stamp }
    #expect(isNear(Array(times.dropFirst()), Array(Self.arrived.dropFirst())), "\(times)")
  }

  /// The driver's clock is the time of day or the boot time, which includes sleep.
  @Test(arguments: [1_700_000_000, 90_000] as [Double])
  func `a driver's other clock is moved onto the box's`(offset: Double) {
    let times = times(5) { offset + Double($0) / 30 }
    #expect(isNear(times, Self.arrived), "\(times)")
  }

  /// Some drivers stamp a frame slightly before the previous one, or with garbage. Time must still advance for
  /// a hand that holds a control.
  @Test func `a time that stumbles goes on`() {
    let wrong: [UInt32: Double] = [3: -0.05, 5: -1.0 / 30, 7: -3600, 9: 3600, 12: .nan]
    let times = times(14) { Double($0) / 30 + (wrong[$0] ?? 0) }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(steps.count == 13 && steps.allSatisfy { $0 > 0 && $0 < 0.07 }, "\(times)")
    #expect(times.last.map { abs($0 - 14.0 / 30) < 1e-6 } == true, "a right time after a wrong one counts")
  }
}
