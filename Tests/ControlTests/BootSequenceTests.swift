import Foundation
import TestSupport
import Testing

/// Tests of the box's messages during its start.
@Suite struct BootSequenceTests {
  /// The model runtime prints a line for each model, between those of the components.
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
