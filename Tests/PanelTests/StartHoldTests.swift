import Foundation
import GestureFlowAPI
import Panel
import Synchronization
import TestSupport
import Testing

/// PLAY and MODE held from power-on.
@Suite struct StartHoldTests {
  private struct Seen: Equatable {
    var seconds: Double
    var step: StartHold.Step
  }

  private static let both: Set<Button> = [.play, .mode]

  /// Looks 100 times a second for a minute.
  /// - Parameter down: returns the buttons that are down, by seconds since the opening.
  private func steps(_ down: (Double) -> Set<Button>) -> [Seen] {
    var hold = StartHold(down: down(0), at: 100)
    return (0...6000).compactMap { number in
      let seconds = Double(number) / 100
      return hold.look(down: down(seconds), at: 100 + seconds).map { Seen(seconds: seconds, step: $0) }
    }
  }

  @Test func `a second holds and letting go of both begins`() {
    #expect(steps { $0 < 1.5 ? Self.both : [] } == [Seen(seconds: 1, step: .held), Seen(seconds: 1.5, step: .released)])
    let one = steps { $0 < 2 ? [.play, .mode, .next] : $0 < 3 ? [.mode] : [] }
    #expect(one == [Seen(seconds: 1, step: .held), Seen(seconds: 3, step: .released)])
  }

  @Test(arguments: [[], [.play], [.mode]] as [Set<Button>])
  func `buttons released early, or not down at the opening, mean nothing`(rest: Set<Button>) {
    #expect(steps { $0 < 0.99 ? Self.both : rest }.isEmpty)
    #expect(steps { $0 >= 0.5 && $0 < 0.6 ? rest : Self.both }.isEmpty, "pressed again")
    #expect(steps { $0 == 0 ? rest : Self.both }.isEmpty)
  }

  @Test func `buttons that are never released are named after ten seconds`() {
    #expect(steps { _ in Self.both } == [Seen(seconds: 1, step: .held), Seen(seconds: 10, step: .stuck(Self.both))])
    let one = steps { $0 < 2 ? Self.both : [.mode] }
    #expect(one == [Seen(seconds: 1, step: .held), Seen(seconds: 10, step: .stuck([.mode]))])
  }

  @Test func `a panel that fails ends the hold, and tells it if it counted`() {
    var short = StartHold(down: Self.both, at: 0)
    #expect(short.look(down: Self.both, at: 0.5) == nil && short.end() == nil && short.look(down: Self.both, at: 2) == nil)
    var long = StartHold(down: Self.both, at: 0)
    #expect(long.look(down: Self.both, at: 1) == .held && long.end() == .lost)
    #expect(long.end() == nil && long.look(down: [], at: 2) == nil)
  }

  // MARK: - In the loop of the panel

  /// A panel that is opened while both are down, and everything that it reports.
  private final class World: Sendable {
    let device = PanelDouble()
    let time = ManualTime()
    private let heard = Mutex<(actions: [ButtonAction], steps: [StartHold.Step])>(([], []))

    var actions: [ButtonAction] { heard.withLock { $0.actions } }
    var steps: [StartHold.Step] { heard.withLock { $0.steps } }

    func makeLoop() -> PanelLoop {
      device.grant = PanelGrant(kernelDebounces: true, down: StartHold.buttons)
      let lines = PanelLoop.Lines(buttons: [.play: "GPIO17", .mode: "GPIO4", .next: "GPIO27"], leds: [.status: "GPIO25"])
      return PanelLoop(device, lines: lines, clock: { self.time.seconds }, patience: 60) { event in
        self.heard.withLock { $0.actions.append(event.action) }
      } onStartHold: { step in
        self.heard.withLock { $0.steps.append(step) }
      }
    }

    func click(_ button: Button) {
      device.press([Edge(button, isDown: true, time: time.seconds), Edge(button, isDown: false, time: time.seconds)])
    }
    func release(_ button: Button) { device.press([Edge(button, isDown: false, time: time.seconds)]) }
  }

  @Test func `the loop reports hold and release, which do not count as presses`() throws {
    let world = World()
    let loop = world.makeLoop()
    try loop.start()
    defer { loop.stop() }
    #expect(waitUntil { loop.down == StartHold.buttons })
    world.time.advance(1)
    #expect(waitUntil { world.steps == [.held] })
    world.release(.mode)
    world.release(.play)
    #expect(waitUntil { world.steps == [.held, .released] })
    world.click(.play)
    #expect(waitUntil { world.actions == [.click(.play)] && loop.presses == 1 })
  }

  @Test func `one released early begins nothing`() throws {
    let world = World()
    let loop = world.makeLoop()
    try loop.start()
    defer { loop.stop() }
    world.release(.mode)
    #expect(waitUntil { loop.down == [.play] })
    world.time.advance(20)
    world.click(.next)
    #expect(waitUntil { world.actions == [.click(.next)] })
    #expect(world.steps.isEmpty)
  }

  @Test func `a panel that fails meanwhile ends it, and its next opening begins nothing`() throws {
    let world = World()
    let loop = world.makeLoop()
    try loop.start()
    #expect(waitUntil { loop.down == StartHold.buttons })
    world.time.advance(1)
    #expect(waitUntil { world.steps == [.held] })
    world.device.fail("edges", with: .system(line: "panel", code: ENODEV))
    #expect(waitUntil { world.steps == [.held, .lost] && !world.device.isOpen })
    loop.stop()
    world.device.heal()
    try loop.start()
    defer { loop.stop() }
    world.time.advance(20)
    world.click(.next)
    #expect(waitUntil { world.actions == [.click(.next)] })
    #expect(world.steps == [.held, .lost])
  }
}
