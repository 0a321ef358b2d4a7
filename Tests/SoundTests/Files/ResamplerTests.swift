import Foundation
import GestureFlowAPI
import Sound
import TestSupport
import Testing

/// All input comes out, and the number of held frames is known.
@Suite struct ResamplerTests {
  @Test(arguments: [8000, 22_050, 44_100, 96_000, 192_000])
  func `every frame that went in is out or held`(rate: Int) throws {
    let resampler = try Resampler(rate: rate, for: "test")
    let input = [Float](repeating: 0.25, count: 2 * 1000)
    var output = [Float](repeating: 0, count: 2 * 20_000)
    var (fed, made) = (0, 0)
    for _ in 0..<20 {
      var at = 0
      while at < 1000 {
        let result = output.withUnsafeMutableBufferPointer { out in
          input.withUnsafeBufferPointer {
            resampler.process($0.baseAddress! + 2 * at, count: 1000 - at, to: out.baseAddress!, room: 20_000, isLast: false)
          }
        }
        at += result.used
        made += result.made
        if result.used == 0, result.made == 0 { break }
      }
      fed += at
      let due = Double(fed) * 48_000 / Double(rate)
      #expect(abs(Double(made) + Double(resampler.held) - due) <= 1)
    }
    #expect(fed == 20_000 && resampler.held > 0, "a filter of some length holds something")
    // The end releases the held frames. A constant stays constant when the filter is full.
    let held = resampler.held
    let rest = output.withUnsafeMutableBufferPointer { out in
      input.withUnsafeBufferPointer {
        resampler.process($0.baseAddress!, count: 0, to: out.baseAddress!, room: 20_000, isLast: true).made
      }
    }
    #expect(abs(Int64(rest) - held) <= 2)
    resampler.reset()
    #expect(resampler.held == 0)
  }

  /// Measures the level and everything besides the tone: mirror images, spurs and drift. The last rate has more
  /// places between two frames than the table has rows.
  @Test(arguments: [8000, 11_025, 22_050, 44_100, 88_200, 96_000, 192_000, 44_101])
  func `a sine stays a sine`(rate: Int) throws {
    let hz = min(0.4 * Double(rate), 17_000)
    let out = try converted(rate: rate, frames: rate * 2) { 0.5 * sin(2 * .pi * hz * Double($0) / Double(rate)) }
    let wanted = (0..<out.count).map { 0.5 * sin(2 * .pi * hz * Double($0) / 48_000) }
    let middle = 4000..<out.count - 4000
    let error = middle.map { pow(Double(out[$0]) - wanted[$0], 2) }.reduce(0, +) / Double(middle.count) / 0.125
    #expect(10 * log10(error) < -90, "\(10 * log10(error)) dB at \(hz) Hz")
  }

  @Test(arguments: [88_200, 96_000, 192_000])
  func `frequencies above the new rate's limit are removed`(rate: Int) throws {
    let out = try converted(rate: rate, frames: rate) { 0.5 * sin(2 * .pi * 26_000 * Double($0) / Double(rate)) }
    let level = out[4000..<out.count - 4000].map { Double($0 * $0) }.reduce(0, +) / Double(out.count - 8000) / 0.125
    #expect(10 * log10(level) < -90, "\(10 * log10(level)) dB")
  }

  @Test func `minutes do not drift, and in the long ring an hour`() throws {
    let seconds = Ring.isLong ? 3600 : 300
    let resampler = try Resampler(rate: 44_100, for: "test")
    let input = [Float](repeating: 0, count: 2 * 4410)
    var output = [Float](repeating: 0, count: 2 * 5000)
    var made = 0
    for _ in 0..<10 * seconds {
      made += output.withUnsafeMutableBufferPointer { out in
        resampler.process(input, count: 4410, to: out.baseAddress!, room: 5000, isLast: false).made
      }
    }
    #expect(Int64(made) + resampler.held == Int64(seconds) * 48_000)
  }

  @Test(arguments: [0, 12, 2_000_000_000])
  func `rates out of range are refused`(rate: Int) {
    #expect(throws: FileError.self) { try Resampler(rate: rate, for: "strange.wav") }
  }

  /// Converts a mono sound in pieces of odd lengths.
  /// - Returns: the left side.
  private func converted(rate: Int, frames: Int, _ value: (Int) -> Double) throws -> [Float] {
    let resampler = try Resampler(rate: rate, for: "test")
    let input = (0..<frames).flatMap { i -> [Float] in [Float(value(i)), Float(-value(i))] }
    var (all, at, piece) = ([Float](), 0, 1)
    var output = [Float](repeating: 0, count: 2 * 777)
    while true {
      let count = min(piece, frames - at)
      let result = output.withUnsafeMutableBufferPointer { out in
        input.withUnsafeBufferPointer {
          resampler.process($0.baseAddress! + 2 * at, count: count, to: out.baseAddress!, room: 777, isLast: at + count == frames)
        }
      }
      for i in 0..<result.made {
        all.append(output[2 * i])
        #expect(output[2 * i + 1] == -output[2 * i])
      }
      at += result.used
      piece = piece % 3000 + 613
      if at == frames, result.made == 0 { return all }
    }
  }
}
