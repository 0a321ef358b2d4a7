import Foundation
import GestureFlowAPI
import OSC
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// OSC as a component of the box.
@Suite struct OSCPartTests {
  /// A network that accepts all packets or none, and records their targets.
  private final class Wire: OSCWire {
    private let code: Int32
    private let list = Mutex<[String]>([])
    init(code: Int32 = 0) { self.code = code }
    /// Targets of all packets up to now.
    var targets: [String] { list.withLock { $0 } }
    func open(_ target: OSCTarget) throws(Failure) -> @Sendable ([UInt8]) -> Int32 {
      { [self] _ in
        list.withLock { $0.append("\(target)") }
        return code
      }
    }
  }

  private func part(_ target: String, _ wire: Wire) -> OSCPart {
    var configuration = Configuration()
    configuration.oscTarget = target
    return OSCPart(configuration, wire: wire) { _ in }
  }

  private func tell(_ part: OSCPart) {
    part.tell(hands: [], values: ControlSample(t: 0, speed: 1, pitchCents: 0, volume: 1), mode: .player, captureTime: 0)
  }

  @Test func `without a target there is nothing of it`() throws {
    #expect(Configuration().oscTarget.isEmpty, "it is off as it is delivered")
    let wire = Wire()
    let osc = part("", wire)
    try osc.start()
    defer { osc.stop() }
    tell(osc)
    #expect(osc.condition == .off("osc.target is not set") && wire.targets.isEmpty)
  }

  @Test func `frames go to the target until it stops`() throws {
    let wire = Wire()
    let osc = part("studio:9000", wire)
    tell(osc)
    try osc.start()
    #expect(
      waitUntil {
        tell(osc)
        return wire.targets.first == "studio:9000"
      })
    #expect(osc.condition == .running && osc.summary == "to studio:9000" && osc.name == "osc")
    osc.stop()
    let sent = wire.targets.count
    tell(osc)
    #expect(wire.targets.count == sent)
    osc.stop()
  }

  @Test func `another target is taken while it runs`() throws {
    let wire = Wire()
    let osc = part("studio:9000", wire)
    try osc.start()
    defer { osc.stop() }
    var configuration = Configuration()
    for target in ["hall:9001", "", "[fd00::2]:9002"] {
      configuration.oscTarget = target
      osc.configure(configuration)
      #expect(
        waitUntil {
          tell(osc)
          return target.isEmpty ? osc.condition == .off("osc.target is not set") : wire.targets.last == target
        })
    }
  }

  /// The supervisor drops a component that is off, and must start it again.
  @Test func `a target that is set later is heard at once`() throws {
    let wire = Wire()
    let osc = part("", wire)
    defer { osc.stop() }
    var runner = ComponentRunner(osc)
    #expect(runner.look(at: 0) == .off("osc.target is not set"))
    var configuration = Configuration()
    configuration.oscTarget = "studio:9000"
    osc.configure(configuration)
    #expect(runner.look(at: 0.1) == .works("to studio:9000"))
    #expect(
      waitUntil {
        tell(osc)
        return wire.targets.last == "studio:9000"
      })
    configuration.oscTarget = ""
    osc.configure(configuration)
    #expect(runner.look(at: 0.2) == .off("osc.target is not set") && runner.look(at: 0.3) == .none)
    configuration.oscTarget = "hall:9001"
    osc.configure(configuration)
    #expect(runner.look(at: 0.4) == .works("to hall:9001"))
  }

  @Test func `a shut network is the boxs trouble and an absent listener is not`() throws {
    for (code, isTrouble) in [(EPERM, true), (ECONNREFUSED, false)] {
      let wire = Wire(code: code)
      let osc = part("studio:9000", wire)
      try osc.start()
      defer { osc.stop() }
      #expect(
        waitUntil {
          tell(osc)
          return osc.summary != "to studio:9000"
        })
      let shut = Failure("osc.target is set, but the network is shut", remedy: "open it with gfctl network on")
      #expect(osc.condition == (isTrouble ? .degraded(shut) : .running))
    }
  }
}
