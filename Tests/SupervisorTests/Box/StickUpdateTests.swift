import Foundation
import GestureFlowAPI
import Library
import Panel
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// Tests of updates that a stick offers and a held PLAY installs.
@Suite struct StickUpdateTests {
  /// A machine with the image of version 0.2.0, and a stick.
  private struct Bench {
    let folder: URL
    let files: UpdateFiles
    let stick: MusicLibrary.Stick

    init(_ folder: URL) throws {
      self.folder = folder
      try Data("0.2.0 test\n".utf8).write(to: folder.appendingPathComponent("version"))
      var files = try #require(UpdateFiles(versionFile: folder.path + "/version"))
      (files.request, files.restart) = (folder.path + "/request", folder.path + "/restart")
      files.progress = folder.path + "/progress.json"
      self.files = files
      stick = MusicLibrary.Stick(id: "3A1F-0C2E", label: "PARTY", root: folder.path + "/stick")
      try FileManager.default.createDirectory(atPath: stick.root, withIntermediateDirectories: true)
    }

    func put(_ name: String) throws { try Data().write(to: URL(fileURLWithPath: "\(stick.root)/\(name)")) }

    /// Writes the progress as `gfctl update` does.
    func record(_ progress: UpdateProgress) throws { try record(text: String(decoding: JSONEncoder().encode(progress), as: UTF8.self)) }

    func record(text: String) throws {
      // Another moment of the clock that stamps files.
      usleep(20_000)
      try AtomicFile.write(Data(text.utf8), to: files.progress, mode: 0o644)
    }

    func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
  }

  private func bench(_ body: (Bench, StickUpdate) throws -> Void) throws {
    try Places.withFolder { (folder: URL) throws in
      let bench = try Bench(folder)
      try body(bench, StickUpdate(bench.files))
    }
  }

  /// Process of the test, which lives.
  private static let pid = Int(getpid())

  @Test func `a box without the image offers nothing and keeps the hold of PLAY`() throws {
    try bench { bench, _ in
      try bench.put("update-0.3.0-arm64.raucb")
      #expect(UpdateFiles(versionFile: bench.folder.path + "/none") == nil)
      let update = StickUpdate(nil)
      #expect(!update.see(bench.stick, at: 0) && update.hold(at: 1) == nil && update.look(at: 1) == nil && update.status(at: 1) == nil)
    }
  }

  @Test(arguments: [
    ("update-0.3.0-arm64.raucb", true), ("gestureflow-0.3.0.raucb", true), ("gestureflow-new.raucb", true),
    ("update-0.2.0-arm64.raucb", false), ("gestureflow-0.2.0.raucb", false), ("updates-0.3.0.raucb", false),
    ("update-0.3.0.raucb.txt", false), ("._update-0.3.0.raucb", false),
  ])
  func `the names of gfctl are offered, but for the version that runs`(name: String, isOffered: Bool) throws {
    try bench { bench, update in
      try bench.put(name)
      let isNew = update.see(bench.stick, at: 0)
      #expect(isNew == isOffered && (update.status(at: 1)?.step == .offered) == isOffered)
      #expect(update.view(at: 1) == (isOffered ? .waits : .none))
      #expect(update.sentence(at: 1) == (isOffered ? "updateOffered" : nil) && update.problem == nil)
    }
  }

  @Test func `a folder of the box is not a stick, and a stick that is gone offers nothing`() throws {
    try bench { bench, update in
      try bench.put("update-0.3.0.raucb")
      let folder = MusicLibrary.Stick(id: bench.stick.root, label: "music", root: bench.stick.root)
      #expect(!update.see(folder, at: 0))
      #expect(update.see(bench.stick, at: 0) && update.status(at: 0) == UpdateProgress(.offered, stick: "PARTY"))
      update.lose(bench.stick)
      #expect(update.status(at: 0) == nil && update.hold(at: 0) == nil && !bench.has(bench.files.request))
    }
  }

  @Test func `an offer does not take the hold of PLAY for ever`() throws {
    try bench { bench, update in
      try bench.put("update-0.3.0.raucb")
      _ = update.see(bench.stick, at: 100)
      #expect(update.view(at: 99 + StickUpdate.offerTime) == .waits)
      #expect(update.view(at: 100 + StickUpdate.offerTime) == .none && update.hold(at: 100 + StickUpdate.offerTime) == nil)
    }
  }

