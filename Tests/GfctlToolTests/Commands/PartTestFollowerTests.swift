import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import TestSupport
import Testing

/// A test of the box, as `gfctl test` follows it.
@Suite struct PartTestFollowerTests {
  /// The other end: the tests that were asked for, and the printed lines.
  private final class Transcript: Sendable {
    let asked = Mutex<[PartTest]>([])
    let lines = Mutex<[String]>([])

    func follower(refusing problem: Problem? = nil) -> PartTestFollower {
      PartTestFollower(write: { line in self.lines.withLock { $0.append(line) } }) { test in
        if let problem { throw ClientError.problem(problem) }
        self.asked.withLock { $0.append(test) }
      }
    }
  }

  private func event(_ type: String, _ value: String) throws -> Data {
    try JSONEncoder().encode(Event(atSeconds: 1, type: type, value: value))
  }

  @Test func `the test begins once, after the first event, and its steps are printed until its end`() throws {
    let transcript = Transcript()
    let follower = transcript.follower()
    for _ in 0..<3 { #expect(follower.take("status", Data("{}".utf8), .speaker)) }
    #expect(waitUntil { transcript.asked.withLock { $0 } == [.speaker] })
    #expect(follower.take("test", try event("test", "left: a tone\u{1B}[2J"), .speaker))
    #expect(follower.take("test", Data("{".utf8), .speaker), "a damaged event is not the end")
    #expect(!follower.take("testEnded", try event("testEnded", ""), .speaker))
    try follower.check("/s")
    #expect(transcript.lines.withLock { $0 } == ["left: a tone [2J"] && transcript.asked.withLock { $0 } == [.speaker])
    follower.askEnd()
    #expect(transcript.asked.withLock { $0 } == [.speaker, .end])
  }

  @Test func `a problem at the end has exit code 1`() throws {
    let follower = Transcript().follower()
    #expect(!follower.take("testEnded", try event("testEnded", "not seen: NEXT: check its wire"), .buttons))
    let failure = #expect(throws: Failure.self) { try follower.check("/s") }
    #expect(failure?.description == "not seen: NEXT: check its wire" && failure.flatMap { GFCtl.exitCode(of: $0) } == 1)
  }

  @Test func `a refused test ends at once with the reason`() throws {
    let follower = Transcript().follower(refusing: .refused("no MIDI port is connected: plug a device in"))
    #expect(waitUntil { !follower.take("status", Data("{}".utf8), .midi) })
    let error = #expect(throws: ClientError.self) { try follower.check("/s") }
    #expect(error?.description == "no MIDI port is connected: plug a device in" && error?.exitCode == 1)
  }

  @Test func `the wait for the end ends with the test, with an error, and after its time`() throws {
    let ended = try event("testEnded", "")
    let follower = Transcript().follower()
    #expect(follower.waitForEnd(1000), "it has not begun")
    _ = follower.take("status", Data("{}".utf8), .leds)
    #expect(!follower.waitForEnd(0))
    Thread { _ = follower.take("testEnded", ended, .leds) }.start()
    #expect(follower.waitForEnd(1000) && follower.waitForEnd(0))
    let refused = Transcript().follower(refusing: .refused("no"))
    _ = refused.take("status", Data("{}".utf8), .leds)
    #expect(refused.waitForEnd(1000))
  }

  @Test func `a box that goes down in the middle is reported`() {
    let follower = Transcript().follower()
    #expect(follower.take("status", Data("{}".utf8), .leds))
    let error = #expect(throws: ClientError.self) { try follower.check("/s") }
    #expect(error?.description.contains("/s (the box went down)") == true)
  }
}
