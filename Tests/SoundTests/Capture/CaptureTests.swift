import Foundation
import GestureFlowAPI
import Sound
import Synchronization
import TestSupport
import Testing

/// Tests of the capture of the sound as FLAC. It is complete and starts at the right time. After a power cut
/// only the last seconds are missing.
@Suite struct CaptureTests {
  private static let flac = "/usr/bin/flac"

  /// A tap that works without an engine, and its capture's reports.
  private final class Scene: Sendable {
    let engine = SoundEngine()
    let folder: CaptureFolder
    let news = Mutex<[CaptureEvent]>([])

    init(_ folder: URL, calls: AtomicFile.Calls = .system, today: @escaping @Sendable () -> String = { "2026-11-22" }) {
      self.folder = CaptureFolder(folder.appendingPathComponent("captures").path, today: today, calls: calls)
    }

    func recorder(_ change: (inout CaptureRecorder.Limits) -> Void = { _ in }) -> CaptureRecorder {
      var limits = CaptureRecorder.Limits()
      limits.pause = 0.02
      // The caller that stops waits until the file is whole, regardless of the time.
      limits.patience = 300
      limits.free = { _ in 10_000_000_000 }
      change(&limits)
      return CaptureRecorder(engine.capture, folder: folder, limits: limits) { [self] fresh in news.withLock { $0.append(fresh) } }
    }

    /// Renders blocks with a tone in them; returns the left side of the output.
    @discardableResult func render(_ blocks: Int) -> [Float] {
      var block = [Float](repeating: 0, count: SoundFormat.block * 2)
      var heard: [Float] = []
      for i in 0..<blocks {
        if i % 100 == 0 { engine.post(.tone(frequency: 400 + Double(i % 700), level: 0.3, seconds: 0.4)) }
        block.withUnsafeMutableBufferPointer { engine.rtRender($0.baseAddress!) }
        heard += stride(from: 0, to: block.count, by: 2).map { block[$0] }
      }
      return heard
    }

