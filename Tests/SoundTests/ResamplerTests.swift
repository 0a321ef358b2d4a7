import Sound
import Testing

/// What goes in comes out, and what is on its way is known.
@Suite struct ResamplerTests {
  @Test(arguments: [8000, 22_050, 44_100, 96_000, 192_000])
  func everyFrameThatWentInIsOutOrHeld(rate: Int) throws {
    let resampler = try Resampler(rate: rate, for: "test")
    let input = [Float](repeating: 0.25, count: 2 * 1000)
    var output = [Float](repeating: 0, count: 2 * 20_000)
    var (fed, made) = (0, 0)
    for _ in 0..<20 {
      var at = 0
      while at < 1000 {
        let result = try #require(
          output.withUnsafeMutableBufferPointer { out in
            input.withUnsafeBufferPointer {
              resampler.process($0.baseAddress! + 2 * at, count: 1000 - at, to: out.baseAddress!, room: 20_000, isLast: false)
            }
          })
        at += result.used
        made += result.made
        if result.used == 0, result.made == 0 { break }
      }
      fed += at
      let due = Double(fed) * 48_000 / Double(rate)
      #expect(abs(Double(made) + Double(resampler.held) - due) <= 1)
    }
    #expect(fed == 20_000 && resampler.held > 0, "a filter of some length holds something")
    // The end lets it go; a constant stays a constant where the filter is full.
    let held = resampler.held
    let rest = output.withUnsafeMutableBufferPointer { out in
      input.withUnsafeBufferPointer {
        resampler.process($0.baseAddress!, count: 0, to: out.baseAddress!, room: 20_000, isLast: true)?.made ?? 0
      }
    }
    #expect(abs(Int64(rest) - held) <= 2)
    resampler.reset()
    #expect(resampler.held == 0)
  }
}