  @Test func `a held PLAY requests the installation, and held again the restart`() throws {
    try bench { bench, update in
      try bench.put("update-0.3.0.raucb")
      _ = update.see(bench.stick, at: 0)
      #expect(update.hold(at: 1) == .requested && bench.has(bench.files.request) && !bench.has(bench.files.restart))
      // Before gfctl has begun, and meanwhile, the hold switches the box off.
      #expect(update.hold(at: 1) == nil && update.status(at: 1) == UpdateProgress(.installing, percent: 0))
      try bench.record(UpdateProgress(.installing, percent: 42, version: "0.3.0", pid: Self.pid))
      #expect(update.look(at: 2) == nil && update.view(at: 2) == .installing(0.42) && update.hold(at: 2) == nil)
      #expect(update.status(at: 2)?.version == "0.3.0")
      try bench.record(UpdateProgress(.installed, version: "0.3.0"))
      #expect(update.look(at: 3) == .updateInstalled && !bench.has(bench.files.request))
      #expect(update.look(at: 4) == nil && update.view(at: 4) == .waits && update.sentence(at: 4) == "updateInstalled")
      #expect(update.hold(at: 4) == .restarts && bench.has(bench.files.restart))
      // Another stick is not offered until then.
      #expect(!update.see(bench.stick, at: 5))
      // A box that does not restart can be switched off.
      #expect(update.hold(at: 3 + StickUpdate.patience) == .restarts && update.hold(at: 4 + StickUpdate.patience) == nil)
    }
  }

  @Test func `a rejected update is a problem of the stick with its reason, until the stick is gone`() throws {
    try bench { bench, update in
      try bench.put("update-0.3.0.raucb")
      // The result of an earlier installation does not count.
      try bench.record(UpdateProgress(.failed, failure: Failure("old")))
      #expect(update.look(at: 0) == nil && update.problem == nil)
      _ = update.see(bench.stick, at: 0)
      _ = update.hold(at: 1)
      #expect(update.look(at: 2) == nil && update.status(at: 2)?.step == .installing)
      try bench.record(UpdateProgress(.failed, failure: Failure("/x is incomplete\n\u{1B}[2J", remedy: "copy the update again")))
      #expect(update.look(at: 3) == .updateFailed && update.view(at: 3) == .none && update.hold(at: 3) == nil)
      #expect(update.status(at: 3)?.step == .failed && update.status(at: 3)?.remedy == "copy the update again")
      let problem = try #require(update.problem)
      #expect(problem.name == "stick" && problem.reason == "an update was rejected (/x is incomplete [2J)")
      #expect(problem.remedy == "copy the update again" && Sentences.name(of: problem) == "updateFailed")
      update.lose(bench.stick)
      #expect(update.problem == nil && update.status(at: 4) == nil)
      #expect(update.see(bench.stick, at: 5) && update.hold(at: 5) == .requested)
    }
  }

  @Test func `a hold knows the progress since the last look`() throws {
    try bench { bench, update in
      try bench.put("update-0.3.0.raucb")
      #expect(update.look(at: 0) == nil && update.see(bench.stick, at: 0))
      try bench.record(UpdateProgress(.installing, percent: 1, pid: Self.pid))
      #expect(update.hold(at: 1) == nil && !bench.has(bench.files.request), "another installation has begun")
      try bench.record(UpdateProgress(.failed, failure: Failure("of the other installation")))
      #expect(update.hold(at: 1) == .requested && bench.has(bench.files.request))
      #expect(update.look(at: 2) == nil && update.status(at: 2)?.step == .installing)
    }
  }

