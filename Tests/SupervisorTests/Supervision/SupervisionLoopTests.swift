import Foundation
import GestureFlowAPI
import Modes
import Panel
import Realtime
import Settings
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// A round of the supervision loop, except messages to the service manager. Tested are the end of the boot, the
/// state, the panel and the look-ahead.
@Suite struct SupervisionLoopTests {
  private let broken = Failure("broken", remedy: "mend it")

  @Test func `the boot is over when every part is there or has said why not`() {
    let (camera, tracker) = (PartDouble("camera"), PartDouble("tracker", .starting))
    camera.refuseToStart(broken)
    let stand = LoopStand([PartDouble("sound"), camera, PartDouble("panel", .off("no lines")), tracker])
    stand.rounds(at: 100, 100.01)
    #expect(!stand.loop.isBooted && stand.loop.startSeconds == 0 && stand.loop.pause == 0.01)
    tracker.become(.running)
    stand.rounds(at: 100.02)
    #expect(stand.loop.isBooted && stand.loop.startSeconds == 2.5 && stand.loop.pause == 0.1)
    // A later change of a component does not restart it.
    stand.box.see { $0.age = 60 }
    tracker.become(.starting)
    stand.rounds(at: 160)
    tracker.become(.running)
    stand.rounds(at: 161)
    #expect(stand.loop.isBooted && stand.loop.startSeconds == 2.5)
  }

  @Test func `each change of a part is reported once`() {
    let camera = PartDouble("camera")
    let stand = LoopStand([PartDouble("sound"), camera, PartDouble("panel", .off("no lines")), PartDouble("tracker", .degraded(broken))])
    stand.rounds(at: 100, 100.1, 100.2)
    #expect(stand.box.deeds.published == ["part sound running", "part camera running", "part panel off", "part tracker degraded"])
    camera.become(.lost(broken))
    stand.rounds(at: 101, 102)
    #expect(stand.box.deeds.published.dropFirst(4) == ["part camera failed"])
    #expect(stand.log.lastNotices.map(\.text) == ["tracker: broken: mend it", "camera: broken: mend it"])
  }

  @Test func `a thread that did not get what it asked for is reported when the boot is over`() {
    let camera = PartDouble("camera", .starting)
    let stand = LoopStand([PartDouble("sound"), camera])
    func thread(_ name: String, refusal: String?) -> ThreadStatus {
      ThreadStatus(name: name, coreAsked: 3, coreGot: 3, priorityAsked: 80, priorityGot: 0, policy: "other", refusal: refusal)
    }
    stand.box.see { $0.threads = [thread("gf-audio", refusal: "no FIFO priority"), thread("gf-camera", refusal: nil)] }
    stand.rounds(at: 100)
    #expect(stand.log.lastNotices.isEmpty)
    camera.become(.running)
    stand.rounds(at: 100.1, 100.2)
    #expect(stand.log.lastNotices.map(\.text) == ["threads: gf-audio runs without the settings it requested: no FIFO priority"])
  }

  @Test func `the boot tone sounds once and reports the result`() {
    let camera = PartDouble("camera", .starting)
    let stand = LoopStand([PartDouble("sound"), camera])
    stand.box.see { $0.bootToneLevel = 0.25 }
    stand.rounds(at: 100)
    #expect(stand.box.deeds.tone.isEmpty)
    camera.become(.lost(broken))
    stand.rounds(at: 100.1, 100.2)
    camera.become(.running)
    stand.rounds(at: 100.3, 111)
    #expect(stand.box.deeds.tone.map(\.note) == Signal.incomplete.row.tone)
    #expect(stand.box.deeds.tone.map(\.level) == [0.25, 0.25])
    let silent = LoopStand([PartDouble("sound"), PartDouble("camera")])
    silent.rounds(at: 100, 100.1)
    #expect(silent.loop.isBooted && silent.box.deeds.tone.isEmpty, "none is wanted")
  }

