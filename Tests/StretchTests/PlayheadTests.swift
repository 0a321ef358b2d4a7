import Foundation
import Stretch
import TestSupport
import Testing

@Suite final class PlayheadTests {
  private let source = MemorySource(Sounds.mixture(seconds: 6))

  /// A playhead with planes, rendered block by block.
  private final class Course {
    var head = Playhead()
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    init() { planes.initialize(repeating: 0, count: 256) }
    deinit { planes.deallocate() }
    func take(_ next: StretcherHandle) -> Bool { head.rtTake(next) }
    func released() -> StretcherHandle? { head.rtReleased() }
    func endFade() { head.rtEndFade() }
    var position: Int64 { head.rtPlace().frame << 32 | Int64(head.rtPlace().fraction) }
    func block(_ speed: Double, _ cents: Double, _ source: borrowing MemorySource) -> [Float] {
      _ = head.rtRender(
        planes, planes + 128, count: 128, speed: speed, ratio: PitchRatio.rtFrom(cents: cents), source, former: source)
      return Array(UnsafeBufferPointer(start: planes, count: 128))
    }
  }

  private func started(at position: Double, _ speed: Double, _ cents: Double) -> StretcherHandle {
    let handle = StretcherHandle.make()
    _ = handle.start(at: Place(position), speed: speed, ratio: PitchRatio.rtFrom(cents: cents), source)
    return handle
  }

  @Test func `without a stretcher there is silence`() {
    let course = Course()
    #expect(course.block(1, 0, source).allSatisfy { $0 == 0 })
    #expect(course.position == 0)
  }

  @Test func `the first frame of a start is heard at full level`() {
    for (speed, cents) in [(1.0, 0.0), (0.5, -700), (2, 1200)] {
      let course = Course()
      #expect(course.take(started(at: 30_000, speed, cents)))
      var sound: [Float] = []
      for _ in 0..<20 { sound += course.block(speed, cents, source) }
      let (first, later) = (Signals.level(sound[..<480]), Signals.level(sound[960...]))
      #expect(abs(Signals.decibels(first / later)) < 4, "\(first) and \(later)")
    }
  }

  /// After the fade the output equals that of a stretcher started there. It is equal to the last bit.
  @Test func `a jump fades over in 10 milliseconds and gives the old stretcher back`() {
    let course = Course()
    _ = course.take(started(at: 0, 0.8, 200))
    for _ in 0..<100 { _ = course.block(0.8, 200, source) }
    #expect(course.released()?.free() == nil)
    #expect(course.take(started(at: 100_000, 0.8, 200)))
    // During the fade no other stretcher can be taken.
    let other = started(at: 5, 1, 0)
    #expect(!course.take(other))
    other.free()
    var sound: [Float] = []
    for _ in 0..<20 { sound += course.block(0.8, 200, source) }
    let alone = Sounds.render(source, blocks: 20, at: 100_000) { _ in (0.8, 200) }
    #expect(Array(sound[480...]) == Array(alone.left[480...]))
    #expect(sound[0] != alone.left[0])
    let level = stride(from: 0, to: 480, by: 96).map { Signals.level(sound[$0..<$0 + 240]) }
    #expect(level.allSatisfy { $0 > 0.05 })
    let old = course.released()
    #expect(old != nil)
    #expect(course.released()?.free() == nil)
    old?.free()
    #expect(course.position == alone.position)
  }

  /// A source that counts the requests. A stretcher's request begins the work on a grain.
  private final class Spy: StretchSource {
    private(set) var asked = 0
    func rtRead(from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) -> Int {
      asked += 1
      for i in 0..<count { (left[i], right[i]) = (Float((frame + Int64(i)) % 100) / 200, 0) }
      return 0
    }
    func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int {
      asked += 1
      return 0
    }
  }

  /// During a fade only the old stretcher works. The new one got all its sound for that time at its start. So a jump
  /// costs little more than the blocks before it.
  @Test(arguments: [(0.8, 200.0), (0.5, 0), (1.9, 1200), (1.3, -1200), (1.2, 2400), (0.3, -2400)])
  func `in a fade only one stretcher has grains to work on`(speed: Double, cents: Double) {
    let (spies, ratio) = ([Spy(), Spy()], PitchRatio.rtFrom(cents: cents))
    let handles = spies.map { spy in
      let handle = StretcherHandle.make()
      _ = handle.start(at: Place(frame: 60_000), speed: speed, ratio: ratio, spy)
      return handle
    }
    var head = Playhead()
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    defer { planes.deallocate() }
    planes.initialize(repeating: 0, count: 256)
    let isFirstTaken = head.rtTake(handles[0])
    for _ in 0..<20 { _ = head.rtRender(planes, planes + 128, count: 128, speed: speed, ratio: ratio, spies[0], former: spies[0]) }
    let isNextTaken = head.rtTake(handles[1])
    #expect(isFirstTaken && isNextTaken)
    let before = spies.map(\.asked)
    // The fade begins within a block. A command that is due there does the same.
    var counts = [31]
    while head.rtReleased()?.free() == nil {
      _ = head.rtRender(planes, planes + 128, count: counts.last!, speed: speed, ratio: ratio, spies[1], former: spies[0])
      counts.append(128)
    }
    #expect(counts.count == 6)
    #expect(spies[0].asked > before[0] && spies[1].asked == before[1], "\(spies[1].asked - before[1])")
    for _ in 0..<20 { _ = head.rtRender(planes, planes + 128, count: 128, speed: speed, ratio: ratio, spies[1], former: spies[1]) }
    #expect(spies[1].asked > before[1])
  }

  /// During silence a fade is not rendered to its end. The old stretcher is released immediately. The next sound is
  /// only that of the new one.
  @Test func `a fade can be ended at once`() {
    let course = Course()
    course.endFade()
    #expect(course.released()?.free() == nil)
    _ = course.take(started(at: 0, 0.8, 200))
    course.endFade()
    #expect(course.released()?.free() == nil, "there is nothing that is left")
    _ = course.block(0.8, 200, source)
    #expect(course.take(started(at: 100_000, 0.8, 200)))
    course.endFade()
    let old = course.released()
    #expect(old != nil)
    old?.free()
    let alone = Sounds.render(source, blocks: 4, at: 100_000) { _ in (0.8, 200) }
    var sound: [Float] = []
    for _ in 0..<4 { sound += course.block(0.8, 200, source) }
    #expect(sound == alone.left && course.position == alone.position)
    // The next stretcher can be taken.
    #expect(course.take(started(at: 5, 1, 0)))
  }
}
