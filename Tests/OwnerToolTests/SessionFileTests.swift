import Foundation
import OwnerTool
import TestSupport
import Testing

/// What `gfctl replay` reads.
@Suite struct SessionFileTests {
  private func line(_ t: Double, speed: String = "1") -> String {
    "{\"frame\":{\"frame\":1,\"aspect\":1.5,\"hands\":[]},\"control\":{\"t\":\(t),\"speed\":\(speed),\"pitchCents\":-200,\"volume\":0.5},\"events\":[]}"
  }

  /// Times of the frames of a file that holds this, and the words with which it ends if it does not end well.
  private func read(_ text: String) throws -> (times: [Double], complaint: String?) {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("s.jsonl").path
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let session = try SessionFile(path)
      var times: [Double] = []
      do {
        while let frame = try session.next() { times.append(frame.control.t) }
        return (times, nil)
      } catch { return (times, "\(error)") }
    }
  }

  @Test func framesComeInOrderWhateverTheLineEnds() throws {
    for end in ["\n", "\r\n", "\n\n", "\n  \r\n"] {
      let (times, complaint) = try read([line(0.5), line(1), line(1.5)].joined(separator: end) + end)
      #expect(times == [0.5, 1, 1.5] && complaint == nil, "\(String(describing: complaint))")
    }
    // Without a line feed at the end, too.
    let (times, complaint) = try read(line(0.5) + "\n" + line(1))
    #expect(times == [0.5, 1] && complaint == nil)
    let nothing = try read("")
    #expect(nothing.times.isEmpty && nothing.complaint == nil)
  }

  @Test func aRecordingThatWasInterruptedEndsWithTheFrameBefore() throws {
    let (times, complaint) = try read(line(0.5) + "\n" + String(line(1).dropLast(20)))
    #expect(times == [0.5] && complaint == nil)
    // A first line that is cut off is no session at all.
    let cut = try read(String(line(0.5).dropLast(20)))
    #expect(cut.times.isEmpty && cut.complaint?.contains("line 1 is no frame of a session") == true)
  }

  @Test func aLineThatIsNoFrameIsNamed() throws {
    for bad in ["{\"a\":1}", "[]", "no JSON", line(1, speed: "\"fast\""), line(1, speed: "null"), line(1, speed: "1e999"), "\u{0}"] {
      let (times, complaint) = try read(line(0.5) + "\n\n" + bad + "\n" + line(2) + "\n")
      #expect(times == [0.5], "\(bad)")
      #expect(complaint?.contains("s.jsonl: line 3 is no frame of a session") == true, "\(bad): \(String(describing: complaint))")
    }
  }

  @Test func aFileThatIsNotThereIsNamed() {
    let error = #expect(throws: (any Error).self) { _ = try SessionFile("/nowhere/s.jsonl") }
    #expect(error.map { "\($0)" }?.contains("/nowhere/s.jsonl: No such file") == true)
  }
}