  @Test func `a camera and a card that go and come back are announced once each`() {
    let (sound, camera, panel) = (PartDouble("sound"), PartDouble("camera", .starting), PartDouble("panel"))
    let stand = LoopStand([sound, camera, panel])
    stand.rounds(at: 100)
    // The boot tone reports a camera that is missing from the start.
    camera.become(.lost(broken))
    stand.rounds(at: 101)
    #expect(stand.loop.isBooted && stand.box.deeds.signals.isEmpty)
    camera.become(.running)
    stand.rounds(at: 102, 103)
    #expect(stand.box.deeds.signals == [.cameraBack])
    camera.become(.lost(broken))
    stand.rounds(at: 104, 105)
    // Another reason does not count as another loss.
    camera.become(.lost(Failure("in use", remedy: "close it")))
    sound.become(.lost(broken))
    panel.become(.degraded(broken))
    stand.rounds(at: 106, 107)
    camera.become(.running)
    sound.become(.degraded(broken))
    stand.rounds(at: 108, 109)
    #expect(stand.box.deeds.signals == [.cameraBack, .cameraLost, .cardLost, .cardBack, .cameraBack])
  }

  @Test func `the log does not call a box ready that has failed`() {
    let sound = PartDouble("sound")
    sound.refuseToStart(broken)
    let stand = LoopStand([sound, PartDouble("camera")])
    stand.rounds(at: 100, 100.1)
    #expect(stand.loop.isBooted)
    #expect(stand.log.lastNotices.map(\.text) == ["sound: broken: mend it", "ready: not after 2.50 s: see sound"])
  }

  @Test func `every new xrun flashes once over what the panel shows`() {
    let stand = LoopStand([PartDouble("sound"), PartDouble("camera")])
    stand.rounds(at: 100, 100.1)
    #expect(stand.box.deeds.flashes.isEmpty)
    stand.box.see { ($0.sinkHealth.lateWakes, $0.sinkHealth.deviceXruns) = (1, 2) }
    stand.rounds(at: 100.2, 100.3)
    #expect(stand.box.deeds.flashes.map(\.pattern) == [.doubleFlash] && stand.box.deeds.flashes.map(\.led) == [.status])
    #expect(stand.box.deeds.flashes.first?.after == 3, "after what the panel shows in that round")
    stand.box.see { $0.sinkHealth.longRenders = 1 }
    stand.rounds(at: 100.4)
    #expect(stand.box.deeds.flashes.count == 2)
    // Another sink counts from zero.
    stand.box.see { $0.sinkHealth = SinkHealth() }
    stand.rounds(at: 100.5)
    #expect(stand.box.deeds.flashes.count == 2)
    stand.box.see { $0.sinkHealth.lateWakes = 1 }
    stand.rounds(at: 100.6)
    #expect(stand.box.deeds.flashes.count == 3)
  }

  @Test func `an inaudible xrun does not hide that media is missing`() {
    let stand = LoopStand([PartDouble("sound"), PartDouble("camera")])
    stand.rounds(at: 100, 100.1)
    stand.box.see { ($0.isOutOfMedia, $0.sinkHealth.lateWakes) = (true, 3) }
    stand.rounds(at: 100.2)
    stand.box.see { $0.isOutOfMedia = false }
    stand.rounds(at: 100.3)
    #expect(stand.box.deeds.flashes.isEmpty, "nor is it told afterwards")
    stand.box.see { $0.sinkHealth.lateWakes = 4 }
    stand.rounds(at: 100.4)
    #expect(stand.box.deeds.flashes.count == 1)
  }

  @Test func `the panel shows how the box is in every round`() {
    let (sound, camera) = (PartDouble("sound"), PartDouble("camera", .starting))
    let stand = LoopStand([sound, camera])
    stand.rounds(at: 100)
    camera.become(.running)
    stand.rounds(at: 100.1)
    sound.become(.lost(broken))
    stand.rounds(at: 100.2)
    stand.loop.beginStop(of: stand.box, at: 100.3)
    stand.rounds(at: 100.4)
    #expect(stand.box.deeds.shown == [.starting, .healthy, .failed, .stopping])
    #expect(stand.box.deeds.waves == 4)
  }

