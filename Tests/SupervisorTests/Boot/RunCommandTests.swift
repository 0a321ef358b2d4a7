import Foundation
import GestureFlowAPI
import Settings
import Supervisor
import TestSupport
import Testing

/// Tests the effects of the command line of `gestureflowd run`.
@Suite(.serialized) struct RunCommandTests {
  private func run(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun.run(Places.program("gestureflowd"), ["run", "--camera", "performer:open", "--sink", "null"] + arguments)
  }

  @Test(arguments: [["--sheet", "s.png"], ["--sheet=s.png", "--sheet-at=1,2"]])
  func `a contact sheet is rejected, and the program that makes it is named`(arguments: [String]) throws {
    let run = try run(arguments)
    #expect(run.status != 0 && run.errors.contains("use gflab demo --mode player --sheet FILE --sheet-at SECONDS"), "\(run.errors)")
    #expect(!run.errors.contains("[ OK ]"), "\(run.errors)")
  }

  @Test(
    arguments: [
      (["--max-hands=0"], "--max-hands takes 1 to 4, not 0"), (["--max-hands=5"], "--max-hands takes 1 to 4, not 5"),
      (["--seconds=0"], "--seconds takes a positive number"), (["--seconds=nan"], "--seconds takes a positive number"),
      (["--seconds=1e7"], "--seconds takes a positive number"), (["--model=huge"], "huge"),
      (["--mode=tape"], "tape"),
      (["--free-running", "--sink=alsa"], "--free-running writes to wav:PATH or null only"),
    ])
  func `a value out of its range is named`(arguments: [String], text: String) throws {
    let run = try run(arguments)
    #expect(run.status != 0 && run.errors.contains(text), "\(run.errors)")
  }

  /// A file that the owner names must exist; the system's files need not.
  @Test func `a configuration that is not there is named`() throws {
    let run = try run(["--config", "/nowhere/c.toml", "--free-running", "--seconds", "0.2"])
    #expect(run.errors.contains("/nowhere/c.toml"), "\(run.errors)")
  }

  @Test func `a run begins in the requested mode`() throws {
    try Places.withFolder { (folder: URL) throws in
      let json = folder.appendingPathComponent("r.json")
      let run = try run(["--free-running", "--mode", "stems", "--seconds", "0.5", "--report", json.path, "--state-dir", folder.path])
      #expect(run.status == 0, "\(run.errors)")
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: json))
      #expect(report.status.mode == .stems && report.status.tier == .pro)
      #expect(report.controls.allSatisfy { $0.stems?.count == 4 && $0.frame != nil })
      #expect(report.status.stems?.channels.map(\.locked) == [false, false, false, false])
    }
  }

  @Test func `a run without a clock writes its report`() throws {
    try Places.withFolder { (folder: URL) throws in
      let json = folder.appendingPathComponent("r.json")
      let run = try run(["--free-running", "--seconds", "0.5", "--report", json.path, "--state-dir", folder.path])
      #expect(run.status == 0, "\(run.errors)")
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: json))
      #expect(report.controls.count == 15 && report.status.audio.sink == "offline")
    }
  }

  /// Starts a daemon that a pipe in place of a session blocks while the box is being made.
  private func blockedStart(_ session: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = Places.program("gestureflowd")
    process.arguments = ["run", "--camera", "replay:" + session, "--sink", "null"] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test func `an end requested before the box exists is accepted`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (session, count, report) = (folder.path + "/s.jsonl", folder.path + "/state/starts-before-ready", folder.path + "/r.json")
      try #require(mkfifo(session, 0o600) == 0)
      let process = try blockedStart(session, ["--state-dir", folder.path + "/state", "--report", report])
      defer {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      #expect(waitUntil { FileManager.default.fileExists(atPath: count) })
      kill(process.processIdentifier, SIGTERM)
      // The start continues now.
      let frame =
        "{\"frame\":{\"frame\":1,\"t\":1,\"hands\":[]},\"control\":{\"t\":1,\"speed\":1,\"pitchCents\":0,\"volume\":0.5},\"events\":[]}\n"
      #expect(
        waitUntil {
          let writer = open(session, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
          if writer >= 0 {
            _ = write(writer, frame, frame.utf8.count)
            close(writer)
          }
          return writer >= 0 || !process.isRunning
        })
      process.waitUntilExit()
      #expect(process.terminationReason == .exit, "an unhandled signal ends it by default")
      #expect(!FileManager.default.fileExists(atPath: count), "and counts as a start that died")
      let told = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: report)))
      #expect(told.controls.isEmpty && told.status.audio.blocks == 0)
    }
  }

  @Test func `after two starts that were killed the third uses the last good settings and tells it`() throws {
    try Places.withFolder { (folder: URL) throws in
      let (session, settings, report) = (folder.path + "/s.jsonl", folder.appendingPathComponent("c.toml"), folder.path + "/r.json")
      let store = StateStore(folder.path + "/state")
      let count = store.folder + "/starts-before-ready"
      try #require(mkfifo(session, 0o600) == 0)
      try FileManager.default.createDirectory(atPath: store.folder, withIntermediateDirectories: false)
      try "[player]\nstart-volume = 0.25\n".write(to: settings, atomically: false, encoding: .utf8)
      ConfigStore(files: [settings.path], stateFolder: store.folder).prove()
      try "[player]\nstart-volume = 0.5\n".write(to: settings, atomically: false, encoding: .utf8)
      var state = SavedState()
      state.volume = 0.75
      try store.save(state)
      let bytes = FileManager.default.contents(atPath: store.path)
      let arguments = ["--state-dir", store.folder, "--config", settings.path]
      for number in 1...2 {
        let process = try blockedStart(session, arguments)
        #expect(
          waitUntil { (try? String(contentsOfFile: count, encoding: .utf8))?.hasPrefix("\(number) ") == true || !process.isRunning })
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
      }
      // Without models the start is quick.
      let run = try ProgramRun.run(
        Places.program("gestureflowd"),
        ["run", "--camera", "performer:empty", "--sink", "null", "--seconds", "0.5", "--report", report] + arguments,
        environment: ["GESTUREFLOW_RUNTIME": folder.path])
      #expect(run.status == 0, "\(run.errors)")
      let told = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: report)))
      let words = "start: 2 starts in a row ended before the box was ready, so it began with the last good settings"
      #expect(told.status.problems.contains { $0.hasPrefix(words) && $0.contains(store.aside) }, "\(told.status.problems)")
      #expect(told.status.control.volume == 0.25)
      #expect(bytes != nil && FileManager.default.contents(atPath: store.aside) == bytes)
      #expect(!FileManager.default.fileExists(atPath: count), "the next start is the first of a row")
    }
  }
}
