import Sound
import Stretch
import TestSupport
import Testing

/// Tests of the stretcher's read-ahead. Music stops by this limit before its tape runs dry.
@Suite struct ReadAheadTests {
  /// A source of beats and rolls that records the farthest frame read.
  private struct Spy: StretchSource {
    let memory: UnsafeMutablePointer<Int64>

    func rtRead(from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) -> Int {
      memory.pointee = max(memory.pointee, frame + Int64(count))
      for i in 0..<count {
        left[i] = noise(frame + Int64(i))
        right[i] = -left[i]
      }
      return 0
    }

    private func noise(_ frame: Int64) -> Float { Float((frame &* 7919) % 2001 - 1000) / 4000 }

    func rtOnsets(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int {
      var at = (max(frame, -1) / 6000 + 1) * 6000
      for k in 0..<most {
        list[k] = Onset(at, isRoll: at / 48_000 % 2 == 1)
        at += 6000
      }
      return most
    }
  }

  /// If the tape has the requested frames, the following fade misses none. That holds at any speed and pitch.
  @Test(arguments: 0..<4)
  func `never is more read than was asked for`(seed: Int) {
    let memory = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)
    defer {
      memory.deallocate()
      planes.deallocate()
    }
    planes.initialize(repeating: 0, count: 2 * SoundFormat.block)
    memory.initialize(to: 0)
    let spy = Spy(memory: memory)
    let ahead = ReadAhead()
    var random = SplitMix(UInt64(seed))
    var stretcher = Stretcher()
    var (speed, ratio) = (1.0, 1.0)
    _ = stretcher.start(at: Place(frame: 50_000), speed: speed, ratio: ratio, spy)
    var asked = 50_000 + ahead.rtFrames(speed: speed, ratio: ratio)
    var farthest = Int64.min
    #expect(memory.pointee <= asked)
    for _ in 0..<250 {
      let before = ratio
      if random.next() % 3 == 0 {
        speed = [0.1, 0.5, 1, 2, 0.1 + 1.9 * random.unit()][Int(random.next() % 5)]
        ratio = [0.25, 0.5, 1, 2, 4, 0.25 + random.unit()][Int(random.next() % 6)]
      }
      asked = max(asked, stretcher.place.frame + ahead.rtFrames(speed: speed, ratio: min(before, ratio)))
      // The loop lasts as long as a fade, during which the speed is fixed.
      for _ in 0..<4 {
        _ = stretcher.rtRender(planes, planes + SoundFormat.block, count: SoundFormat.block, speed: speed, ratio: ratio, spy)
        farthest = max(farthest, memory.pointee - asked)
      }
    }
    print("seed \(seed): farthest read \(-farthest) frames before the limit")
    #expect(farthest <= 0, "\(farthest) frames too far")
    #expect(memory.pointee > stretcher.place.frame, "it did read")
  }

  /// A stretcher that was only primed obeys the same limit, for the length of a fade.
  @Test(arguments: [0.1, 0.5, 1.3, 2], [0.25, 0.5, 0.89, 1.1, 2, 4])
  func `a start reads no farther than was asked for`(speed: Double, ratio: Double) {
    let memory = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    defer { memory.deallocate() }
    for place in stride(from: Int64(50_000), to: 56_000, by: 500) {
      memory.initialize(to: 0)
      var stretcher = Stretcher()
      _ = stretcher.start(at: Place(frame: place), speed: speed, ratio: ratio, Spy(memory: memory))
      #expect(memory.pointee <= place + ReadAhead().rtFrames(speed: speed, ratio: ratio))
    }
  }

  /// The worker primes a tape by the stretcher's own figure, which is larger.
  @Test func `the primed part of a tape is long enough`() {
    for speed in [0.1, 1, 2] {
      for ratio in [0.25, 1, 4] {
        #expect(ReadAhead().rtFrames(speed: speed, ratio: ratio) <= Int64(Stretcher.lookAhead(speed: speed, ratio: ratio)))
      }
    }
  }
}
