import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Runs the daemon as a person does. Tests its output, its end and its messages about bad input.
@Suite(.serialized) struct ProgramTests {
  private let daemon = Places.program("gestureflowd")
  private let lab = Places.program("gflab")

  /// Whether a growing WAV of 16-bit stereo holds this many seconds.
  private func holds(_ seconds: Double, _ wav: String) -> Bool {
    var file = stat()
    return stat(wav, &file) == 0 && Double(file.st_size) > 44 + 4 * 48_000 * seconds
  }

  /// Half seconds of a WAV's left side. Its end is silent for as long as the other components take to stop.
  private func halves(_ wav: String) -> [ArraySlice<Float>] {
    let sound = Signals.readLeft(wav)
    return stride(from: 0, to: sound.count - 24_000, by: 24_000).map { sound[$0..<$0 + 24_000] }
  }

  @Test func `it boots plays and reports`() throws {
    try Places.withFolder { (folder: URL) throws in
      let json = folder.appendingPathComponent("r.json").path
      let wav = folder.appendingPathComponent("o.wav").path
      let session = folder.appendingPathComponent("s.jsonl").path
      let run = try ProgramRun.run(
        daemon,
        ["run", "--camera", "performer:open", "--sink", "wav:\(wav)", "--report", json, "--record", session], signal: SIGINT,
        when: { errors in
          let lines = ((try? String(contentsOfFile: session, encoding: .utf8)) ?? "").split(separator: "\n")
          return errors.contains("[ OK ] ready") && holds(3, wav) && lines.count > 30
            && lines.suffix(3).allSatisfy { $0.contains("\"hands\":[{") }
        })
      #expect(run.status == 0, "\(run.errors)")
      for part in ["camera", "tracker", "sound", "ready"] { #expect(run.errors.contains("[ OK ] \(part)"), "\(run.errors)") }
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
      #expect(report.status.state == .healthy && report.status.camera.frames > 15)
      #expect(report.status.tracker.hands.first?.fingers == 5)
      // Gaps in the sound say something about the box only on an idle machine.
      #expect(report.status.audio.blocks > 100)
      #expect(report.events.contains { $0.type == "handsPresent" })
      #expect(Set(report.status.threads.map(\.name)).isSuperset(of: ["gf-camera", "gf-hands", "gf-audio"]))
      #expect(halves(wav).contains { Signals.level($0) > 0.005 })
      #expect(try String(contentsOfFile: session, encoding: .utf8).split(separator: "\n").count > 15)
    }
  }

  @Test func `gflab's demo plays mode player, with a report and a contact sheet`() throws {
    try Places.withFolder { (folder: URL) throws in
      let json = folder.appendingPathComponent("r.json")
      let sheet = folder.appendingPathComponent("s.png")
      let run = try ProgramRun.run(
        lab,
        ["demo", "--mode", "player", "open", "--sink", "null", "--report", json.path, "--sheet", sheet.path, "--sheet-at", "0,0.5"])
      #expect(run.status == 0, "\(run.errors)")
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: json))
      #expect(report.status.mode == .player && report.status.camera.frames > 0)
      #expect(try Data(contentsOf: sheet).prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    }
  }

