import Foundation
import TestSupport
import Testing
import Touch

/// Tests of failures of the n-th call.
@Suite struct TouchFailureTests {
  @Test(arguments: ["read", "slots"], [ENODEV, EIO])
  func `whatever fails in mid note everything ends and it goes on`(step: String, code: Int32) throws {
    for call in 1...4 {
      let bench = PadBench()
      #expect(try bench.begin())
      defer { bench.pad.stop() }
      #expect(bench.touch(0, 1) && bench.touch(1, 2))
      let closed = bench.device.calls("close")
      // The reader polls resting fingers, so it repeats both steps.
      bench.device.fail(step, call, code)
      #expect(waitUntil { bench.device.calls("close") > closed })
      #expect(bench.heard.touches == 0, "\(step) \(call): all notes end before the device is given back")
      #expect(waitUntil { bench.pad.state.isConnected && bench.pad.state.problem == nil })
      #expect(bench.touch(3, 5))
    }
  }

  @Test(arguments: [ENODEV, EIO]) func `an open that fails is tried again`(code: Int32) throws {
    let bench = PadBench()
    bench.device.fail("open", 1, code)
    #expect(try bench.begin())
    defer { bench.pad.stop() }
    #expect(bench.touch())
  }

  /// A device that opens and can never be read.
  /// It causes one problem, no notice, and no busy thread.
  @Test func `a device that always fails is a problem and no flood`() throws {
    let bench = PadBench()
    bench.device.fail("read", 0, EIO)
    try bench.pad.start()
    defer { bench.pad.stop() }
    let problem = TouchProblem.system(path: "/dev/input/event3", step: "read", code: EIO)
    for _ in 0..<20 {
      let opens = bench.device.calls("open")
      #expect(waitUntil { bench.device.calls("open") > opens + 1 })
      #expect(bench.pad.state.problem == problem)
    }
    #expect(bench.heard.notices.isEmpty)
    bench.device.heal()
    #expect(waitUntil { bench.pad.state.problem == nil && bench.pad.state.isConnected })
  }

  /// A read may end anywhere, also between a value and its report.
  @Test(arguments: [1, 2, 3, 7]) func `short readings change nothing`(most: Int) throws {
    var bench = try Bench()
    bench.device.giveAtOnce(most)
    try bench.play {
      $0.down(0, 1, x: 100, y: 100, pressure: 10)
      $0.down(1, 2, x: 200, y: 200, pressure: 20)
    }
    #expect(bench.numbers == [0, 1] && bench.sources.map(\.expression) == [0.1, 0.2])
    try bench.play {
      $0.up(0)
      $0.set(1, .y, 0)
    }
    #expect(bench.numbers == [1] && bench.sources.first?.position == 1)
    try bench.play { $0.up(1) }
    #expect(bench.sources.isEmpty)
  }

  @Test func `every problem says what where and what to do`() {
    let path = "/dev/input/event3"
    let all: [TouchProblem] = [
      .missing(path: path), .busy(path: path), .noPermission(path: path), .unfit(path: path, reason: "it is a mouse"),
      .unplugged(path: path, name: "Pad"), .system(path: path, step: "read", code: EIO),
    ]
    for problem in all {
      #expect(problem.reason.contains(path) && !problem.remedy.isEmpty && problem.description == "\(problem.reason): \(problem.remedy)")
    }
    #expect(TouchProblem.noPermission(path: path).remedy.contains("group input"))
    #expect(FileManager.default.fileExists(atPath: Places.project.appendingPathComponent("udev/70-gestureflow.rules").path))
  }
}
