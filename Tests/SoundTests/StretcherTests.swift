import Foundation
import Sound
import TestSupport
import Testing

/// The stretcher by itself: where on the tape its sound comes from, what it reads of the tape, and that nothing of the music before is left.
@Suite struct StretcherTests {
  private static let block = SoundFormat.block

  private func tape(_ left: [Float]) -> Tape {
    let tape = Tape()
    tape.append(left.flatMap { [$0, -$0] }, count: left.count)
    return tape
  }

  private func sine(_ hz: Double, frames: Int) -> [Float] { (0..<frames).map { 0.5 * Float(sin(2 * .pi * hz * Double($0) / 48_000)) } }

  /// What was rendered from a frame on, the frame to read next, and how many frames the tape did not have.
  private struct Rendered {
    var left: [Float] = []
    var right: [Float] = []
    var next: Int64
    var missing = 0
    /// Blocks of the run-in.
    var silent = 0
  }

  private func render(
    _ stretcher: inout Stretcher, _ tape: Tape, from frame: Int64, speed: Float, pitch: Float = 1, frames: Int
  ) -> Rendered {
    let held = Unmanaged.passUnretained(tape)
    stretcher.rtSet(speed: speed, pitch: pitch)
    var result = Rendered(next: stretcher.rtStart(at: frame))
    while result.silent < 200, !stretcher.rtWarm(next: &result.next, held) { result.silent += 1 }
    var (left, right) = ([Float](repeating: 9, count: Self.block), [Float](repeating: 9, count: Self.block))
    while result.left.count < frames {
      result.missing += stretcher.rtRender(&left, &right, count: Self.block, next: &result.next, held)
      result.left += left
      result.right += right
    }
    return result
  }

  /// Where the sound's energy has its centre, in frames.
  private func centre(_ samples: [Float]) -> Double {
    var (weight, sum) = (0.0, 0.0)
    for (place, sample) in samples.enumerated() {
      let energy = Double(sample) * Double(sample)
      weight += energy
      sum += energy * Double(place)
    }
    return sum / weight
  }

  private func product(_ a: [Float], _ b: [Float]) -> Double { zip(a, b).reduce(0) { $0 + Double($1.0) * Double($1.1) } }

  /// A short tone that begins 9000 frames behind the start is heard that far behind it, at the speed.
  @Test(arguments: [(1, 1), (2, 1), (0.5, 1), (1, 1.5), (1, 0.5)] as [(Float, Float)], Stretcher.Quality.allCases)
  func theFirstFrameIsTheOneThatWasAskedFor(setting: (speed: Float, pitch: Float), quality: Stretcher.Quality) {
    var samples = [Float](repeating: 0, count: 60_000)
    for i in 0..<960 { samples[29_000 + i] = 0.5 * sin(Float(i) * 0.13) * sin(.pi * Float(i) / 960) }
    var stretcher = Stretcher(quality)
    let out = render(&stretcher, tape(samples), from: 20_000, speed: setting.speed, pitch: setting.pitch, frames: 30_000)
    let wanted = (9000 + 480) / Double(setting.speed)
    let off = centre(out.left) - wanted
    print("stretcher \(quality) at \(setting): off by \(Int(off)) frames, run-in \(out.silent) blocks")
    // At the original speed and pitch it is the frame itself; a short tone is smeared otherwise, by 230 frames at the most.
    #expect(abs(off) < (setting == (1, 1) ? 1 : 480), "\(off) frames")
    #expect(out.silent <= 42, "\(out.silent) blocks")
    // The right side was the left one upside down: two sides, and not one for both.
    #expect(product(out.left, out.right) < -0.5 * (product(out.left, out.left) * product(out.right, out.right)).squareRoot())
  }

  @Test(arguments: [(0.5, 1), (2, 1), (1, 2), (1, 0.25), (1.5, 0.75)] as [(Float, Float)])
  func speedAndPitchAreWhatWasSet(speed: Float, pitch: Float) {
    var stretcher = Stretcher()
    let tape = tape(sine(440, frames: 200_000))
    let begin: Int64 = 20_000
    let out = render(&stretcher, tape, from: begin, speed: speed, pitch: pitch, frames: 72_000)
    let hz = Signals.frequency(out.left[24_000..<72_000])
    #expect(abs(1200 * log2(hz / (440 * Double(pitch)))) < 3, "\(hz) Hz")
    // What was read, but for what it holds: its window, and the more of the tape the lower the pitch.
    let read = Double(out.next - begin)
    #expect(abs(read - Double(out.left.count) * Double(speed)) < 12_000, "\(read) frames for \(out.left.count)")
    #expect(out.missing == 0)
  }

  @Test func whatTheTapeDoesNotHaveIsCountedAndSilent() {
    var stretcher = Stretcher()
    let frames = 40_000
    let out = render(&stretcher, tape(sine(440, frames: frames)), from: 20_000, speed: 1, frames: 40_000)
    #expect(out.missing == Int(out.next) - frames, "every frame beyond the end, once")
    #expect(Signals.level(out.left[5000..<15_000]) > 0.3 && Signals.level(out.left[30_000...]) < 1e-3)
  }

  /// A jump in loud music to where nothing is: nothing is heard.
  @Test func startingAnewForgetsTheMusicBefore() {
    var stretcher = Stretcher()
    _ = render(&stretcher, tape(sine(3000, frames: 60_000)), from: 20_000, speed: 1.3, pitch: 0.8, frames: 20_000)
    let silence = render(&stretcher, tape([Float](repeating: 0, count: 60_000)), from: 20_000, speed: 1, frames: 20_000)
    #expect(silence.left.allSatisfy { abs($0) < 1e-4 }, "\(silence.left.map(abs).max() ?? 0)")
  }
}
