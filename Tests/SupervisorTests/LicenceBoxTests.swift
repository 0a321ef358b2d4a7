import Foundation
import GestureFlowAPI
import Licensing
import LicensingDoubles
import Notes
import Panel
import Realtime
import Settings
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Tests of a box that needs a licence. Its tier follows the licences, and sounding notes are not cut.
@Suite(.serialized, .keptStems) struct LicenceBoxTests {
  /// A box without a clock; the test renders its blocks.
  private final class Locked {
    let box: Box
    private let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)

    init(_ bench: LicenceBench, mode: Mode = .player) throws {
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.freeRunning = true
      settings.stateFolder = bench.state
      settings.licences = try bench.setup()
      box = try Box(settings, log: BootLog(quiet: true))
      try box.carryOut(.mode(mode))
      render()
    }
    deinit { block.deallocate() }

    func render(_ blocks: Int = 40) { for _ in 0..<blocks { box.engine.rtRender(block) } }
    func refusal(_ command: Command) -> Problem? {
      do throws(Problem) { try box.carryOut(command) } catch { return error }
      return nil
    }
    var notices: [String] { box.status.notices.map(\.text) }
  }

  @Test func `installed it unlocks at once and removed it locks again`() throws {
    try LicenceBench.with { bench in
      let locked = try Locked(bench)
      let events = locked.box.hub.subscribe(types: ["refused", "licence"])
      #expect(locked.box.status.tier == .free && locked.box.status.licence?.state == LicenceStatus.State.none)
      for command in [Command.tier(.pro), .toggleTier] {
        #expect(
          locked.refusal(command)?.type == Problem.tierLimitType
            && locked.refusal(command)?.detail.contains("gfctl license install") == true)
      }
      #expect(events.take().count == 4, "each is refused by event, with LED and tone")
      let said = try locked.box.carryOut(.licenseInstall(bench.text(bench.signed("a"))))
      #expect(said == "licence 'a' for Ada is installed" && locked.box.status.tier == .pro && locked.box.status.licence?.state == .valid)
      try locked.box.carryOut(.toggleTier)
      #expect(locked.box.status.tier == .free)
      try locked.box.carryOut(.toggleTier)
      #expect(locked.box.status.tier == .pro)
      try locked.box.carryOut(.licenseRemove)
      #expect(locked.box.status.tier == .free && locked.notices.contains { $0.contains("licence: not valid") })
      let states = events.take().compactMap { item -> String? in
        if case .event(let event) = item { return event.value }
        return nil
      }
      #expect(states == ["valid", "none"])
      #expect(locked.refusal(.licenseInstall("nonsense"))?.status == 409 && locked.box.status.tier == .free)
    }
  }

  /// The owner built the box, and has no use for tiers.
  @Test func `the button TIER says on a box without keys that it changes nothing`() throws {
    var settings = RunSettings()
    (settings.camera, settings.sink, settings.freeRunning) = (.performer("empty"), .null, true)
    settings.licences.keys = PublicKeys.none
    let box = try Box(settings, log: BootLog(quiet: true))
    try box.carryOut(.mode(.theremin))
    let events = box.hub.subscribe(types: ["refused"])
    box.handle(ButtonEvent(.click(.tier), down: 0))
    #expect(box.status.tier == .pro && box.status.mode == .theremin && events.take().count == 1)
    #expect(box.status.notices.contains { $0.text.contains("TIER takes nothing away") }, "\(box.status.notices)")
    try box.carryOut(.tier(.free))
    box.handle(ButtonEvent(.click(.tier), down: 1))
    #expect(box.status.tier == .pro && events.take().isEmpty, "it gives back what a command took")
  }

  /// A licence ends while a note sounds. That note continues unchanged; the next one follows the new tier.
  @Test func `a note sounds to its end`() throws {
    try LicenceBench.with { bench in
      let locked = try Locked(bench, mode: .instrument)
      let (controls, instrument) = (locked.box.controls, locked.box.instrument)
      try locked.box.carryOut(.licenseInstall(bench.text(bench.signed("a", expires: "2027-01-01T01:00:00Z"))))
      try locked.box.carryOut(.scale("blues"))
      try locked.box.carryOut(.waveform(.square))
      let held = Source(SourceID(.touch, 0), position: 1, gate: true)
      controls.change { $0.instrument.touch([held], captureTime: 0) }
      locked.render()
      let note = locked.box.engine.instrument.state.sounding.count
      #expect(note == 1)
      bench.pass(3601)
      locked.box.licences.look()
      #expect(
        locked.box.status.tier == .free && instrument.values.heardWaveform == .square && instrument.values.settings.layout.scale == .blues)
      #expect(locked.box.engine.instrument.state.sounding.count == 1 && locked.notices.contains { $0.contains("continues to its end") })
      #expect(locked.refusal(.scale("blues"))?.type == Problem.tierLimitType, "nothing more is asked of it")
      locked.box.licences.look()
      #expect(instrument.values.heardWaveform == .square, "as long as it is held")
      controls.change { $0.instrument.touch([], captureTime: 0) }
      locked.box.licences.look()
      #expect(instrument.values.heardWaveform == .sine && instrument.values.settings.layout.scale == .pentatonicMajor)
      // Nothing is lost: a new licence restores all values.
      try locked.box.carryOut(.licenseInstall(bench.text(bench.signed("b"))))
      #expect(locked.box.status.tier == .pro && instrument.values.heardWaveform == .square)
    }
  }

  /// Two fingers hold notes. The first release neither cuts the other note nor changes its sound.
  @Test func `every note sounds to its end`() throws {
    try LicenceBench.with { bench in
      let locked = try Locked(bench, mode: .instrument)
      let (controls, instrument) = (locked.box.controls, locked.box.instrument)
      try locked.box.carryOut(.licenseInstall(bench.text(bench.signed("a", expires: "2027-01-01T01:00:00Z"))))
      try locked.box.carryOut(.waveform(.square))
      let (low, high) = (Source(SourceID(.touch, 0), position: 0, gate: true), Source(SourceID(.touch, 1), position: 1, gate: true))
      controls.change { $0.instrument.touch([low, high], captureTime: 0) }
      locked.render()
      #expect(locked.box.engine.instrument.state.sounding.count == 2)
      bench.pass(3601)
      locked.box.licences.look()
      controls.change { $0.instrument.touch([high], captureTime: 0) }
      locked.box.licences.look()
      locked.render()
      #expect(locked.box.status.tier == .free && instrument.values.heardWaveform == .square)
      controls.change { $0.instrument.touch([], captureTime: 0) }
      locked.box.licences.look()
      #expect(instrument.values.heardWaveform == .sine)
    }
  }

  @Test func `a mode that is not had is said and played when its licence is there`() throws {
    try LicenceBench.with { bench in
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.freeRunning = true
      settings.licences = try bench.setup()
      settings.mode = .stream
      let box = try Box(settings, log: BootLog(quiet: true))
      box.beginMode()
      let said = box.status.notices.map(\.text)
      #expect(
        said.contains { $0.contains("mode 'stream' needs tier pro") && $0.contains("stream as soon as a licence is valid") }, "\(said)")
      var saved = SavedState()
      box.collect(&saved)
      #expect(box.status.mode == .player && saved.mode == .stream, "what was left is not lost")
      let stick = try bench.put(bench.signed("s").data, as: "s.licence")
      box.licence.update([stick])
      box.licences.look()
      #expect(box.status.mode == .stream && box.status.tier == .pro)
    }
  }

  @Test func `stems keep their channels until a pause`() throws {
    try LicenceBench.with { bench in
      let locked = try Locked(bench, mode: .stems)
      try locked.box.carryOut(.licenseInstall(bench.text(bench.signed("a", expires: "2027-01-01T01:00:00Z"))))
      try locked.box.carryOut(.play)
      bench.pass(3601)
      locked.box.licences.look()
      #expect(locked.box.status.tier == .free && locked.box.controls.view.stems.most == 4)
      try locked.box.carryOut(.pause)
      locked.box.licences.look()
      #expect(locked.box.controls.view.stems.most == 2)
    }
  }

  @Test func `a stick with a licence unlocks while it is there`() throws {
    try LicenceBench.with { bench in
      let locked = try Locked(bench)
      let stick = try bench.put(bench.signed("stick") { $0.serial = "*" }.data, as: "gestureflow.licence")
      try locked.box.carryOut(.pause)
      locked.box.licence.update([stick])
      locked.box.licences.look()
      #expect(locked.box.status.tier == .pro)
      locked.box.licence.update([])
      locked.box.licences.look()
      #expect(locked.box.status.tier == .free)
      locked.box.licence.update([stick])
      locked.box.licences.look()
      #expect(locked.box.status.tier == .pro, "what the person chose holds again")
    }
  }

  /// A scan of sticks blocks for now. Answers to other clients would otherwise wait behind it.
  @Test func `a rescan does not wait for a stick`() throws {
    try LicenceBench.with { bench in
      let stick = bench.root.appendingPathComponent("STICK")
      try FileManager.default.createDirectory(at: stick, withIntermediateDirectories: true)
      let config = bench.root.appendingPathComponent("c.toml")
      try "[library]\nfolders = [\"\(stick.path)\"]\nmount-root = \"/nowhere\"\n[panel]\nenabled = false\n".write(
        to: config, atomically: true, encoding: .utf8)
      let isSlow = Mutex(false)
      var setup = try bench.setup()
      let clock = setup.clock
      // Every scan ends with a check against the clock.
      setup.clock = {
        while isSlow.withLock({ $0 }) { usleep(5000) }
        return clock()
      }
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.configFiles = [config.path]
      settings.licences = setup
      let box = try Box(settings, log: BootLog(quiet: true))
      try box.start()
      defer { box.stop() }
      #expect(waitUntil { box.status.library?.sticks.map(\.scanning) == [false] })
      #expect(box.status.tier == .free)
      try bench.put(bench.signed("a").data, as: "gestureflow.licence")
      isSlow.withLock { $0 = true }
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = try? box.carryOut(.rescan)
        done.signal()
      }
      #expect(done.wait(timeout: .now() + 180) == .success, "it waits for no stick")
      isSlow.withLock { $0 = false }
      #expect(waitUntil { box.status.tier == .pro }, "and all are read again")
    }
  }

  @Test func `a build without keys is pro and says so`() throws {
    try LicenceBench.with { bench in
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.freeRunning = true
      let box = try Box(settings, log: BootLog(quiet: true))
      #expect(box.status.tier == .pro && box.status.licence?.state == .notNeeded)
    }
  }
}
