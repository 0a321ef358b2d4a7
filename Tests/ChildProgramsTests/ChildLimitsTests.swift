import ChildPrograms
import Testing

@Suite struct ChildLimitsTests {
  private func run(_ words: [String]) throws -> (end: ChildProgram.End, text: String) {
    var output = [UInt8]()
    let limits = ChildLimits.words(addressSpace: ChildLimits.sound)
    let end = try ChildProgram("/usr/bin/env", limits + words, errors: .discarded).finish { output += $0 }
    return (end, String(decoding: output, as: UTF8.self))
  }

  @Test func `the kernel ends the program before this one`() throws {
    #expect(try run(["cat", "/proc/self/oom_score_adj"]).text == "1000\n")
  }

  @Test func `the program has no more address space than it may`() throws {
    let lines = try run(["cat", "/proc/self/limits"]).text.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("Max address space") })
    #expect(line.split(separator: " ").contains("\(ChildLimits.sound)"), "\(line)")
  }

  @Test func `a program that asks for more ends alone`() throws {
    // dd allocates its block's memory at once.
    let asked = "bs=\(ChildLimits.sound)"
    #expect(try run(["dd", "if=/dev/zero", "of=/dev/null", asked, "count=1"]).end == .exit(1))
    #expect(try run(["dd", "if=/dev/zero", "of=/dev/null", "bs=1M", "count=1"]).end == .exit(0))
  }

  @Test func `a missing program is reported as by env`() throws { #expect(try run(["gestureflow-no-such-program"]).end == .exit(127)) }
}
