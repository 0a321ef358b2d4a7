import Foundation
import GestureFlowAPI
import Gestures
import Settings
import SyntheticHands
import Realtime
import Sound
import Supervisor

/// Measures the time from capture to parameter in real time. It also measures from the frame in which the performer's
/// pinch opens to the sample at which the pitch of the sound moves.
enum LatencyBench {
  static func run(_ film: String?) throws {
    var result: [String: Any] = [:]
    for (name, camera) in [("performer", CameraChoice.performer("demo"))] + (film.map { [("film", CameraChoice.film($0))] } ?? []) {
      var settings = RunSettings()
      settings.camera = camera
      settings.sink = .null
      settings.seconds = 15
      let box = try Box(settings, log: BootLog(quiet: true))
      try box.start()
      box.wait {}
      let status = box.status
      box.stop()
      result[name] = [
        "trackerP50": status.tracker.wholeMs.p50, "p50": status.tracker.captureToParameterMs.p50,
        "p99": status.tracker.captureToParameterMs.p99,
        "max": status.tracker.captureToParameterMs.max, "dropped": status.camera.droppedFrames, "xruns": status.audio.xruns,
        "memoryMB": status.memoryMB,
        "start": box.report.startSeconds,
      ]
    }
    let (opening, closing) = try pinchToPitch()
    (result["pinchOpensMs"], result["pinchClosesMs"]) = (opening, closing)
    try TrackBench.show(result)
  }

  /// Returns the delay from a pinch to the sound's pitch. The performer opens its pinch and closes it at known times.
  /// The music is a sine, so the sample at which the pitch is half of its way can be seen. In ms behind the truth, each
  /// way: what the model reads too much of the aperture makes one of the two sooner and the other as much later, so
  /// their mean is the delay.
  private static func pinchToPitch() throws -> (opening: Double, closing: Double) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gfbench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let music = folder.appendingPathComponent("sine.wav").path
    let file = try WAVFile(music)
    let sine = (0..<30 * 48_000).flatMap { i -> [Float] in
      let x = 0.5 * sin(2 * Float.pi * 1000 * Float(i % 48) / 48_000)
      return [x, x]
    }
    _ = file.write(sine, frames: 30 * 48_000)
    var settings = RunSettings()
    settings.camera = .performer("demo")
    settings.play = [music]
    settings.freeRunning = true
    settings.seconds = 10
    settings.report = ""
    let wav = folder.appendingPathComponent("out.wav").path
    settings.sink = .wav(wav)
    try Box(settings, log: BootLog(quiet: true)).runFree()
    // Truth: when half of the pitch's way is gone, by the clutch's own law: it counts from where the spread takes
    // hold of the pinch.
    let script = Scripts.demo
    func aperture(_ t: Double) -> Float {
      let hand = script.moment(at: t).hands[0]
      let distance = hand.landmarks(aspect: 4.0 / 3).distance(.thumbTip, .indexTip, aspect: 4.0 / 3) / hand.size
      return max(distance, RelativeClutch.leastDistance)
    }
    let start = aperture(4.1) + RelativeClutch.spreadOwnsFrom
    func steps(_ t: Double) -> Float { PinchMeaning.spread(from: start, to: max(aperture(t), start)) }
    let halfWay = steps(6.8) / 2
    let opened = stride(from: 4.2, to: 6.8, by: 0.001).first { steps($0) >= halfWay } ?? 0
    let closed = stride(from: 7.2, to: 9.2, by: 0.001).first { steps($0) <= halfWay } ?? 0
    let source = try SoundFile(wav)
    var samples = [Float](repeating: 0, count: 11 * 96_000)
    let n = samples.withUnsafeMutableBufferPointer { source.read($0.baseAddress!, count: 10 * 48_000) }
    // The sound's pitch, a value a millisecond: the music's 1 kHz, period by period.
    var last = -1.0
    var heard: [(time: Double, cents: Double)] = []
    for i in Int(4.0 * 48_000)..<(n - 1) where samples[2 * i - 2] < 0 && samples[2 * i] >= 0 {
      let a = Double(samples[2 * i - 2])
      let b = Double(samples[2 * i])
      let at = Double(i) - b / (b - a)
      if last > 0 { heard.append((at / 48_000, 1200 * log2(48 / (at - last)))) }
      last = at
    }
    func mean(_ from: Double, _ to: Double) -> Double {
      let part = heard.filter { $0.time >= from && $0.time < to }
      return part.reduce(0) { $0 + $1.cents } / Double(max(part.count, 1))
    }
    func around(_ time: Double) -> Double { mean(time - 0.005, time + 0.005) }
    let (low, high) = (mean(4.05, 4.15), mean(6.8, 7.1))
    guard high - low > 100, let up = heard.first(where: { $0.time > 4.2 && around($0.time) >= (low + high) / 2 }),
      let down = heard.first(where: { $0.time > 7.2 && around($0.time) <= (low + high) / 2 })
    else { throw Failure("the pitch does not follow the performer's pinch: \(low) cents, then \(high)") }
    return ((up.time - opened) * 1000, (down.time - closed) * 1000)
  }
}
