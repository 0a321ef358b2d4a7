import Foundation
import GestureFlowAPI
import OSC
import Realtime
import Synchronization
import TestSupport
import Testing

/// Frames are sent one by one, the newest first. No event of the network delays a caller.
@Suite struct OSCSenderTests {
  private final class Notices: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ text: String) { list.withLock { $0.append(text) } }
  }

  private let wire = WireDouble()
  private let notices = Notices()

  private let time = ManualTime()

  /// Returns a sender that uses the machine's clock or the test's.
  private func sender(rate: Double = 1000, pause: Double = 0, isTimed: Bool = false) throws -> OSCSender {
    let (notices, time) = (notices, time)
    let manual = OSCSender.Time(nanoseconds: { time.nanoseconds }, sleep: { time.sleep(until: $0) })
    return try OSCSender(
      try OSCTarget("studio:9000"), rate: rate, wire: wire, pause: pause, time: isTimed ? manual : .machine
    ) { notices.add($0) }
  }

  private func frame(_ speed: Double) -> OSCFrame {
    OSCFrame(
      captureTime: Clock.seconds, mode: .player, hands: [], values: ControlSample(t: 0, speed: speed, pitchCents: 0, volume: 1))
  }

  /// Passes frames until the host is found and a frame waits for its time.
  /// - Returns: whether that happened.
  private func begin(_ sender: OSCSender) -> Bool {
    waitUntil {
      sender.tell(frame(0.5))
      return !wire.packets.isEmpty && time.sleepers == 1
    }
  }

  @Test func `the newest frame goes out and those before it do not`() throws {
    let sender = try sender(rate: 1, isTimed: true)
    defer {
      time.end()
      sender.close()
    }
    #expect(begin(sender))
    let before = wire.packets.count
    for speed in stride(from: 0.6, through: 1.9, by: 0.1) { sender.tell(frame(speed)) }
    sender.tell(frame(2))
    time.advance(1)
    #expect(waitUntil { wire.packets.count > before })
    let two: [UInt8] = [0x40, 0, 0, 0]
    let last = try #require(wire.packets.last)
    #expect(last.indices.contains { last[$0...].starts(with: two) }, "speed 2 goes out")
    time.end()
    sender.close()
    #expect(wire.packets.count == before + 1, "and what was told before it in the same second does not")
  }

  @Test func `frames before the host is found do not count for the rate`() throws {
    wire.hold(true)
    let sender = try sender(rate: 1, isTimed: true)
    defer {
      wire.hold(false)
      time.end()
      sender.close()
    }
    // More often than a bundle a second, so that the thread would sleep by the clock that stands still.
    for _ in 0..<100 {
      sender.tell(frame(0.5))
      usleep(1000)
    }
    try #require(time.sleepers == 0)
    wire.hold(false)
    #expect(begin(sender))
  }

  @Test func `there are no more bundles than the camera has frames`() throws {
    let sender = try sender(rate: 50, isTimed: true)
    defer {
      time.end()
      sender.close()
    }
    #expect(begin(sender))
    let before = wire.packets.count
    // A packet may be early by the lateness of the one before it.
    #expect(before <= 3, "\(before)")
    for bundle in 1...10 {
      time.advance(0.02)
      #expect(
        waitUntil {
          for _ in 0..<20 { sender.tell(frame(1)) }
          return wire.packets.count == before + bundle && time.sleepers == 1
        })
    }
  }

  @Test func `a name that is looked up for ever holds up neither the frames nor the end`() throws {
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

  @Test func `a host that is not found is one notice and is looked for again`() throws {
    wire.refuse(Failure("the host studio is not found", remedy: "check osc.target"))
    let sender = try sender()
    defer { sender.close() }
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return wire.opened > 5
      })
    #expect(notices.all == ["OSC: the host studio is not found: check osc.target"])
    #expect(sender.state.trouble?.reason == "the host studio is not found")
    wire.refuse(nil)
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return sender.state.trouble == nil
      })
    #expect(notices.all.count == 2 && notices.all.last == "OSC goes out to studio:9000 again")
  }

  @Test func `a host without listeners still receives messages and is reported once`() throws {
    let sender = try sender()
    defer { sender.close() }
    // The kernel reports the previous packet's result: every second one is rejected.
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
    #expect(notices.all.filter { $0.contains("no program listens at studio:9000") }.count <= 3)
    wire.answer(0)
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return sender.state.trouble == nil
      })
  }

  @Test func `a receiver that comes and goes is reported ever more rarely`() throws {
    let sender = try sender()
    defer { sender.close() }
    for _ in 0..<12 {
      for (code, isTrouble) in [(ECONNREFUSED, true), (0, false)] {
        wire.answer(code)
        #expect(
          waitUntil {
            sender.tell(frame(1))
            return (sender.state.trouble != nil) == isTrouble
          })
      }
    }
    // The status still shows the current state.
    #expect(notices.all.count == 3 && notices.all[1] == "OSC goes out to studio:9000 again", "\(notices.all)")
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return notices.all.count == 4
      })
    #expect(notices.all.last == "OSC goes out to studio:9000 again")
  }

  @Test func `a way that breaks is looked for anew`() throws {
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

  @Test func `a full buffer of the kernels is not a fault`() throws {
    let sender = try sender()
    defer { sender.close() }
    wire.answer(EAGAIN)
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return wire.tries >= 10
      })
    #expect(sender.state == OSCSender.State() && notices.all.isEmpty)
  }

  @Test func `a shut network is reported with the remedy`() throws {
    wire.answer(EPERM)
    let sender = try sender()
    defer { sender.close() }
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return sender.state.trouble == .oscIsShut
      })
    #expect(waitUntil { notices.all == ["OSC: osc.target is set, but the network is shut: open it with gfctl network on"] })
  }

  @Test func `nothing goes out after the end`() throws {
    let sender = try sender()
    #expect(
      waitUntil {
        sender.tell(frame(1))
        return !wire.packets.isEmpty
      })
    sender.close()
    let sent = wire.packets.count
    // Its thread has ended.
    for _ in 0..<20 { sender.tell(frame(1)) }
    #expect(wire.packets.count == sent)
    sender.close()
  }
}
