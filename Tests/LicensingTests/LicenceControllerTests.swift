import Foundation
import GestureFlowAPI
import Licensing
import LicensingDoubles
import TestSupport
import Testing

/// Tests of the licence that counts. Licences are installed or on sticks, and the clock may be wrong.
@Suite struct LicenceControllerTests {
  @Test func `without a key or on the workbench nothing has to be unlocked`() throws {
    try LicenceBench.with { bench in
      var setup = try bench.setup()
      setup.isDebug = true
      let debug = try bench.controller(setup)
      #expect(debug.hasLicence && debug.status.state == .notNeeded && debug.status.text.contains("debug build"))
      setup.keys = PublicKeys.none
      setup.isDebug = false
      let open = try bench.controller(setup)
      #expect(open.hasLicence && open.status.text.contains("no public key") && open.status.boxSerial == LicenceBench.serial)
      let text = bench.text(try bench.signed("a"))
      let refused = LicenceBench.refusal { () throws(Problem) in try open.install(text) }
      #expect(refused?.detail.hasPrefix("the licence was not installed: not needed") == true)
      let workbench = try LicenceController(stateFolder: nil, try bench.setup(), isWorkbench: true) { _ in }
      let locked = try bench.controller()
      #expect(workbench.hasLicence && !locked.hasLicence && locked.status.state == .none)
    }
  }

  @Test func `an installed one counts and is there after a start`() throws {
    try LicenceBench.with { bench in
      let controller = try bench.controller()
      let said = try controller.install(bench.text(bench.signed("a", expires: "2028-01-01T00:00:00Z")))
      #expect(said == "licence 'a' for Ada is installed; it expires on 2028-01-01")
      let again = try bench.controller()
      #expect(controller.hasLicence && again.hasLicence)
      let status = again.status
      #expect(status.state == .valid && status.holder == "Ada" && status.expires == "2028-01-01T00:00:00Z" && status.features == ["pro"])
      #expect(status.source == bench.state + "/licence/installed.licence" && status.text == "'a' for Ada, until 2028-01-01, installed")
      let removed = try again.remove()
      #expect(removed.contains("/licence/removed.licence") && !again.hasLicence)
      let afterwards = try bench.controller()
      #expect(!afterwards.hasLicence)
      let none = LicenceBench.refusal { () throws(Problem) in try again.remove() }
      #expect(none?.status == 404)
      // Nothing is lost: the removed file is still a valid licence.
      let kept = try LicenceFile(path: bench.state + "/licence/removed.licence")
      #expect(try kept == bench.signed("a", expires: "2028-01-01T00:00:00Z"))
    }
  }

