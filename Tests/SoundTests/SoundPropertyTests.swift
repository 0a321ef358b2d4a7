import Foundation
import Sound
import TestSupport
import Testing

/// Tests of the specification's goals for the sound, measured on the engine's output.
@Suite struct SoundPropertyTests {
  /// Renders a file at a speed and pitch.
  /// - Returns: the left side, from `skip` seconds on.
  static func render(_ path: String, speed: Float = 1, cents: Float = 0, volume: Float = 0.5, seconds: Double, skip: Double = 0.5)
    -> [Float]
  {
    let offline = OfflineRenderer(Playlist(files: [path]), volume: volume)
    offline.engine.player.set(SoundLevels(speed: speed, cents: cents, volume: volume))
    var all: [Float] = []
    offline.render(until: seconds) { block in for i in stride(from: 0, to: block.count, by: 2) { all.append(block[i]) } }
    return Array(all.dropFirst(Int(skip * 48_000)))
  }

  static func sineFile(_ folder: URL, hz: Double = 440, seconds: Double, level: Float = 0.5) -> String {
    let path = folder.appendingPathComponent("sine.wav").path
    Signals.write(Signals.sine(hz, seconds: seconds, level: level), to: path)
    return path
  }

  @Test func `the original passes untouched`() throws {
    try Places.withFolder { folder in
      let source = (0..<96_000).flatMap { i -> [Float] in [sin(Float(i) * 0.05) * 0.4 + sin(Float(i) * 0.31) * 0.2, 0] }
      let path = folder.appendingPathComponent("a.wav").path
      Signals.write(source, to: path)
      let out = Self.render(path, volume: 1, seconds: 1.5, skip: 0)
      let left = stride(from: 0, to: source.count, by: 2).map { source[$0] }
      // Finds its place in the output after the fade-in, and compares sample by sample.
      let from = 30_000
      let offset = (0..<4000).min { a, b in
        func error(_ o: Int) -> Float { (0..<64).reduce(0) { $0 + abs(out[from + $1] - left[from + $1 - o]) } }
        return error(a) < error(b)
      }!
      let worst = (from..<from + 20_000).map { abs(out[$0] - left[$0 - offset]) }.max()!
      #expect(worst == 0, "off by \(worst) at a delay of \(offset) frames")
    }
  }

  @Test(arguments: [-2400, -1200, -700, -300, 300, 700, 1200, 2400])
  func `the pitch is exact and clean`(cents: Int) throws {
    try Places.withFolder { folder in
      let path = Self.sineFile(folder, seconds: 4)
      let out = Self.render(path, cents: Float(cents), seconds: 2.6)
      let wanted = 440 * pow(2, Double(cents) / 1200)
      let (hz, worst) = Signals.spurs(out[16_384..<16_384 + 65_536])
      let off = 1200 * log2(hz / wanted)
      print("pitch \(cents): off by \(String(format: "%.3f", off)) cents, spurs \(String(format: "%.1f", worst)) dB")
      #expect(abs(off) < 0.5)
      #expect(worst < -80)
    }
  }

  /// A minute of music at a speed. Clicks every half second of the source come at the right rate.
  @Test(arguments: Ring.cases([0.9, 1.37], of: [0.5, 0.9, 1.37, 2.0]))
  func `the speed is exact over a minute`(speed: Double) throws {
    try Places.withFolder { folder in
      // Short tones, far apart. Their centres are found to a millisecond at any stretch.
      var source = [Float](repeating: 0, count: Int(64 * speed + 8) * 48_000)
      for k in stride(from: 24_000, to: source.count - 2000, by: 24_000) {
        for i in 0..<960 { source[k + i] = 0.5 * sin(Float(i) * 0.13) * sin(.pi * Float(i) / 960) }
      }
      let path = folder.appendingPathComponent("ticks.wav").path
      Signals.write(source, to: path, channels: 1)
      let out = Self.render(path, speed: Float(speed), seconds: 62, skip: 0)
      var centres: [Double] = []
      var i = 0
      while i < out.count {
        if abs(out[i]) > 0.03 {
          let end = min(i + Int(4000 / speed) + 3000, out.count)
          var weight = 0.0
          var sum = 0.0
          for j in i..<end {
            let e = Double(out[j] * out[j])
            weight += e
            sum += e * Double(j)
          }
          centres.append(sum / weight)
          i = end
        } else {
          i += 1
        }
      }
      let used = centres.dropFirst(3).dropLast(2)
      #expect(used.count > 40)
      guard used.count > 40 else { return }
      let spacing = (used.last! - used.first!) / Double(used.count - 1)
      let off = spacing * speed / 24_000 - 1
      print("speed \(speed): off by \(String(format: "%.4f", off * 100)) % over \(used.count) ticks")
      #expect(abs(off) < 0.0005)
    }
  }

  /// Measures the delay from the block of a change to half of it in the sound. Half a block and the limiter's
  /// 1.6 ms are fixed; the measured tone's own periods are the rest.
  @Test(arguments: [(0, 700), (700, 0), (-700, -1200), (300, -300)])
  func `a pitch is heard within ten milliseconds`(from: Int, to: Int) throws {
    try Places.withFolder { folder in
      let path = Self.sineFile(folder, seconds: 4)
      let offline = OfflineRenderer(Playlist(files: [path]), volume: 0.5)
      offline.engine.player.set(SoundLevels(speed: 1, cents: Float(from), volume: 0.5))
      var out: [Float] = []
      func take(_ seconds: Double) {
        offline.render(until: seconds) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      }
      take(1.5)
      let change = out.count
      offline.engine.player.set(SoundLevels(speed: 1, cents: Float(to), volume: 0.5))
      take(2)
      let (a, b) = (440 * pow(2, Double(from) / 1200), 440 * pow(2, Double(to) / 1200))
      let middle = (a * b).squareRoot()
      // Counts periods until the frequency has reached half of the change.
      var last = -1.0
      var heard: Double?
      for i in (change - 500)..<out.count where out[i - 1] < 0 && out[i] >= 0 && heard == nil {
        let at = Double(i) - Double(out[i]) / Double(out[i] - out[i - 1])
        if last > 0 {
          let hz = 48_000 / (at - last)
          if at > Double(change), b > a ? hz > middle : hz < middle { heard = (at - Double(change)) / 48 }
        }
        last = at
      }
      print("pitch \(from) to \(to): heard after \(heard.map { String(format: "%.1f", $0) } ?? "-") ms")
      #expect(heard ?? 1000 <= 10)
    }
  }

  @Test func `the volume arrives within a block and five milliseconds`() throws {
    try Places.withFolder { folder in
      let path = Self.sineFile(folder, hz: 3000, seconds: 3)
      let offline = OfflineRenderer(Playlist(files: [path]), volume: 0.8)
      var out: [Float] = []
      func take(_ seconds: Double) {
        offline.render(until: seconds) { for i in stride(from: 0, to: $0.count, by: 2) { out.append($0[i]) } }
      }
      take(1)
      let change = out.count
      offline.engine.player.set(SoundLevels(speed: 1, cents: 0, volume: 0.2))
      take(1.3)
      let late = change + 128 + 240 + 80  // the limiter's look-ahead of 70 frames comes on top
      #expect(abs(Signals.level(out[late..<late + 4800]) / Signals.level(out[change - 4800..<change]) - 0.25) < 0.005)
      // Checks for steps: a 3 kHz sine moves by at most 0.4 x level a sample.
      let steps = (change - 100..<change + 600).map { abs(out[$0] - out[$0 - 1]) }.max()!
      #expect(steps < 0.17)
    }
  }
}