  @Test(arguments: ["soon", "1,b", ",", "-1", "nan,1", "1,inf"])
  func `wrong moments of a sheet are rejected before anything plays`(moments: String) throws {
    let run = try ProgramRun.run(lab, ["demo", "--mode", "player", "--sink", "null", "--sheet", "/nowhere/s.png", "--sheet-at=\(moments)"])
    #expect(run.status != 0 && run.errors.contains("--sheet-at takes seconds separated by commas, not \(moments)"), "\(run.errors)")
    #expect(!run.errors.contains("[ OK ]"), "\(run.errors)")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it cleanly`(signal: Int32) throws {
    try Places.withFolder { (folder: URL) throws in
      let wav = folder.appendingPathComponent("o.wav").path
      // The music is in the middle: the file contains 0.7 s of 16-bit stereo.
      let run = try ProgramRun.run(
        daemon, ["run", "--camera", "performer", "--sink", "wav:\(wav)"],
        signal: signal,
        when: { $0.contains("[ OK ] ready") && holds(0.7, wav) })
      #expect(run.status == 0, "\(run.errors)")
      let took = try #require(run.secondsAfterSignal, "it never played: \(run.errors)")
      // The service's limit applies on an idle machine.
      if Ring.isLong { #expect(took < 10) }
      // The music was faded, not cut. The file ends in silence, without a step.
      let sound = Signals.readLeft(wav)
      #expect(sound.count > 30_000 && abs(sound.last ?? 1) < 1e-3)
    }
  }

  @Test(
    .enabled(
      if: !FileManager.default.fileExists(atPath: "/dev/video0") && !FileManager.default.fileExists(atPath: "/dev/snd/controlC0"),
      "this machine has a camera or a card"))
  func `without camera and card it plays all the same and says so`() throws {
    try Places.withFolder { (folder: URL) throws in
      let process = Process()
      process.executableURL = daemon
      process.arguments = ["run", "--seconds", "1"]
      process.currentDirectoryURL = folder
      process.environment = ProcessInfo.processInfo.environment.merging([
        "GESTUREFLOW_RUNTIME": Places.project.appendingPathComponent(".runtime/\(Self.architecture)").path
      ]) { $1 }
      let pipe = Pipe()
      process.standardError = pipe
      try process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(text.contains("no camera at /dev/video") && text.contains("using the synthetic hands instead"))
      #expect(text.contains("no sound card") && text.contains("gestureflow.wav"))
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("gestureflow.wav").path))
    }
  }

  /// The name of the machine in `.runtime`.
  static var architecture: String {
    #if arch(arm64)
      "aarch64"
    #else
      "x86_64"
    #endif
  }

  /// The lines may belong to other hardware. A panel in use continues until it is stopped, or reports the fault
  /// of the lines.
  @Test func `a box that gave up leaves the lines of a missing panel alone`() throws {
    try Places.withFolder { (folder: URL) throws in
      let file = folder.appendingPathComponent("box.toml")
      try Data("[panel]\nenabled = false\n".utf8).write(to: file)
      let run = try ProgramRun.run(daemon, ["gave-up", "--config", file.path])
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }
  }

  @Test func `without models the music plays and the remedy is named`() throws {
    try Places.withFolder { (folder: URL) throws in
      let json = folder.appendingPathComponent("r.json").path
      let wav = folder.appendingPathComponent("o.wav").path
      let run = try ProgramRun.run(
        daemon, ["run", "--camera", "performer", "--sink", "wav:\(wav)", "--report", json],
        environment: ["GESTUREFLOW_RUNTIME": folder.path], signal: SIGINT, when: { $0.contains("[FAIL] tracker") && holds(1.5, wav) })
      #expect(run.status == 0)
      #expect(run.errors.contains("[FAIL] tracker") && run.errors.contains("make setup"), "\(run.errors)")
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
      #expect(report.status.state == .degraded && !report.status.problems.isEmpty)
      #expect(halves(wav).contains { Signals.level($0) > 0.001 })
    }
  }

  @Test(
    arguments: [
      (["run", "--nonsense"], "--nonsense"),
      (
        ["run", "--camera", "telescope"],
        "--camera telescope: it takes auto, v4l2:DEVICE, libcamera[:ID], film:PATH, performer[:SCRIPT] or replay:SESSION"
      ),
      (["run", "--camera", "performer:juggling"], "the script 'juggling' does not exist"),
      (["run", "--sink", "trumpet"], "--sink trumpet: it takes"),
      (["run", "--camera", "film:/nowhere.mp4", "--sink", "null"], "film /nowhere.mp4: there is no such file"),
      (["run", "--camera", "performer", "--sink", "wav:/nowhere/a.wav", "--seconds", "1"], "/nowhere/a.wav cannot be written"),
      (["run", "--camera", "performer", "--sink", "null", "--play", "/nowhere/song.flac"], "/nowhere/song.flac: the file does not exist"),
      (["run", "--model", "huge"], "Please provide one of 'auto', 'float', 'int8' or 'lite'."),
      // The old words are read, so the next mistake is the one that is reported.
      (["run", "--model", "exact", "--max-hands", "9"], "--max-hands takes 1 to 4"),
      (["run", "--model", "full", "--max-hands", "9"], "--max-hands takes 1 to 4"),
      (["run", "--seconds", "-3"], "--seconds"),
      (
        ["run", "--camera", "performer", "--sink", "null", "--seconds", "1", "--report", "/nowhere/r.json"],
        "/nowhere/r.json: the report cannot be written"
      ),
    ] as [([String], String)])
  func `bad input is a clear error`(arguments: [String], text: String) throws {
    let run = try ProgramRun.run(daemon, arguments)
    #expect(run.status != 0)
    #expect(run.errors.contains(text), "\(run.errors)")
  }

  @Test func `bad tracks are skipped with a notice`() throws {
    try Places.withFolder { (folder: URL) throws in
      let text = folder.appendingPathComponent("diary.wav").path
      try Data("dear diary".utf8).write(to: URL(fileURLWithPath: text))
      let good = folder.appendingPathComponent("good.wav").path
      Signals.write(Signals.sine(330, seconds: 60), to: good)
      let wav = folder.appendingPathComponent("o.wav").path
      let run = try ProgramRun.run(
        daemon, ["run", "--camera", "performer:empty", "--sink", "wav:\(wav)", "--play", text, good], signal: SIGINT,
        when: { $0.contains("skipped \(text)") && holds(3, wav) })
      #expect(run.status == 0)
      #expect(run.errors.contains("skipped \(text): it is not a sound file"), "\(run.errors)")
      #expect(halves(wav).contains { Signals.level($0) > 0.01 && abs(Signals.frequency($0) - 330) < 1 })
    }
  }

  @Test(
    arguments: [
      (["track", "/nowhere.mp4", "--hands", "/tmp/x.jsonl"], "film /nowhere.mp4: there is no such file"),
      (["compare", "/nowhere.jsonl", "/nowhere.jsonl"], "/nowhere.jsonl: there is no such file"),
      (["frame", "performer:empty", "--at", "99", "-o", "/tmp/x.png"], "before --at 99"),
      (["perform", "open", "-o", "/nowhere/x.y4m"], "/nowhere/x.y4m: it cannot be written"),
      (["play", "performer:open", "-o", "/nowhere/x.wav"], "/nowhere/x.wav cannot be written"),
    ] as [([String], String)])
  func `the labs errors are clear too`(arguments: [String], text: String) throws {
    let run = try ProgramRun.run(lab, arguments)
    #expect(run.status != 0)
    #expect(run.errors.contains(text), "\(run.errors)")
  }

  @Test func `perform and compare fit together`() throws {
    try Places.withFolder { (folder: URL) throws in
      let film = folder.appendingPathComponent("f.mp4").path
      let truth = folder.appendingPathComponent("t.jsonl").path
      let hands = folder.appendingPathComponent("h.jsonl").path
      #expect(try ProgramRun.run(lab, ["perform", "open", "--seconds", "1", "-o", film, "--truth", truth]).status == 0)
      #expect(try ProgramRun.run(lab, ["track", film, "--hands", hands, "--model", "full"]).status == 0)
      #expect(
        try String(contentsOfFile: hands, encoding: .utf8).contains("\"model\":\"int8\""), "the old word is read, the new one written")
      let run = try ProgramRun.run(lab, ["compare", hands, truth])
      #expect(run.status == 0 && run.output.contains("coverage          100.0 %"), "\(run.output)")
    }
  }

  @Test func `a rehearsal opens everything`() throws {
    let run = try ProgramRun.run(lab, ["rehearse"])
    for part in ["models", "open camera", "open card", "ffmpeg", "FIFO thread", "lock memory"] {
      #expect(run.output.contains("] \(part) "), "\(run.output)")
    }
    #expect(run.output.contains("[ OK ] models"))
  }
}
