import Camera
import Dispatch
import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import SyntheticHands
import Realtime
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Frames go on while a held gesture waits for a slow action. The library may read a stick, or an ordinary thread
/// may hold a lock.
@Suite(.serialized) struct HandsWaitForNobodyTests {
  /// Commands that are held until the gate opens, or give up after five minutes, so that a failure is not a hang.
  private final class Slow: Sendable {
    let begun = Atomic<Int>(0)
    let gaveUp = Atomic<Int>(0)
    let gate = DispatchSemaphore(value: 0)
    func carryOut(_ command: GestureCommand) {
      begun.add(1, ordering: .releasing)
      if gate.wait(timeout: .now() + 300) == .timedOut { gaveUp.add(1, ordering: .releasing) }
    }
  }

  private func performance(live: Bool, _ carryOut: @escaping @Sendable (GestureCommand) -> Void) throws -> HandsPipeline {
    var settings = RunSettings()
    settings.model = .full
    return try HandsPipeline(
      models: TrackerModels(.standard(), size: .full), settings: settings, controls: Controls(SoundEngine()),
      eventClock: EventClock(isLive: false), log: BootLog(quiet: true), live: live, keepHistory: true, carryOut: carryOut)
  }

  /// A peace sign that is held: the next track is asked for.
  private static func play(_ performance: HandsPipeline) {
    func hand(_ pose: HandPose) -> PosedHand { PosedHand(.right, pose, wrist: SIMD2(0.66, 0.78), size: 0.22) }
    // A pose means a command after another one.
    let sign = HandPart([(time: 0, hand: hand(.open)), (time: 0.5, hand: hand(.open)), (time: 0.7, hand: hand(.two))])
    let performer = VirtualPerformer(Choreography(name: "sign", duration: 4, parts: [sign]), live: false, seconds: 3)
    while case .frame(let frame) = performer.next(timeout: 1) { performance.process(frame) }
  }

  @Test func `a command that takes long holds up no frame`() throws {
    let slow = Slow()
    let performance = try performance(live: true) { slow.carryOut($0) }
    Self.play(performance)
    let gaveUp = slow.gaveUp.load(ordering: .acquiring)
    #expect(gaveUp == 0, "the frames waited for the command")
    #expect(performance.snapshot.frames == 90)
    #expect(waitUntil { slow.begun.load(ordering: .acquiring) == 1 }, "the sign was not taken for a command")
    slow.gate.signal()
    performance.close()
  }

  /// `gf-hands` has a core to itself: a command that is tied to it, too, is waited for.
  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "there is only one core to be on"))
  func `a command is carried out beside the hands`() throws {
    let cores = Mutex<[String]>([])
    let performance = try performance(live: true) { _ in cores.withLock { $0.append(Self.coresOfThisThread) } }
    let hands = try RealtimeThread(.init(name: "gf-test", core: 0)) { Self.play(performance) }
    hands.join()
    #expect(waitUntil { !cores.withLock { $0.isEmpty } }, "the sign was not taken for a command")
    performance.close()
    #expect(cores.withLock { $0 } == [Self.coresOfThisThread])
  }

  /// As the kernel writes them: `0-3`.
  private static var coresOfThisThread: String {
    let status = KernelFile.text("/proc/thread-self/status") ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") } ?? ""
    return line.dropFirst(18).trimmingCharacters(in: .whitespaces)
  }

  /// A run without a clock gives the same each time: a command is carried out in its frame.
  @Test func `without a clock a command is carried out in its frame`() throws {
    let order = Mutex<[GestureCommand]>([])
    let performance = try performance(live: false) { command in order.withLock { $0.append(command) } }
    Self.play(performance)
    #expect(order.withLock { $0 } == [.nextTrack])
    performance.close()
  }
}
