import Foundation
import GestureFlowAPI
import Performer
import Realtime
import Sound
import Supervisor

/// Capture to parameter in real time, and from the frame in which the performer's pinch opens to the sample at which the pitch of the sound moves.
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
    result["pinchToPitchMs"] = try pinchToPitch()
    try TrackBench.show(result)
  }

  /// The performer opens its pinch at a known time; the music is a sine, so the sample at which its pitch has moved by 20 cents can be seen.
  private static func pinchToPitch() throws -> Double {
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
    settings.seconds = 8
    settings.report = ""
    let wav = folder.appendingPathComponent("out.wav").path
    settings.sink = .wav(wav)
    try Box(settings, log: BootLog(quiet: true)).runFree()
    // Truth: the first frame after 4.2 s in which thumb and index are farther apart by enough for 20 cents.
    let script = Scripts.demo
    func aperture(_ t: Double) -> Float {
      let hand = script.moment(at: t).hands[0]
      return hand.landmarks(aspect: 4.0 / 3).distance(.thumbTip, .indexTip, aspect: 4.0 / 3) / hand.size
    }
    let rest = aperture(4.1)
    let opened = stride(from: 4.1, to: 8, by: 1.0 / 30).first { 600 * log2(aperture($0) / rest) > 25 } ?? 0
    let source = try SoundFile(wav)
    var samples = [Float](repeating: 0, count: 9 * 96_000)
    let n = samples.withUnsafeMutableBufferPointer { source.read($0.baseAddress!, count: 8 * 48_000) }
    var last = -1.0
    var base: [Double] = []
    var run = 0
    for i in Int(4.0 * 48_000)..<(n - 1) where samples[2 * i - 2] < 0 && samples[2 * i] >= 0 {
      let a = Double(samples[2 * i - 2])
      let b = Double(samples[2 * i])
      let at = Double(i) - b / (b - a)
      defer { last = at }
      guard last > 0 else { continue }
      let period = at - last
      if base.count < 40 {
        base.append(period)
        continue
      }
      let usual = base.reduce(0, +) / Double(base.count)
      run = 1200 * log2(usual / period) > 20 ? run + 1 : 0
      // Ten periods in a row: the pitch has moved, and it is no ripple.
      if run == 10 { return (at / 48_000 - 0.010 - opened) * 1000 }
    }
    return -1
  }
}
