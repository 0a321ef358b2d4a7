import CTrap
import Glibc
import Stretch

/// Renders many blocks of a playhead in every way, with traps set.
/// The traps count any allocation and any lock. It prints `WAY blocks=N forbidden=N first=NAME peak=X` for each way. A
/// way that is not clean or not audible is a failure.
enum StretchCheck {
  /// The tasks of the playhead.
  private enum Way: CaseIterable {
    case through, speed, pitch, both, edges, comingAndGoing, jumps, roll, outside

    /// Returns speed and cents of a block.
    func controls(_ i: Int) -> (speed: Double, cents: Double) {
      switch self {
      case .through: (1, 0)
      case .speed: (0.1 + 1.9 * Double(i % 997) / 997, 0)
      case .pitch: (1, Double(i % 4801 - 2400))
      case .both, .outside: (0.1 + 1.9 * Double(i % 613) / 613, Double(i * 7 % 4801 - 2400))
      case .edges: (i % 40 < 20 ? 0.05 : 4, i % 50 < 25 ? -2400 : 2400)
      case .comingAndGoing: i % 400 < 300 ? (1, 0) : (0.7, 100)
      case .jumps: i % 200 < 100 ? (1, 0) : (1.2, 300)
      case .roll: (0.8, 0)
      }
    }
  }

  /// Returns ten seconds: a chord, a beat, and in the second half a roll.
  private static func material() -> [Float] {
    var seed: UInt32 = 1
    return (0..<480_000).flatMap { i -> [Float] in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      let noise = Float(Int32(bitPattern: seed)) / 2_147_483_648
      let since = i < 240_000 ? i % 12_000 : i % 720
      let x = Float(0.1 * sin(Double(i) * 0.03) + 0.1 * sin(Double(i) * 0.041)) + 0.4 * noise * exp(-Float(since) / 60)
      return [x, -0.8 * x]
    }
  }

  private static func run(
    _ way: Way, _ blocks: Int, _ source: borrowing MemorySource, _ planes: UnsafeMutablePointer<Float>, isSeeded: Bool
  ) -> Bool {
    var head = Playhead()
    var count = BlockCount()
    for i in 0..<blocks {
      let (speed, cents) = way.controls(i)
      // In the box an ordinary thread does this.
      if i == 0 || way == .jumps && i % 41 == 0 || way != .outside && i % 500 == 0 {
        let next = StretcherHandle.make()
        let place = way == .roll ? 250_000 : way == .outside ? 470_000 : Double(i % 7) * 20_000
        _ = next.start(at: Place(place), speed: speed, ratio: PitchRatio.rtFrom(cents: cents), source)
        if !head.rtTake(next) { next.free() }
      }
      trap_arm()
      _ = head.rtRender(
        planes, planes + 128, count: 128, speed: speed, ratio: PitchRatio.rtFrom(cents: cents), source, former: source)
      let old = head.rtReleased()
      count.disarm(isSeeded: isSeeded && i == 7)
      old?.free()
      count.include(planes, count: 256)
    }
    count.report("\(way)", blocks)
    return count.forbidden == 0 && count.peak > 0.02
  }

  /// Renders all ways.
  /// - Parameter blocks: of each way.
  /// - Returns: whether all ways are clean and audible.
  static func run(_ blocks: Int, isSeeded: Bool) -> Bool {
    let source = MemorySource(material())
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    planes.initialize(repeating: 0, count: 256)
    var isGood = true
    for way in Way.allCases where !run(way, blocks, source, planes, isSeeded: isSeeded) { isGood = false }
    return isGood
  }
}
