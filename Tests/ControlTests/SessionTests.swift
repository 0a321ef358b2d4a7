import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// A session is recorded frame by frame and replayed.
@Suite(.serialized) struct SessionTests {
  @Test func `every frame is recorded and replayed`() throws {
    try Places.withFolder { folder in
      let whole = folder.appendingPathComponent("whole.jsonl").path
      let box = try RunningBox(["--record", whole], camera: "performer:open")
      func record(_ seconds: Int) throws -> (run: ProgramRun, file: String) {
        let file = folder.appendingPathComponent("s\(seconds).jsonl").path
        let run = try box.ctl("record", "--seconds", "\(seconds)", file)
        #expect(run.status == 0, "\(run.errors)")
        return (run, file)
      }
      func isShort(_ file: String) throws -> Bool { try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count < 9 }
      // A loaded machine may see almost nothing in two seconds.
      var (run, file) = try record(2)
      for seconds in [30, 200] where try isShort(file) { (run, file) = try record(seconds) }
      // A busy machine may not record every frame in time. The tool then reports the number of missing frames
      // and nothing else.
      let missing = run.errors.isEmpty ? 0 : try #require(Self.missing(run.errors), "\(run.errors)")
      let all = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      #expect(all.first?.hasPrefix("{\"session\"") == true, "\(all.first ?? "")")
      let lines = all.filter { $0.hasPrefix("{\"bits\"") }
      let frames = try lines.map { try JSONDecoder().decode(SessionFrame.self, from: Data($0.utf8)) }
      try #require(frames.count > 5)
      // The daemon's own recording has every processed frame. Here none is missing except the reported ones.
      let (first, last) = (frames[0].control.t, frames[frames.count - 1].control.t)
      func written() -> [Double] {
        let text = (try? String(contentsOfFile: whole, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(SessionFrame.self, from: Data($0.utf8)).control.t }
      }
      #expect(waitUntil { (written().last ?? 0) >= last })
      let looked = written().filter { (first...last).contains($0) }
      let recorded = frames.map(\.control.t)
      #expect(recorded == looked.filter(Set(recorded).contains), "each frame once, in order, and none that was not looked at")
      #expect(looked.count - recorded.count <= missing, "\(looked.count - recorded.count) frames are missing, \(missing) were told")
      #expect(frames.contains { !$0.frame.hands.isEmpty && $0.frame.hands[0].landmarks.count == 21 })

      // A session's controls are changed. The hands' own values differ between the copies.
      var lines2 = Array(lines.prefix(4).map(String.init))
      lines2[3] = try edited(lines2[3], speed: 1.5, pitch: -300, volume: 0.25)
      let session = folder.appendingPathComponent("t.jsonl").path
      try lines2.joined(separator: "\n").write(toFile: session, atomically: true, encoding: .utf8)
      let quiet = try RunningBox(camera: "performer:empty")
      let shown = try quiet.ctl("replay", "--fast", "--only-show", session)
      #expect(shown.status == 0 && shown.output.hasPrefix("4 frames"), "\(shown.output) \(shown.errors)")
      #expect(try status(quiet).control.speed == 1)
      let replay = try quiet.ctl("replay", "--fast", session)
      #expect(replay.status == 0, "\(replay.errors)")
      let control = try status(quiet).control
      #expect(abs(control.speed - 1.5) < 0.001 && abs(control.pitchCents + 300) < 0.1 && abs(control.volume - 0.25) < 0.001)

      // A file that is not a session is reported by name.
      try "{\"a\":1}\n".write(toFile: session, atomically: true, encoding: .utf8)
      let wrong = try quiet.ctl("replay", session)
      #expect(wrong.status == 1 && wrong.errors.contains("line 1"), "\(wrong.errors)")
      #expect(try quiet.ctl("replay", folder.path + "/none").status == 1)
    }
  }

  /// A command's event has its time, also without a hand.
  @Test func `events that no hand made tell the time`() throws {
    let box = try RunningBox()
    let events = try #require(UnixConnection(box.control))
    events.send("GET /v1/events?types=command HTTP/1.1\r\n\r\n")
    #expect(String(decoding: events.readSome(), as: UTF8.self).contains("text/event-stream"))
    let before = try status(box).uptimeSeconds
    #expect(before > 0.1)
    #expect(box.ask("POST", "/v1/commands", body: "{\"command\":\"pause\"}").status == 200)
    var heard = ""
    #expect(
      waitUntil {
        heard += String(decoding: events.readSome(limit: 1), as: UTF8.self)
        return heard.contains("\n\n") && heard.contains("data: ")
      })
    let after = try status(box).uptimeSeconds
    let line = try #require(heard.split(separator: "\n").first { $0.hasPrefix("data: ") })
    let event = try JSONDecoder().decode(Event.self, from: Data(line.dropFirst(6).utf8))
    #expect((before - 0.01...after + 0.01).contains(event.atSeconds), "\(event.atSeconds) is not within \(before)...\(after)")
  }

  /// An older recording is not emptied, even if no box answers. A name without data is free again.
  @Test func `a recording is never emptied`() throws {
    try Places.withFolder { folder in
      let gfctl = Places.program("gfctl")
      let noBox = ["GESTUREFLOW_SOCKET": folder.path + "/none"]
      let file = folder.appendingPathComponent("s.jsonl").path
      try Data("precious\n".utf8).write(to: URL(fileURLWithPath: file))
      let refused = try ProgramRun.run(gfctl, ["record", file], environment: noBox)
      #expect(refused.status == 1 && refused.errors.contains("\(file) is here already: name another file"), "\(refused.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious\n")
      let other = folder.appendingPathComponent("t.jsonl").path
      let alone = try ProgramRun.run(gfctl, ["record", other], environment: noBox)
      #expect(alone.status == 3 && access(other, F_OK) != 0, "\(alone.errors)")
      let nowhere = try ProgramRun.run(gfctl, ["record", folder.path + "/none/t.jsonl"], environment: noBox)
      #expect(nowhere.status == 1 && nowhere.errors.contains("cannot be written"), "\(nowhere.errors)")
    }
  }

  /// The box stops in the middle. The partial recording must differ from a whole session.
  @Test(arguments: [[String](), ["--seconds", "600"]]) func `a recording that the box ends differs from a whole one`(length: [String])
    throws
  {
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("s.jsonl").path
      let box = try RunningBox()
      let daemon = box.process.processIdentifier
      Thread.detachNewThread {
        _ = waitUntil { (FileManager.default.contents(atPath: file) ?? Data()).count > 1000 }
        kill(daemon, SIGTERM)
      }
      let run = try box.ctl(["record"] + length + [file])
      #expect(run.status == 1 && run.errors.contains("the box ended the recording: what came until then is kept"), "\(run.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{\"session\""))
    }
  }

  private func status(_ box: RunningBox) throws -> Status { try JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body) }

  /// Returns the number of missing lines that `gfctl record` reports.
  private static func missing(_ complaint: String) -> Int? {
    guard complaint.contains(" lines are missing: "), complaint.split(separator: "\n").count == 1 else { return nil }
    return complaint.split(separator: " ").lazy.compactMap { Int($0) }.first
  }

  private func edited(_ line: String, speed: Double, pitch: Double, volume: Double) throws -> String {
    var frame = try JSONDecoder().decode(SessionFrame.self, from: Data(line.utf8))
    (frame.control.speed, frame.control.pitchCents, frame.control.volume) = (speed, pitch, volume)
    return String(decoding: try JSONEncoder().encode(frame), as: UTF8.self)
  }
}
