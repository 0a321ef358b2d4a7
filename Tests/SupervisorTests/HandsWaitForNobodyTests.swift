import Camera
import Dispatch
import GestureFlowAPI
import Gestures
import HandTracking
import Performer
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// What a held gesture asks for may take long: the library reads a stick, a lock is held by an ordinary thread. The frames go on.
@Suite(.serialized) struct HandsWaitForNobodyTests {
  /// Commands that are held until the gate opens, or give up after a minute, so that a failure is no hang.
  private final class Slow: Sendable {
    let begun = Atomic<Int>(0)
    let gaveUp = Atomic<Int>(0)
    let gate = DispatchSemaphore(value: 0)
    func carryOut(_ command: GestureCommand) {
      begun.add(1, ordering: .releasing)
      if gate.wait(timeout: .now() + 60) == .timedOut { gaveUp.add(1, ordering: .releasing) }
    }
  }

  /// A peace sign that is held: the next track is asked for.
  private func play(live: Bool, _ carryOut: @escaping @Sendable (GestureCommand) -> Void) throws -> Performance {
    var settings = RunSettings()
    settings.model = .full
    let performance = try Performance(
      models: TrackerModels(.standard(), size: .full), settings: settings, controls: Controls(SoundEngine()),
      eventClock: EventClock(isLive: false), log: BootLog(quiet: true), live: live, keepHistory: true, carryOut: carryOut)
    let sign = HandPart([(time: 0, hand: PosedHand(.right, .two, wrist: SIMD2(0.66, 0.78), size: 0.22))])
    let performer = VirtualPerformer(Choreography(name: "sign", duration: 4, parts: [sign]), live: false, seconds: 3)
    while case .frame(let frame) = performer.next(timeout: 1) { performance.process(frame) }
    return performance
  }

  @Test func aCommandThatTakesLongHoldsUpNoFrame() throws {
    let slow = Slow()
    let performance = try play(live: true) { slow.carryOut($0) }
    let gaveUp = slow.gaveUp.load(ordering: .acquiring)
    #expect(gaveUp == 0, "the frames waited for the command")
    #expect(performance.snapshot.frames == 90)
    #expect(waitUntil { slow.begun.load(ordering: .acquiring) == 1 }, "the sign was not taken for a command")
    slow.gate.signal()
    performance.close()
  }

  /// A run without a clock gives the same each time: a command is carried out in its frame.
  @Test func withoutAClockACommandIsCarriedOutInItsFrame() throws {
    let order = Mutex<[GestureCommand]>([])
    let performance = try play(live: false) { command in order.withLock { $0.append(command) } }
    #expect(order.withLock { $0 } == [.nextTrack])
    performance.close()
  }
}
