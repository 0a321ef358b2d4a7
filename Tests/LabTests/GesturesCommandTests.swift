import Foundation
import SyntheticHands
import TestSupport
import Testing

/// Tests of `gflab gestures` as an engineer calls it.
@Suite struct GesturesCommandTests {
  private let lab = Places.program("gflab")

  @Test func `it prints events, values and differences`() throws {
    var session = RecordedHands.session(RecordedHands.frames(Scripts.demo))
    for i in session.indices.suffix(1) { session[i].control.volume += 0.125 }
    try RecordedHands.withFile(session) { path in
      let run = try ProgramRun.run(lab, ["gestures", path])
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.contains { $0.hasSuffix("controlEngaged   pitch") }, "\(run.output)")
      #expect(lines.contains { $0.contains("gestureHeld") && $0.hasSuffix("peace: nextTrack") }, "\(run.output)")
      #expect(lines.contains { $0.hasPrefix("\(session.count) frames, ") && $0.contains("; at the end speed ") }, "\(run.output)")
      #expect(lines.contains { $0.hasPrefix("differs from the recording: speed ") && $0.contains("; pitch ") }, "\(run.output)")
      #expect(lines.contains("set from elsewhere in the recording, and here again: 1"), "\(run.output)")
      // No command is bound to the gesture. So holding it is not an event. The film need not exist.
      let config = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("c.toml").path
      let text = "[camera]\nsource = \"film:/nowhere.mp4\"\n[gestures]\npeace = \"none\"\n"
      try text.write(toFile: config, atomically: true, encoding: .utf8)
      let other = try ProgramRun.run(lab, ["gestures", path, "--config", config, "--pinch", "spread"])
      let held = other.output.split(separator: "\n").filter { $0.contains("gestureHeld") && !$0.contains("only in the recording") }
      #expect(other.status == 0 && held.isEmpty, "\(other.output) \(other.errors)")
      #expect(other.output.contains("only in the recording, the first at "), "\(other.output)")
    }
  }

  @Test func `bad input is named`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("s.jsonl").path
      try "no JSON\n".write(toFile: path, atomically: true, encoding: .utf8)
      let broken = try ProgramRun.run(lab, ["gestures", path])
      #expect(broken.status == 1 && broken.errors.contains("\(path): line 1 is neither"), "\(broken.errors)")
      let config = folder.appendingPathComponent("c.toml").path
      try "[gestures]\npinch = \"both\"\nhold = 99\n".write(toFile: config, atomically: true, encoding: .utf8)
      let wrong = try ProgramRun.run(lab, ["gestures", path, "--config", config])
      #expect(wrong.status == 1 && wrong.errors.contains("\(config):3: gestures.hold"), "\(wrong.errors)")
      for bad in [["--pinch", "sideways"], ["--aspect", "0"], ["--aspect", "nan"]] {
        #expect(try ProgramRun.run(lab, ["gestures", path] + bad).status == 64, "\(bad)")
      }
    }
  }
}
