import Foundation
import TestSupport
import Testing

/// The box's messages while it starts.
@Suite struct BootSequenceTests {
  /// The model runtime greets each model with a line of its own, in the middle of the parts.
  @Test func `only parts speak`() throws {
    let box = try RunningBox()
    #expect(waitUntil { box.output.contains("] ready") }, "\(box.output)")
    #expect(waitUntil { box.output.contains("[ OK ] tracker") }, "\(box.output)")
    let lines = box.output.split(separator: "\n")
    #expect(lines.count > 4)
    for line in lines {
      #expect(["[ OK ] ", "[WARN] ", "[FAIL] ", "       "].contains { line.hasPrefix($0) }, "\(line)")
    }
  }
}
