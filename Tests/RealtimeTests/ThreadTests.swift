import CRealtime
import Foundation
import Realtime
import Testing

@Suite struct ThreadTests {
  @Test func denormalsAreFlushedAndTheStateIsRestored() {
    func denormal() -> Float {
      // Behind a pointer, so that the compiler does not do the sum itself.
      let cell = UnsafeMutablePointer<Float>.allocate(capacity: 1)
      defer { cell.deallocate() }
      cell.initialize(to: Float.leastNormalMagnitude)
      return cell.pointee * 0.5
    }
    #expect(denormal() > 0)
    withFlushToZero { #expect(denormal() == 0) }
    #expect(denormal() > 0)
  }

  @Test func saysWhatItAskedForAndWhatItGot() throws {
    let thread = try RealtimeThread(.init(name: "gf-test", core: 7, priority: 42)) {}
    thread.join()
    let outcome = thread.outcome
    #expect(outcome.priorityAsked == 42)
    #expect(outcome.coreAsked == 7 % Int(gf_core_count()))
    // Either the kernel granted it, or the refusal says what to do.
    if outcome.priorityGot == 42 {
      #expect(outcome.policyGot == "fifo" && outcome.coreGot == outcome.coreAsked && outcome.refusal == nil)
    } else {
      #expect(outcome.refusal?.contains("LimitRTPRIO") == true)
    }
  }

  @Test func withoutPermissionTheThreadRunsAllTheSame() throws {
    guard geteuid() == 0 else { return }
    // In a child without capabilities: nobody may not have SCHED_FIFO.
    let code = """
      import os, ctypes
      os.setgroups([]); os.setgid(65534); os.setuid(65534)
      try:
          os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10)); print("granted")
      except PermissionError:
          print("refused")
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", code]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    process.waitUntilExit()
    let answer = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(answer.contains("refused"))
  }

  @Test func mailboxesKeepTheNewestAndCountTheRest() {
    let box = Mailbox<Int>()
    box.put(1)
    box.put(2)
    box.put(3)
    #expect(box.take() == 3)
    #expect(box.dropped == 2)
    #expect(box.takeIfThere() == nil)
    #expect(box.take(timeout: 0.01) == nil)
    box.close()
    #expect(box.take() == nil)
  }
}
