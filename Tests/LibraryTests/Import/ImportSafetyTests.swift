import Foundation
import GestureFlowAPI
import Library
import Synchronization
import TestSupport
import Testing

/// A confirmed import survives a power cut. A lost one is repeated.
@Suite struct ImportSafetyTests {
  /// Records calls as `sync NAME` and `rename NAME`; each can fail.
  private final class Disk: Sendable {
    private let seen = Mutex<[String]>([])
    private let failing: @Sendable (String) -> Bool

    init(failing: @escaping @Sendable (String) -> Bool = { _ in false }) { self.failing = failing }

    var steps: [String] { seen.withLock { $0 } }
    func record(_ step: String) { seen.withLock { $0.append(step) } }

    private func take(_ step: String) -> Bool {
      record(step)
      guard failing(step) else { return true }
      errno = EIO
      return false
    }

    var calls: AtomicFile.Calls {
      var calls = AtomicFile.Calls()
      calls.sync = { [self] descriptor in
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) ?? ""
        return take("sync \((path as NSString).pathExtension)") ? fsync(descriptor) : -1
      }
      calls.rename = { [self] from, to in take("rename \((to as NSString).pathExtension)") ? Glibc.rename(from, to) : -1 }
      return calls
    }
  }

  private func importer(_ folder: URL, _ disk: Disk) -> Importer {
    Importer(folder.appendingPathComponent("imports").path, freeBytes: { _ in 1 << 40 }, calls: disk.calls)
  }

  @Test func `a film is imported when file and folder are on the disk`() throws {
    try Places.withFolder { (folder: URL) throws in
      let film = folder.appendingPathComponent("a.m4a")
      #expect(try Music.encode(film))
      let disk = Disk()
      guard case .done = importer(folder, disk).convert(film.path) else {
        Issue.record("it must be done")
        return
      }
      // Syncs of the folder above the new folder, of the count of attempts, and of the copy.
      #expect(disk.steps == ["sync ", "sync new", "rename begun", "sync ", "sync part", "rename flac", "sync "])
    }
  }

  @Test(arguments: ["sync part", "rename flac"]) func `a copy that does not reach the disk is not imported`(step: String) throws {
    try Places.withFolder { (folder: URL) throws in
      let film = folder.appendingPathComponent("a.m4a")
      #expect(try Music.encode(film))
      guard case .failed(let why) = importer(folder, Disk { $0 == step }).convert(film.path) else {
        Issue.record("it must fail")
        return
      }
      #expect(why.contains("disk"), "\(why)")
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/imports")
      #expect(left.isEmpty, "\(left)")
    }
  }

  /// The client drops its film after the answer. The importer removes it once the copy is safe.
  @Test func `an upload is removed after its copy has reached the disk`() throws {
    try Places.withFolder { (folder: URL) throws in
      let original = folder.appendingPathComponent("a.m4a")
      #expect(try Music.encode(original))
      let bytes = try Data(contentsOf: original)
      let imports = folder.appendingPathComponent("imports").path
      let disk = Disk()
      // The upload still exists while the copy gets its name.
      var calls = disk.calls
      let inner = calls.sync
      calls.sync = { descriptor in
        let uploads = (try? FileManager.default.subpathsOfDirectory(atPath: imports + "/.incoming")) ?? []
        if disk.steps.last == "rename flac" { disk.record("\(uploads.count { $0.hasSuffix(".m4a") }) uploads") }
        return inner(descriptor)
      }
      let importer = Importer(imports, freeBytes: { _ in 1 << 40 }, calls: calls)
      let upload = try importer.receive("a.m4a", bytes: Int64(bytes.count), modified: nil)
      bytes.withUnsafeBytes { upload.write($0) }
      _ = try upload.finish()
      let answered = disk.steps
      #expect(answered.contains("sync part") && answered.contains("rename m4a"), "\(answered)")
      #expect(waitUntil { !importer.state.results.isEmpty })
      #expect(importer.state.results.first?.failure == nil && disk.steps.contains("1 uploads"), "\(disk.steps)")
    }
  }

  @Test func `an upload that does not reach the disk is not accepted`() throws {
    try Places.withFolder { (folder: URL) throws in
      let importer = importer(folder, Disk { $0 == "sync part" })
      let upload = try importer.receive("a.m4a", bytes: 4, modified: nil)
      Data("film".utf8).withUnsafeBytes { upload.write($0) }
      let refusal = #expect(throws: Problem.self) { try upload.finish() }
      #expect(refusal?.description.contains("cannot be kept") == true)
    }
  }

  /// Power cuts and bad cards leave such copies: empty, zeros, or without their end.
  @Test(arguments: ["empty", "zeros", "cut", "text"]) func `a damaged copy is not a known one and is made again`(damage: String) throws {
    try Places.withFolder { (folder: URL) throws in
      let film = folder.appendingPathComponent("a.m4a")
      #expect(try Music.encode(film))
      let importer = importer(folder, Disk())
      guard case .done(let copy) = importer.convert(film.path) else {
        Issue.record("it must be done")
        return
      }
      #expect(importer.convert(film.path) == .known(copy) && importer.copy(of: film.path) == copy)
      let whole = try Data(contentsOf: URL(fileURLWithPath: copy))
      let rest: Data =
        switch damage {
        case "empty": Data()
        case "zeros": Data(count: whole.count)
        case "cut": whole.prefix(whole.count / 2)
        default: Data("this is not a sound".utf8)
        }
      try rest.write(to: URL(fileURLWithPath: copy))
      #expect(importer.copy(of: film.path) == nil && importer.recall(film.path) == nil, "\(damage)")
      #expect(importer.convert(film.path) == .done(copy), "\(damage)")
      #expect(importer.convert(film.path) == .known(copy))
    }
  }
}
