import Foundation
import GestureFlowAPI
import Library
import TestSupport
import Testing

/// Tests of loudness by ITU-R BS.1770, for sound files of all forms.
@Suite struct LoudnessMeterTests {
  /// Returns a sine on both sides. At full scale and 997 Hz one side is -3.01 LUFS, and both together are 0
  /// (BS.1770-4, annex 1).
  private func sine(_ decibels: Double, seconds: Double = 5, rate: Int = 48_000, hertz: Double = 997) -> [Float] {
    Signals.sine(hertz, seconds: seconds, level: Float(pow(10, decibels / 20)), rate: Double(rate))
  }

  private static let levels = Ring.cases([-16], of: [-0.5, -16, -40.0])

  private func measured(_ path: String, from start: Int? = nil, to end: Int? = nil) throws -> Loudness {
    let result = TrackMeasurement.measure(path, from: start, to: end) { true }
    guard case .measured(let loudness?) = result else {
      Issue.record("\(result)")
      throw CancellationError()
    }
    return loudness
  }

  @Test(arguments: Ring.cases([8000, 44_100, 192_000], of: [8000, 22_050, 44_100, 48_000, 96_000, 192_000]), levels)
  func `a sine has its known loudness and peak`(rate: Int, decibels: Double) throws {
    let meter = try #require(LoudnessMeter(rate: rate))
    let samples = sine(decibels, rate: rate)
    meter.add(samples, frames: samples.count / 2)
    let loudness = try #require(meter.loudness)
    #expect(abs(loudness.level - decibels) < 0.1, "\(loudness)")
    let peak = try #require(loudness.peak)
    #expect(abs(LoudnessMode.decibels(peak) - decibels) < 0.3, "\(loudness)")
  }

  /// A sine of a quarter of the rate. Its samples miss the crests by an eighth of a period.
  @Test func `the peak is the one between the samples`() throws {
    let meter = try #require(LoudnessMeter(rate: 48_000))
    let samples = (0..<96_000).flatMap { [Float](repeating: Float(sin(.pi / 4 + .pi / 2 * Double($0))), count: 2) }
    meter.add(samples, frames: samples.count / 2)
    let peak = try #require(meter.loudness?.peak)
    #expect(abs(LoudnessMode.decibels(peak)) < 0.6, "the samples alone have -3 dB")
  }

  @Test func `silence and less than a block have no loudness`() throws {
    let meter = try #require(LoudnessMeter(rate: 48_000))
    meter.add([Float](repeating: 0, count: 192_000), frames: 96_000)
    #expect(meter.loudness == nil)
    let short = try #require(LoudnessMeter(rate: 48_000))
    short.add(sine(-10, seconds: 0.3), frames: 14_400)
    #expect(short.loudness == nil)
    for rate in [0, -1, 15, 768_001, .max] { #expect(LoudnessMeter(rate: rate) == nil) }
  }

  // MARK: - Files

  @Test func `a file is measured as it is heard`() throws {
    try Places.withFolder { (folder: URL) throws in
      func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
      let both = sine(-20)
      Signals.write(both, to: path("stereo.wav"))
      #expect(try abs(measured(path("stereo.wav")).level + 20) < 0.1)
      // Mono sounds on both sides.
      Signals.write(stride(from: 0, to: both.count, by: 2).map { both[$0] }, to: path("mono.wav"), channels: 1)
      #expect(try abs(measured(path("mono.wav")).level + 20) < 0.1)
      // One side alone has half of the energy.
      Signals.write(both.enumerated().map { $0.offset % 2 == 0 ? $0.element : 0 }, to: path("left.wav"))
      #expect(try abs(measured(path("left.wav")).level + 23.01) < 0.1)
      // One NaN value does not spoil the rest.
      var damaged = both
      damaged[96_000] = .nan
      Signals.write(damaged, to: path("damaged.wav"))
      #expect(try abs(measured(path("damaged.wav")).level + 20) < 0.1)
    }
  }

  @Test func `a part of a file is measured alone`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("album.wav").path
      Signals.write(sine(-10, seconds: 3, rate: 44_100) + sine(-30, seconds: 3, rate: 44_100), to: path, rate: 44_100)
      #expect(try abs(measured(path, from: 0, to: 225).level + 10) < 0.1)
      #expect(try abs(measured(path, from: 225).level + 30) < 0.1)
      #expect(TrackMeasurement.measure(path, from: .max) { true } == .measured(nil))
      #expect(TrackMeasurement.measure(path, from: 300, to: -5) { true } == .measured(nil))
    }
  }

  @Test func `an undecodable file has no loudness, and an interrupted measurement is unknown`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (text, tone) = (folder.appendingPathComponent("text.wav"), folder.appendingPathComponent("tone.wav"))
      try Data("this is not a sound".utf8).write(to: text)
      #expect(TrackMeasurement.measure(text.path) { true } == .measured(nil))
      #expect(TrackMeasurement.measure(folder.path + "/none.wav") { true } == .unknown)
      try Music.write(tone, seconds: 2)
      var reads = 0
      let result = TrackMeasurement.measure(tone.path) {
        reads += 1
        return reads < 5
      }
      #expect(result == .unknown && reads == 5)
      let busy = StickAccess(openFile: { _ in (-1, EIO) })
      #expect(TrackMeasurement.measure(tone.path, busy) { true } == .unknown)
      // The stick was removed during the read. The loudness of the part is not that of the track.
      let gone = StickAccess(read: { _, _, _, _ in
        errno = EIO
        return -1
      })
      #expect(TrackMeasurement.measure(tone.path, gone) { true } == .unknown)
    }
  }
}
