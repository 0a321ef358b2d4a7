import ChildPrograms
import Foundation
import GestureFlowAPI
import OSC
import Realtime
import Synchronization
import TestSupport
import Testing

/// liblo's oscdump, an independent program on the loopback, reads the packets.
@Suite struct OscdumpTests {
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  private static let oscdump = "/usr/bin/oscdump"
  private static let hasOscdump = FileManager.default.isExecutableFile(atPath: oscdump)
  private static let hasLoopback = FreePort.udp != nil

  @Test(
    .enabled(if: hasOscdump, "Debian's package liblo-tools is not installed: oscdump is not tested"),
    .enabled(if: hasLoopback, "there is no loopback here: oscdump is not tested"))
  func `oscdump reads what the box sends`() throws {
    let port = try #require(FreePort.udp)
    let told = Count()
    let sender = try OSCSender(try OSCTarget("127.0.0.1:\(port)"), rate: 200, pause: 0.05) { _ in told.value.withLock { $0 += 1 } }
    defer { sender.close() }
    var hand = HandStatus(id: 42, handedness: "left", fingers: 2, confidence: 0.875)
    hand.points = (0..<42).map { Double($0) / 64 }
    let before = Date().timeIntervalSince1970
    let taken = Clock.seconds
    let after = Date().timeIntervalSince1970
    let frame = OSCFrame(
      captureTime: taken, mode: .player, hands: [hand], values: ControlSample(t: 0, speed: 1.25, pitchCents: -50, volume: 0.5))
    // At first no program listens, which stops nothing.
    #expect(
      waitUntil {
        sender.tell(frame)
        return sender.state.trouble != nil
      })
    let program = try ChildProgram(Self.oscdump, ["-L", String(port)], errors: .discarded)
    defer { program.kill() }
    let output = try #require(program.output)
    var text = ""
    #expect(
      waitUntil {
        sender.tell(frame)
        var one = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        if poll(&one, 1, 10) > 0 { text += String(decoding: ChildProgram.read(output), as: UTF8.self) }
        return text.contains("/gestureflow/hand") && text.hasSuffix("\n") && sender.state.trouble == nil
      }, "\(text.suffix(500))")
    let lines = text.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("/gestureflow/hand") })
    #expect(
      line.hasSuffix(
        "/gestureflow/hand isifffffff 42 \"left\" 2 0.875000 0.000000 0.015625 0.125000 0.140625 0.250000 0.265625"), "\(line)")
    #expect(lines.contains { $0.hasSuffix("/gestureflow/player fff 1.250000 -50.000000 0.500000") })
    #expect(lines.contains { $0.contains("/gestureflow/frame isi ") && $0.hasSuffix("\"player\" 1") })
    // The time tag is that of the frame: seconds since 1900 in hexadecimal digits.
    let tag = try #require(line.split(separator: ".").first.flatMap { UInt32($0, radix: 16) })
    #expect((before - 2...after + 2).contains(Double(tag) - 2_208_988_800))
    #expect(waitUntil { told.value.withLock { $0 } == 2 }, "that no program listens, and that it sends again")
  }
}