  @Test func `a stick that is pulled out during the installation leaves no problem`() throws {
    try bench { bench, update in
      try bench.put("update-0.3.0.raucb")
      _ = update.see(bench.stick, at: 0)
      _ = update.hold(at: 1)
      update.lose(bench.stick)
      #expect(update.look(at: 2) == nil && update.status(at: 2)?.step == .installing)
      try bench.record(UpdateProgress(.failed, failure: Failure("Input/output error")))
      #expect(update.look(at: 3) == .updateFailed && update.problem == nil && update.status(at: 3) == nil)
      // It is in again before the installation fails.
      #expect(update.see(bench.stick, at: 4) && update.hold(at: 5) == .requested)
      update.lose(bench.stick)
      #expect(!update.see(bench.stick, at: 6), "it is being installed")
      try bench.record(UpdateProgress(.failed, failure: Failure("Input/output error")))
      #expect(update.look(at: 7) == .updateFailed && update.problem != nil && update.status(at: 7)?.step == .failed)
      // Of two sticks, each may have had it.
      let other = MusicLibrary.Stick(id: "77AA-0001", label: "SPARE", root: bench.stick.root)
      #expect(update.see(bench.stick, at: 8) && update.see(other, at: 8) && update.hold(at: 9) == .requested)
      update.lose(other)
      try bench.record(UpdateProgress(.failed, failure: Failure("several updates are there")))
      #expect(update.look(at: 10) == .updateFailed && update.problem != nil)
      update.lose(bench.stick)
      #expect(update.problem == nil && update.status(at: 10) == nil)
    }
  }

  @Test func `an installation that does not begin, or whose program is gone, ends`() throws {
    try bench { bench, update in
      try bench.put("update-0.3.0.raucb")
      _ = update.see(bench.stick, at: 0)
      _ = update.hold(at: 0)
      #expect(update.look(at: StickUpdate.patience - 1) == nil && update.look(at: StickUpdate.patience) == .updateFailed)
      #expect(update.problem?.reason == "an update was rejected (the installation has not begun)")
      for (place, pid) in [Int(Int32.max), Int.max, Int.min, 0, -1].enumerated() {
        let now = 100 + 10 * Double(place)
        _ = update.see(bench.stick, at: now)
        #expect(update.hold(at: now) == .requested)
        try bench.record(UpdateProgress(.installing, percent: 20, pid: pid))
        #expect(update.look(at: now + 1) == .updateFailed && update.status(at: now + 1)?.step == .failed, "\(pid)")
        update.lose(bench.stick)
      }
    }
  }

  @Test(arguments: [
    "", "{", "[]", "{\"step\":\"dancing\"}", String(repeating: "x", count: 100_000), "{\"step\":\"installing\",\"percent\":1e99}",
  ])
  func `a file that is not progress counts as none`(text: String) throws {
    try bench { bench, update in
      try bench.record(text: text)
      #expect(update.look(at: 1) == nil && update.status(at: 1) == nil && update.view(at: 1) == .none)
    }
  }

  @Test func `numbers and links of the progress are harmless`() throws {
    try bench { bench, update in
      try bench.record(UpdateProgress(.installing, percent: Int.max, pid: Self.pid))
      _ = update.look(at: 1)
      #expect(update.view(at: 1) == .installing(1))
      try FileManager.default.moveItem(atPath: bench.files.progress, toPath: bench.folder.path + "/other.json")
      try FileManager.default.createSymbolicLink(atPath: bench.files.progress, withDestinationPath: bench.folder.path + "/other.json")
      _ = update.look(at: 2)
      #expect(update.status(at: 2) == nil)
      unlink(bench.files.progress)
      #expect(mkfifo(bench.files.progress, 0o600) == 0)
      #expect(update.look(at: 3) == nil && update.status(at: 3) == nil, "a pipe does not block the box")
    }
  }

  @Test func `a request that cannot be written is a problem`() throws {
    try bench { bench, update in
      try bench.put("update-0.3.0.raucb")
      try FileManager.default.createDirectory(atPath: bench.files.request, withIntermediateDirectories: false)
      _ = update.see(bench.stick, at: 0)
      #expect(update.hold(at: 1) == .failed && update.problem?.reason?.contains("cannot request it") == true)
    }
  }

  @Test func `a box takes the hold of PLAY for an offer and switches off without one`() throws {
    try bench { bench, _ in
      try bench.put("update-0.3.0.raucb")
      var settings = RunSettings()
      (settings.camera, settings.sink, settings.freeRunning) = (.performer("empty"), .null, true)
      settings.updates = bench.files
      let box = try Box(settings, log: BootLog(quiet: true))
      #expect(box.updates.see(bench.stick, at: Clock.seconds) && box.status.update?.step == .offered)
      box.handle(ButtonEvent(.hold(.play), down: 0))
      #expect(bench.has(bench.files.request) && !box.wantsPowerOff && box.status.update?.step == .installing)
      box.handle(ButtonEvent(.hold(.play), down: 0))
      #expect(box.wantsPowerOff)
    }
  }
}
