import Foundation
import GestureFlowAPI
import OSC
import Realtime
import Synchronization
import TestSupport
import Testing

/// Frames go out one by one, the newest first of all, and nothing that the network does holds anybody up.
@Suite struct OSCSenderTests {
  private final class Notices: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ text: String) { list.withLock { $0.append(text) } }
  }

  private let wire = WireDouble()
  private let notices = Notices()

  private func sender(rate: Double = 1000, pause: Double = 0) throws -> OSCSender {
    let notices = notices
    return try OSCSender(try OSCTarget("studio:9000"), rate: rate, wire: wire, pause: pause) { notices.add($0) }
  }

  private func frame(_ speed: Double) -> OSCFrame {
    OSCFrame(
      captureTime: Clock.seconds, mode: .player, hands: [], values: ControlSample(t: 0, speed: speed, pitchCents: 0, volume: 1))
  }

  @Test func theNewestFrameIsTheOneThatGoesOut() throws {
    let begun = Clock.seconds
    let sender = try sender(rate: 1)
    defer { sender.close() }
    #expect(
      waitUntil {
        sender.tell(frame(0.5))
        return wire.packets.count == 1
      })
    for speed in stride(from: 0.6, through: 1.9, by: 0.1) { sender.tell(frame(speed)) }
    sender.tell(frame(2))
    let two: [UInt8] = [0x40, 0, 0, 0]
    #expect(
      waitUntil {
        let last = wire.packets.last ?? []
        return last.indices.contains { last[$0...].starts(with: two) }
      }, "speed 2 goes out")
    // One a second, however long it took; one may be early by what the one before it was late.
    #expect(Double(wire.packets.count) <= Clock.seconds - begun + 2, "and what was told before it in the same second does not")
  }

  @Test func thereAreNoMoreBundlesThanTheCameraHasFrames() throws {
    let sender = try sender(rate: 50)
    defer { sender.close() }
    let begun = Clock.seconds
    #expect(
      waitUntil {
        for _ in 0..<20 { sender.tell(frame(1)) }
        return wire.packets.count >= 10
      })
    // One may be early by what the one before it was late.
    #expect(Double(wire.packets.count) <= (Clock.seconds - begun) * 50 + 2)
  }

  @Test func aNameThatIsLookedUpForEverHoldsUpNeitherTheFramesNorTheEnd() throws {
    wire.hold(true)
    defer { wire.hold(false) }
    let sender = try sender()
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return wire.opened == 1
      })
    for _ in 0..<1000 { sender.tell(frame(1)) }
    sender.close()
    #expect(wire.packets.isEmpty && wire.opened == 1)
  }

  @Test func aHostThatIsNotFoundIsOneNoticeAndIsLookedForAgain() throws {
    wire.refuse(OSCTrouble("the host studio is not found", remedy: "check osc.target"))
    let sender = try sender()
    defer { sender.close() }
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return wire.opened > 5
      })
    // Told on another thread than the next search is made on.
    #expect(waitUntil { notices.all == ["OSC: the host studio is not found: check osc.target"] })
    #expect(sender.state.trouble?.reason == "the host studio is not found")
    wire.refuse(nil)
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return sender.state.trouble == nil
      })
    #expect(waitUntil { notices.all.count == 2 && notices.all.last == "OSC goes out to studio:9000 again" })
  }

  @Test func aHostWhereNobodyListensIsSentToAllTheSameAndToldOnce() throws {
    let sender = try sender()
    defer { sender.close() }
    // The kernel tells of the packet before: every second one is refused.
    for round in 0..<6 {
      wire.answer(round % 2 == 0 ? ECONNREFUSED : 0)
      let sent = wire.packets.count
      let told = round
      #expect(
        waitUntil {
          sender.tell(frame(1))
          return told % 2 == 0 ? sender.state.trouble != nil : wire.packets.count > sent
        })
    }
    #expect(wire.opened == 1, "the way stays open")
    #expect(notices.all.filter { $0.contains("nobody listens at studio:9000") }.count <= 3)
    wire.answer(0)
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return sender.state.trouble == nil
      })
  }

  @Test func aWayThatBreaksIsLookedForAnew() throws {
    let sender = try sender()
    defer { sender.close() }
    wire.answer(ENETUNREACH)
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return wire.opened >= 3
      })
    #expect(notices.all.count == 1)
    wire.answer(0)
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return wire.packets.count > 2
      })
  }

  @Test func aFullBufferOfTheKernelsIsNoTrouble() throws {
    let sender = try sender()
    defer { sender.close() }
    wire.answer(EAGAIN)
    for _ in 0..<50 {
      sender.tell(frame(1))
      usleep(1000)
    }
    #expect(sender.state == OSCSender.State() && notices.all.isEmpty)
  }

  @Test func aShutNetworkIsToldWithTheRemedy() throws {
    wire.answer(EPERM)
    let sender = try sender()
    defer { sender.close() }
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return sender.state.trouble == .shut
      })
    #expect(waitUntil { notices.all == ["OSC: osc.target is set, but the network is shut: open it with sudo gfctl network on"] })
  }

  @Test func nothingGoesOutAfterTheEnd() throws {
    let sender = try sender()
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return !wire.packets.isEmpty
      })
    sender.close()
    let sent = wire.packets.count
    for _ in 0..<20 { sender.tell(frame(1)) }
    usleep(20_000)
    #expect(wire.packets.count == sent)
    sender.close()
  }
}