  @Test func `the state is saved only after ready and at the end`() throws {
    try Places.withFolder { folder in
      let sound = PartDouble("sound", .starting)
      let stand = LoopStand([sound, PartDouble("camera")], folder: folder.path)
      func onDisk() -> Double? { StateStore(folder.path).load().state?.volume }
      stand.box.see { $0.volume = 0.1 }
      stand.rounds(at: 100, 110)
      #expect(onDisk() == nil, "a box that still begins knows nothing of what was")
      sound.become(.running)
      stand.rounds(at: 120)
      #expect(onDisk() == 0.1)
      stand.box.see { $0.volume = 0.2 }
      stand.rounds(at: 121)
      #expect(onDisk() == 0.1)
      stand.box.see { $0.isPaused = true }
      stand.rounds(at: 122)
      #expect(onDisk() == 0.2, "soon after a pause")
      stand.box.see { $0.volume = 0.3 }
      stand.loop.beginStop(of: stand.box, at: 122.1)
      #expect(onDisk() == 0.3)
    }
  }

  @Test func `the state is saved on a box that waits for its card`() throws {
    try Places.withFolder { folder in
      let sound = PartDouble("sound")
      sound.refuseToStart(broken)
      let stand = LoopStand([sound, PartDouble("camera")], folder: folder.path)
      stand.box.see { $0.volume = 0.1 }
      stand.rounds(at: 100, 110)
      #expect(StateStore(folder.path).load().state?.volume == 0.1)
    }
  }

  @Test func `a disk that is full holds nothing up`() throws {
    try Places.withFolder { folder in
      var calls = AtomicFile.Calls()
      calls.write = { _, _ in
        errno = ENOSPC
        return -1
      }
      let stand = LoopStand([PartDouble("sound"), PartDouble("camera")], watchdog: 4, folder: folder.path, calls: calls)
      for second in 0..<5 {
        stand.render()
        stand.rounds(at: 100 + 6 * Double(second))
      }
      #expect(stand.log.lastNotices.count == 1)
      #expect(stand.lines.count { $0 == "WATCHDOG=1" } == 5 && stand.box.deeds.shown.count == 5)
    }
  }

  @Test func `the way to the loudspeaker is measured once a second`() {
    let stand = LoopStand([PartDouble("sound"), PartDouble("camera")])
    stand.rounds(at: 100)
    #expect(stand.box.deeds.lookAheads.isEmpty, "nothing was measured yet")
    stand.box.see { sight in
      sight.captureToCallback = 0.03
      (sight.sinkHealth.period, sight.sinkHealth.periods) = (480, 3)
    }
    stand.rounds(at: 100.5, 101, 101.1, 101.9)
    #expect(stand.box.deeds.lookAheads.count == 1)
    stand.box.see { $0.sinkHealth.periods = 2 }
    stand.rounds(at: 102)
    let expected = [1440.0, 960].map { 0.03 + $0 / Double(SoundFormat.rate) }
    #expect(stand.box.deeds.lookAheads == expected)
  }

  @Test func `the loop reports each round that is ready and settled`() {
    let times = Times()
    let (sound, camera) = (PartDouble("sound"), PartDouble("camera", .starting))
    let log = BootLog(quiet: true)
    var reports = SupervisionLoop.Reports()
    reports.ready = { time in times.all.withLock { $0.append(time) } }
    let loop = SupervisionLoop(
      Supervision([sound, PartDouble("library"), camera]), keeping: StateSaver(nil, Configuration(), log: log), log: log, reports: reports)
    let box = BoxDouble()
    loop.round(box, at: 100)
    #expect(times.all.withLock { $0 }.isEmpty, "READY, and the camera may still end the process")
    camera.become(.running)
    loop.round(box, at: 101)
    sound.become(.lost(Failure("gone", remedy: "plug it in")))
    loop.round(box, at: 102)
    sound.become(.running)
    loop.round(box, at: 103)
    #expect(times.all.withLock { $0 } == [101, 103])
  }

  private final class Times: Sendable { let all = Mutex<[Double]>([]) }
}
