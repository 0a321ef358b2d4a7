import Foundation
import Hands
import Lab
import Perception
import TestSupport
import Testing

@Suite struct HandsFileErrorTests {
  @Test func `a file that is not there is named`() {
    #expect {
      _ = try HandsFile.read("/nowhere/hands.jsonl")
    } throws: { "\($0)".contains("/nowhere/hands.jsonl") }
  }

  /// Empty lines count in the number of the wrong line. Files of other systems end their lines with two characters.
  @Test func `lines are counted as editors count them`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("h.jsonl").path
      let good = String(decoding: try JSONEncoder().encode(HandsLine(frame: 0, t: 0, aspect: 1, hands: [])), as: UTF8.self)
      try "\(good)\r\n\r\n\(good)\r\n".write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try HandsFile.read(path).count == 2)
      try "\(good)\n\n\nnone\n".write(toFile: path, atomically: true, encoding: .utf8)
      #expect {
        _ = try HandsFile.read(path)
      } throws: { "\($0)".contains("h.jsonl: line 4 is not a hands line") }
    }
  }
}
