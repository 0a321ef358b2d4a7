import GestureFlowAPI
import Sound
import Supervisor
import TestSupport
import Testing

/// Tests of the delay from clicks of the box to their recording, with recordings that are computed.
@Suite struct SoundLatencyTests {
  /// A cable or a room between output and input.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Seconds from a click to its recording, and share of its level; negative for a cable that turns the sound over.
    var delay = 0.0123
    var level: Float = 0.5
    /// Peak of the noise, and of a tone that plays meanwhile.
    var noise: Float = 0.001
    var music: Float = 0
    /// Whether echoes follow.
    var hasEchoes = false

    init(_ name: String, _ change: (inout Way) -> Void = { _ in }) {
      testDescription = name
      change(&self)
    }
  }

  private static let rate = Double(SoundFormat.rate)

  /// Adds a sound to a recording.
  private func add(_ sound: [Float], _ level: Float, to recording: inout [Float], at second: Double) {
    let begin = Int((second * Self.rate).rounded())
    for (i, sample) in sound.enumerated() where begin + i < recording.count { recording[begin + i] += level * sample }
  }

  /// Measures twenty clicks.
  /// - Parameter lost: seconds of sound that the card loses in the middle.
  private func measure(_ way: Way, lost: Double = 0) -> SoundLatency {
    var random = SplitMix(5)
    var latency = SoundLatency()
    let start = 100.0
    var times = [start + 0.3]
    for number in 0..<SoundLatency.clicks - 1 { times.append(times[number] + SoundLatency.pause(after: number)) }
    var recording = [Float](repeating: 0, count: Int((times[times.count - 1] - start + 1) * Self.rate))
    for i in recording.indices {
      recording[i] = way.noise * Float(2 * random.unit() - 1) + (way.music > 0 ? way.music * Float(i % 145 < 72 ? 1 : -1) : 0)
    }
    for time in times {
      latency.clicked(at: time)
      add(SoundLatency.click, way.level, to: &recording, at: time - start + way.delay)
      guard way.hasEchoes else { continue }
      for echo in [(0.004, 0.6), (0.011, -0.5), (0.031, 0.3)] as [(Double, Float)] {
        add(SoundLatency.click, way.level * echo.1, to: &recording, at: time - start + way.delay + echo.0)
      }
    }
    // The card tells its place up to 5 ms late. Reads are of different lengths.
    var at = 0
    while at < recording.count {
      let end = min(recording.count, at + 1200 + Int(random.unit() * 2400))
      let isLost = lost > 0 && at > recording.count / 2 && at < recording.count / 2 + Int(lost * Self.rate)
      if !isLost { latency.add(Array(recording[at..<end]), at: start + Double(at) / Self.rate + 0.005 * random.unit()) }
      at = end
    }
    return latency
  }

  @Test(arguments: [
    Way("a cable"), Way("a long way") { $0.delay = 0.31 }, Way("turned over") { $0.level = -0.4 },
    Way("quiet") { ($0.level, $0.noise) = (0.05, 0.003) }, Way("over music") { $0.music = 0.1 },
    Way("a room") { ($0.level, $0.hasEchoes) = (0.1, true) },
  ])
  func `the delay is right within 2 ms`(way: Way) throws {
    let latency = measure(way)
    let delays = latency.delays
    #expect(delays.count == SoundLatency.clicks)
    for delay in delays { #expect(abs(delay - way.delay) < 0.002, "\(delay)") }
    let figures = try latency.quantiles()
    #expect(figures.count == SoundLatency.clicks && figures.p50 <= figures.p95 && figures.p95 <= figures.max)
    #expect(abs(figures.p50 - 1000 * way.delay) < 2, "\(figures)")
  }

  @Test(arguments: [Way("silence") { ($0.level, $0.noise) = (0, 0) }, Way("noise alone") { ($0.level, $0.noise) = (0, 0.05) }])
  func `clicks that nothing hears have a remedy and no figure`(way: Way) {
    let latency = measure(way)
    let failure = #expect(throws: Failure.self) { try latency.quantiles() }
    #expect(failure?.reason == "0 of 20 clicks were heard" && failure?.remedy.contains("by a cable") == true)
    #expect(SoundLatency().delays.isEmpty)
  }

  @Test func `sound that the card loses costs the clicks beside it alone`() throws {
    let way = Way("a cable")
    let delays = measure(way, lost: 0.4).delays
    #expect((SoundLatency.clicks - 3..<SoundLatency.clicks).contains(delays.count), "\(delays.count)")
    for delay in delays { #expect(abs(delay - way.delay) < 0.002, "\(delay)") }
  }

  @Test func `a click is short, quiet and without a step`() {
    let click = SoundLatency.click
    #expect(click.count == SoundFormat.rate / 100 && click.allSatisfy { abs($0) <= 0.25 })
    #expect(abs(click.first ?? 1) < 0.001 && abs(click.last ?? 1) < 0.001)
  }
}