    func read(_ name: String) throws -> [Float] { Signals.readLeft(try #require(folder.file(name), "\(folder.items)")) }
  }

  @Test func `the audible sound is recorded to the sample`() throws {
    try Places.withFolder { folder in
      let scene = Scene(folder)
      let recorder = scene.recorder()
      scene.render(50)
      let name = try recorder.start()
      #expect(name == "2026-11-22 1.flac" && scene.folder.items.map(\.isOpen) == [true])
      #expect(scene.folder.file(name) == nil, "an unfinished capture cannot be fetched")
      let heard = scene.render(1500)
      #expect(recorder.stop() == .whole(name))
      scene.render(50)
      let kept = try scene.read(name)
      #expect(kept.count == heard.count && heard.contains { abs($0) > 0.1 })
      // 16 bit with dither of two steps.
      #expect(zip(kept, heard).allSatisfy { abs($0 - $1) < 3 / 32_768 })
      #expect(recorder.stop() == nil && recorder.state.name == nil)
      #expect(scene.news.withLock { $0 } == [.began(name), .ended(name, dropped: 0)])
    }
  }

  @Test func `blocks that were not taken are silence and time stays right`() throws {
    let tap = CaptureTap(blocks: 8)
    #expect(tap.open() && !tap.open())
    tap.close()
    try Places.withFolder { folder in
      let scene = Scene(folder)
      // The disk blocks. The recorder first checks the free space after more blocks than the ring holds.
      let gate = DispatchSemaphore(value: 0)
      let looks = Atomic(0)
      let isFull = Atomic(false)
      let recorder = scene.recorder {
        $0.free = { _ in
          if looks.add(1, ordering: .relaxed).oldValue == 1 {
            isFull.store(true, ordering: .releasing)
            gate.wait()
          }
          return 10_000_000_000
        }
      }
      let name = try recorder.start()
      #expect(waitUntil { isFull.load(ordering: .acquiring) })
      let blocks = CaptureTap.usualBlocks + 400
      let heard = scene.render(blocks)
      gate.signal()
      #expect(waitUntil { recorder.state.seconds > 9.9 })
      let after = scene.render(200)
      recorder.stop()
      let kept = try scene.read(name)
      #expect(kept.count == heard.count + after.count, "\(kept.count) frames for \(heard.count + after.count)")
      let gap = CaptureTap.usualBlocks * SoundFormat.block..<blocks * SoundFormat.block
      #expect(kept[gap].allSatisfy { $0 == 0 } && heard[gap].contains { $0 != 0 })
      #expect(zip(kept[gap.upperBound...], after).allSatisfy { abs($0 - $1) < 3 / 32_768 })
      #expect(scene.news.withLock { $0.last } == .ended(name, dropped: 400))
    }
  }

  /// A client that fetched a removed capture must not find another one under its name.
  @Test func `the name of a removed capture is not given again`() throws {
    try Places.withFolder { folder in
      let day = Mutex("2026-11-22")
      let scene = Scene(folder) { day.withLock { $0 } }
      let recorder = scene.recorder()
      func capture() throws -> String {
        let name = try recorder.start()
        scene.render(20)
        recorder.stop()
        return name
      }
      let names = try (1...3).map { _ in try capture() }
      for name in names.reversed() { #expect(try scene.folder.remove(name)) }
      #expect(try !scene.folder.remove(names[0]) && scene.folder.items.isEmpty)
      #expect(try capture() == "2026-11-22 4.flac")
      // A missing capture in the middle leaves a gap without room for another.
      _ = try capture()
      #expect(try scene.folder.remove("2026-11-22 4.flac"))
      #expect(try capture() == "2026-11-22 6.flac")
      day.withLock { $0 = "2026-11-23" }
      #expect(try capture() == "2026-11-23 1.flac")
      // A name that the box never uses is not a number to continue from.
      try Data().write(to: URL(fileURLWithPath: scene.folder.path + "/2026-11-23 \(Int.max).flac"))
      #expect(try capture() == "2026-11-23 2.flac")
      let left = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path).filter { $0.hasSuffix(".removed") }
      #expect(left == ["2026-11-22 3.removed"], "one for a day: \(left)")
    }
  }

  /// A capture in progress, and files that are not captures, stay.
  @Test func `only what is whole is removed`() throws {
    try Places.withFolder { folder in
      let scene = Scene(folder)
      let recorder = scene.recorder()
      let name = try recorder.start()
      scene.render(20)
      #expect(try !scene.folder.remove(name) && scene.folder.items.count == 1)
      #expect(recorder.stop() == .whole(name))
      #expect(try !scene.folder.remove(name + ".part") && !scene.folder.remove("../captures/" + name) && !scene.folder.remove(""))
      #expect(try scene.folder.remove(name) && scene.folder.items.isEmpty)
    }
  }

  /// The power is cut. The file has the part on the disk, and perhaps a piece of the next write.
  @Test func `a file that is cut anywhere is made whole`() throws {
    try Places.withFolder { folder in
      let scene = Scene(folder)
      let recorder = scene.recorder()
      let name = try recorder.start()
      let heard = scene.render(3000)
      recorder.stop()
      let whole = try Data(contentsOf: URL(fileURLWithPath: try #require(scene.folder.file(name))))
      var random = SplitMix(5)
      let turns = Ring.isLong ? 40 : 20
      for turn in 0..<turns {
        let length = 200 + Int(random.unit() * Double(whole.count - 200))
        // The header of an unclosed file has neither length nor checksum.
        var cut = whole.prefix(length)
        cut[21] &= 0xF0
        for i in 22..<42 { cut[i] = 0 }
        // The file system reserved this space and never wrote it.
        if turn % 3 == 1 { cut += Data(repeating: 0, count: 5000) }
        if turn % 3 == 2 { cut += Data((0..<3000).map { _ in UInt8(random.unit() * 255) }) }
        let path = folder.appendingPathComponent("captures/2026-11-23 \(turn + 1).flac.part").path
        try cut.write(to: URL(fileURLWithPath: path))
      }
      let repaired = scene.folder.repair()
      #expect(repaired.count == turns && scene.folder.items.allSatisfy { !$0.isOpen })
      #expect(scene.folder.items.count == turns + 1 - repaired.count(where: \.isRemoved))
      var kept = 0
      for item in repaired {
        guard let seconds = item.seconds else { continue }
        let name = item.name
        kept += 1
        let sound = try scene.read(name)
        #expect(sound.count == Int((seconds * 48_000).rounded()) && sound.count % 4096 == 0, "\(name): \(sound.count), \(seconds)")
        #expect(zip(sound, heard).allSatisfy { abs($0 - $1) < 3 / 32_768 }, "\(name)")
        guard FileManager.default.isExecutableFile(atPath: Self.flac), let path = scene.folder.file(name) else { continue }
        let test = try ProgramRun.run(URL(fileURLWithPath: Self.flac), ["-t", "-s", path])
        #expect(test.status == 0, "\(test.errors)")
      }
      #expect(kept >= (Ring.isLong ? 30 : 10), "only \(kept) hold sound")
    }
  }

  @Test func `a repair that cannot write leaves the file as it was`() throws {
    try Places.withFolder { folder in
      let scene = Scene(folder)
      let recorder = scene.recorder()
      let name = try recorder.start()
      scene.render(500)
      recorder.stop()
      let path = try #require(scene.folder.file(name))
      var open = try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(100)
      open.replaceSubrange(22..<26, with: Data(count: 4))
      for isWrite in [true, false] {
        try open.write(to: URL(fileURLWithPath: path))
        // Half of a write, and a sync that fails after a whole one.
        let count = Atomic(0)
        var calls = AtomicFile.Calls()
        calls.write = {
          isWrite && count.add(1, ordering: .relaxed).oldValue == 0 ? write($0, $1.baseAddress, 2) : write($0, $1.baseAddress, $1.count)
        }
        calls.sync = { !isWrite && count.add(1, ordering: .relaxed).oldValue == 0 ? -1 : fsync($0) }
        #expect(FLACRepair.repair(path, calls: calls) == nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(open), "write: \(isWrite)")
      }
      let frames = try #require(FLACRepair.repair(path))
      #expect(frames > 50_000 && Signals.readLeft(path).count == Int(frames))
    }
  }

  /// No file can follow the full one. That file has ended once, and the capture reports the reason for its
  /// stop.
  @Test func `a file ends once also if none follows`() throws {
    try Places.withFolder { folder in
      // A file replaces the folder as soon as the first capture has its name.
      var calls = AtomicFile.Calls()
      calls.rename = { from, to in
        let result = rename(from, to)
        try? FileManager.default.removeItem(atPath: to.folderOfPath)
        _ = FileManager.default.createFile(atPath: to.folderOfPath, contents: nil)
        return result
      }
      let scene = Scene(folder, calls: calls)
      let recorder = scene.recorder { $0.mostFrames = Int64(100 * SoundFormat.block) }
      let name = try recorder.start()
      scene.render(150)
      #expect(waitUntil { recorder.problem != nil })
      let problem = try #require(recorder.problem)
      #expect(problem.contains("cannot be made"), "\(problem)")
      #expect(scene.news.withLock { $0 } == [.began(name), .ended(name, dropped: 0), .gaveUp(problem)])
    }
  }

  /// Returns calls of a card that fails.
  private func failing(sync: Bool = false, rename: Bool = false) -> AtomicFile.Calls {
    var calls = AtomicFile.Calls()
    let fails = { @Sendable in
      errno = EIO
      return Int32(-1)
    }
    if sync { calls.sync = { _ in fails() } }
    if rename { calls.rename = { _, _ in fails() } }
    return calls
  }

  /// A power cut may lose the sound, or it has no name by which it can be fetched.
  @Test(arguments: [true, false]) func `a capture that is not safe on the disk is not called complete`(isSync: Bool) throws {
    try Places.withFolder { folder in
      let scene = Scene(folder, calls: failing(sync: isSync, rename: !isSync))
      let recorder = scene.recorder()
      let name = try recorder.start()
      scene.render(1500)
      let stopped = recorder.stop()
      let why = try #require(recorder.problem)
      #expect(stopped == .incomplete(why) && why.contains(name) && why.contains("replace the card"), "\(why)")
      #expect(scene.news.withLock { $0 } == [.began(name), .gaveUp(why)])
      #expect(scene.folder.file(name) == nil && scene.folder.items.map(\.isOpen) == [true])
      // The next start says it again while the card fails, and mends it afterwards.
      let still = try #require(scene.folder.repair().first)
      #expect(still.problem?.reason.contains(name) == true && scene.folder.file(name) == nil)
      let repaired = try #require(CaptureFolder(scene.folder.path).repair().first)
      #expect(repaired.problem == nil && repaired.seconds != nil && scene.folder.file(name) != nil)
    }
  }

  @Test func `a removal that a power cut may undo is not called done`() throws {
    try Places.withFolder { folder in
      let scene = Scene(folder)
      let recorder = scene.recorder()
      let name = try recorder.start()
      scene.render(20)
      recorder.stop()
      let weak = CaptureFolder(scene.folder.path, calls: failing(sync: true))
      let failure = #expect(throws: Failure.self) { _ = try weak.remove(name) }
      #expect(failure?.reason.contains("a power cut may bring it back") == true && failure?.remedy.contains("replace the card") == true)
    }
  }

  /// The file is readable up to the last sync, except the encoder's last block.
  @Test func `an open file can be read up to the last sync`() throws {
    try Places.withFolder { folder in
      let scene = Scene(folder)
      let recorder = scene.recorder()
      let name = try recorder.start()
      let heard = scene.render(2000)
      #expect(waitUntil { recorder.state.seconds * 48_000 >= Double(heard.count) })
      let copy = folder.appendingPathComponent("captures/2026-11-23 1.flac.part").path
      try FileManager.default.copyItem(atPath: scene.folder.path + "/" + name + ".part", toPath: copy)
      recorder.stop()
      let seconds = scene.folder.repair().first?.seconds
      #expect((seconds ?? 0) * 48_000 > Double(heard.count - 2 * 4096), "\(String(describing: seconds)) of \(heard.count)")
    }
  }

  @Test func `a full disk ends the capture and says so`() throws {
    try Places.withFolder { folder in
      let scene = Scene(folder)
      let free = Atomic<Int64>(Int64(300_000_000))
      let recorder = scene.recorder { $0.free = { _ in free.load(ordering: .relaxed) } }
      let name = try recorder.start()
      scene.render(200)
      free.store(199_000_000, ordering: .relaxed)
      #expect(waitUntil { recorder.problem != nil })
      #expect(recorder.problem?.contains("less than 200 MB free") == true && scene.folder.file(name) != nil)
      #expect(throws: Failure.self) { _ = try recorder.start() }
      free.store(300_000_000, ordering: .relaxed)
      let second = try recorder.start()
      #expect(second == "2026-11-22 2.flac" && recorder.problem == nil)
      #expect(recorder.stop() == .whole(second))
    }
  }

  /// No caller waits for a blocked disk. No second capture begins during the first.
  @Test func `a disk that stands still blocks no thread`() throws {
    try Places.withFolder { folder in
      let scene = Scene(folder)
      let gate = DispatchSemaphore(value: 0)
      let looks = Atomic(0)
      let recorder = scene.recorder {
        $0.free = { _ in
          if looks.add(1, ordering: .relaxed).oldValue == 1 { gate.wait() }
          return 10_000_000_000
        }
      }
      let name = try recorder.start()
      let heard = scene.render(100)
      #expect(waitUntil { looks.load(ordering: .relaxed) > 1 })
      #expect(recorder.stop(patience: 0.01) == .writing(name))
      let refused = #expect(throws: Failure.self) { _ = try recorder.start() }
      #expect(refused?.reason.contains("not finished yet (\(name))") == true && refused?.remedy == "wait, or run gfctl capture stop")
      #expect(scene.folder.items.count == 1)
      gate.signal()
      #expect(waitUntil { recorder.state.name == nil })
      #expect(try scene.read(name).count == heard.count)
      let second = try recorder.start()
      #expect(recorder.stop() == .whole(second) && recorder.stop() == nil)
    }
  }

  @Test func `another file begins and nothing is missing between`() throws {
    try Places.withFolder { folder in
      let scene = Scene(folder)
      let recorder = scene.recorder { $0.mostFrames = 400 * Int64(SoundFormat.block) }
      _ = try recorder.start()
      let heard = scene.render(1000)
      recorder.stop()
      let items = scene.folder.items
      #expect(items.map(\.name) == (1...3).map { "2026-11-22 \($0).flac" })
      let kept = try items.flatMap { try scene.read($0.name) }
      #expect(kept.count == heard.count && zip(kept, heard).allSatisfy { abs($0 - $1) < 3 / 32_768 })
    }
  }

  @Test func `only names of captures are names`() {
    for name in ["2026-11-22 1.flac", "1970-01-01 12.flac"] { #expect(CaptureFolder.isName(name)) }
    for name in [
      "", ".flac", "../2026-11-22 1.flac", "2026-11-22 1.wav", "2026-11-22 .flac", "2026-11-22 1/x.flac", "a-b-c 1.flac",
      "2026-11-22  1.flac", "2026-11-22 1.flac.part", "2026-11-22 " + String(repeating: "1", count: 40) + ".flac", "2026-11-22 ١.flac",
    ] { #expect(!CaptureFolder.isName(name), "\(name)") }
  }
}