  /// Each failure has its own message and unlocks nothing. The earlier licence stays.
  @Test func `a refused one changes nothing`() throws {
    try LicenceBench.with { bench in
      let good = bench.text(try bench.signed("b"))
      let texts = [
        bench.text(try LicenceKey().sign(Licence(id: "b", holder: "Eve", issued: #require(LicenceDate("2026-06-01T00:00:00Z"))))),
        good.replacingOccurrences(of: "\"payload\" : \"", with: "\"payload\" : \"aaaa"),
        bench.text(try bench.signed("b") { $0.serial = "other" }), bench.text(try bench.signed("b", expires: "2026-12-31T00:00:00Z")),
        bench.text(try bench.signed("b") { $0.features = ["choir"] }), String(good.prefix(200)), "{}",
      ]
      for isUnlocked in [false, true] {
        let controller = try bench.controller()
        if isUnlocked { _ = try controller.install(bench.text(bench.signed("a"))) }
        let problems = texts.compactMap { text in LicenceBench.refusal { () throws(Problem) in try controller.install(text) } }
        #expect(problems.count == texts.count && Set(problems.map(\.detail)).count == texts.count)
        #expect(problems.allSatisfy { $0.status == 409 && $0.detail.contains("the licence was not installed: ") })
        #expect(controller.hasLicence == isUnlocked && controller.status.id == (isUnlocked ? "a" : nil))
      }
    }
  }

  @Test func `the present licence becomes the previous copy, and the longer of both counts`() throws {
    try LicenceBench.with { bench in
      let controller = try bench.controller()
      let endless = try bench.signed("endless")
      _ = try controller.install(bench.text(endless))
      let short = try bench.signed("short", expires: "2028-01-01T00:00:00Z")
      let said = try controller.install(bench.text(short))
      #expect(said.contains("'endless'") && said.hasSuffix("stays in use") && controller.status.id == "endless")
      // The same licence installed twice counts once: the copy stays.
      _ = try controller.install(bench.text(short))
      #expect(try bench.ids() == ["short", "endless"])
      // A licence that is installed again comes first.
      _ = try controller.install(bench.text(endless))
      #expect(try bench.ids() == ["endless", "short"])
      _ = try controller.remove()
      let kept = try ["", ".previous"].map { try LicenceFile(path: bench.state + "/licence/removed.licence" + $0) }
      #expect(kept == [endless, short] && !controller.hasLicence)
    }
  }

  /// Next year's licence arrives early, twice. This year's licence keeps counting.
  @Test func `licences that do not count yet leave the one that does`() throws {
    try LicenceBench.with { bench in
      let controller = try bench.controller()
      _ = try controller.install(bench.text(bench.signed("now", expires: "2028-01-01T00:00:00Z")))
      for id in ["next", "corrected"] {
        let said = try controller.install(bench.text(bench.signed(id) { $0.notBefore = LicenceDate("2027-12-01T00:00:00Z") }))
        #expect(said.contains("is not valid yet") && controller.status.id == "now", "\(id): \(said)")
      }
      #expect(try bench.ids() == ["corrected", "now"])
      bench.set(clock: "2027-12-01T00:00:00Z")
      bench.pass(3)
      controller.look()
      #expect(controller.status.id == "corrected")
    }
  }

  /// The box is switched off every half an hour, and its clock is set back.
  @Test func `the time is kept when the box is switched off`() throws {
    try LicenceBench.with { bench in
      let begun = bench.times.withLock { $0.clock }
      for _ in 0..<4 {
        bench.times.withLock { $0.clock = begun }
        let controller = try bench.controller()
        for _ in 0..<30 {
          bench.pass(60)
          controller.look()
        }
        controller.end()
      }
      #expect(try bench.store().newestTime() >= begun + 3 * 1800)
    }
  }

  @Test func `a licence that begins later is kept and counts then`() throws {
    try LicenceBench.with { bench in
      let controller = try bench.controller()
      bench.set(clock: "2026-01-01T00:00:00Z")
      let said = try controller.install(bench.text(bench.signed("a")))
      #expect(said.contains("is not valid yet") && said.contains("the box's clock is at 2026-01-01") && !controller.hasLicence)
      bench.set(clock: "2026-07-01T00:00:00Z")
      bench.pass(3)
      controller.look()
      #expect(controller.hasLicence && bench.takeNotices().contains { $0.contains("'a' for Ada") && $0.contains("is in use") })
    }
  }

  @Test func `time never runs back`() throws {
    try LicenceBench.with { bench in
      let controller = try bench.controller()
      _ = try controller.install(bench.text(bench.signed("a", expires: "2027-01-02T00:00:00Z")))
      // The box runs for a day. Then its clock is set back, with the box on and off.
      for _ in 0..<25 {
        bench.pass(3600)
        controller.look()
      }
      #expect(!controller.hasLicence && controller.status.text.contains("it expired on 2027-01-02"))
      bench.set(clock: "2026-12-01T00:00:00Z")
      bench.pass(3)
      controller.look()
      let next = try bench.controller()
      #expect(!controller.hasLicence && !next.hasLicence && next.status.state == .refused)
      // The file of the time is cut in half: its earlier copy counts. Without both files the licence's own date
      // counts.
      try Data("2027-0".utf8).write(to: URL(fileURLWithPath: bench.state + "/licence/newest-time"))
      #expect(try bench.store().newestTime() > 1_798_761_600)
    }
  }

  @Test func `an honest box whose clock is empty goes on`() throws {
    try LicenceBench.with { bench in
      _ = try bench.controller().install(bench.text(bench.signed("a")))
      bench.times.withLock { $0 = LicenceBench.Times(clock: 5, uptime: 1) }
      #expect(try bench.controller().hasLicence, "1970 after a night without power")
    }
  }

  @Test func `the better of two counts and it is reported`() throws {
    try LicenceBench.with { bench in
      let controller = try bench.controller()
      _ = try controller.install(bench.text(bench.signed("short", expires: "2027-06-01T00:00:00Z")))
      _ = bench.takeNotices()
      let stick = try bench.put(bench.signed("endless") { $0.serial = "*" }.data, as: "Gestureflow.LICENCE")
      controller.update([stick])
      #expect(
        controller.status.id == "endless" && controller.status.text.hasSuffix("without an end, on stick 'STICK'")
          && controller.status.others.count == 1)
      let told = bench.takeNotices()
      #expect(
        told.count == 2 && told[0].contains("'endless' for Ada") && told[1].contains("'short' for Ada")
          && told[1].contains("is also valid"))
      controller.update([stick])
      #expect(bench.takeNotices().isEmpty, "once")
      // The stick is removed, so the installed licence counts again.
      controller.update([])
      #expect(controller.hasLicence && controller.status.id == "short" && bench.takeNotices().contains { $0.contains("'short' for Ada") })
      let said = try controller.install(bench.text(bench.signed("shorter", expires: "2027-02-01T00:00:00Z")))
      #expect(said.contains("'short' for Ada") && said.hasSuffix("stays in use"), "the one before it is kept beside it")
    }
  }

  @Test func `a stick comes and goes and bad ones are reported`() throws {
    try LicenceBench.with { bench in
      let controller = try bench.controller()
      try bench.put(Data(repeating: 0x20, count: 10 << 20), as: "big.licence")
      try bench.put(bench.signed("x").data.prefix(100), as: "half.license")
      try bench.put(bench.signed("y") { $0.serial = "other" }.data, as: "other.licence")
      try bench.put(bench.signed("z").data, as: "._z.licence")
      let stick = try bench.put(Data("music".utf8), as: "song.wav")
      symlink("/etc/passwd", stick.root + "/link.licence")
      controller.update([stick])
      #expect(!controller.hasLicence && controller.status.state == .refused && controller.status.others.count == 4)
      let told = bench.takeNotices()
      for word in ["10485760 bytes", "ends in the middle", "serial other", "a folder or a device"] {
        #expect(told.count { $0.contains(word) } == 1, "\(word): \(told)")
      }
      try bench.put(bench.signed("good").data, as: "zz.licence")
      controller.update([stick])
      #expect(!controller.hasLicence, "a stick is read once")
      controller.update([stick], rereads: true)
      #expect(controller.hasLicence && controller.status.id == "good")
      controller.update([])
      #expect(!controller.hasLicence && controller.status.state == .none)
      controller.update([stick])
      #expect(controller.hasLicence, "and it is back")
    }
  }
}
