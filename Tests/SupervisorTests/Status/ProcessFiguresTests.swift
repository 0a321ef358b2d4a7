import Foundation
import Supervisor
import TestSupport
import Testing

/// Tests of the kernel's figures of this process.
@Suite struct ProcessFiguresTests {
  @Test func `memory is in megabytes`() {
    let text = "Name:\tgestureflowd\nVmPeak:\t  999999 kB\nVmHWM:\t  153600 kB\nVmRSS:\t   51200 kB\nThreads:\t9\n"
    let memory = ProcessFigures.memoryMB(in: text)
    #expect(memory.now == 50 && memory.peak == 150)
  }

  @Test(arguments: ["", "VmRSS:\nVmHWM:\n", "VmRSS: a lot kB\n", "Name:\tVmRSS: 5 kB\n"])
  func `figures missing in the kernel's file are zero`(text: String) {
    let memory = ProcessFigures.memoryMB(in: text)
    #expect(memory.now == 0 && memory.peak == 0)
  }

  /// Field 22 of proc_pid_stat(5). The name may contain any characters.
  @Test(arguments: ["gestureflowd", "a b) c (d", ")", "((1 2 3)"])
  func `the start is found behind any name`(name: String) {
    let fields = (3...52).map { $0 == 3 ? "S" : "\($0 * 100)" }.joined(separator: " ")
    #expect(ProcessFigures.start(in: "1234 (\(name)) \(fields)\n") == 2200)
  }

  @Test(arguments: ["", "1234 gestureflowd S 1", "1234 (x) S 1 2 3", "1234 (x)"])
  func `a text that is cut off says nothing`(text: String) { #expect(ProcessFigures.start(in: text) == nil) }

  /// The real kernel is used: this process is younger than the machine and grows older.
  @Test func `this process has an age and a size`() throws {
    let uptime = try #require(
      try String(contentsOfFile: "/proc/uptime", encoding: .utf8).split(separator: " ").first.flatMap { Double($0) })
    let age = ProcessFigures.age
    #expect(age > 0 && age < uptime + 60)
    #expect(waitUntil { ProcessFigures.age > age })
    #expect(ProcessFigures.memoryMB.now > 1 && ProcessFigures.memoryMB.peak >= 1)
    #expect(ProcessFigures.cpuSeconds > 0)
  }
}
