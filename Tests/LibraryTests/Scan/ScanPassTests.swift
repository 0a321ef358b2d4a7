import Foundation
import Library
import Synchronization
import TestSupport
import Testing

/// Tests of the scan's result for each kind of entry.
@Suite struct ScanPassTests {
  /// Calls to a stick that count opens and fail for names of the test.
  private final class Stick: Sendable {
    private let state = Mutex<(opened: [String], faults: [String: Int32])>(([], [:]))
    var opened: [String] { state.withLock { $0.opened } }
    func fail(_ names: [String], with code: Int32) { state.withLock { $0.faults = Dictionary(names.map { ($0, code) }) { $1 } } }
    var access: StickAccess {
      StickAccess(openFile: { [self] path in
        let name = (path as NSString).lastPathComponent
        let fault = state.withLock { state in
          state.opened.append(name)
          return state.faults[name]
        }
        return fault.map { (descriptor: -1, code: $0) } ?? StickAccess.systemFile(path)
      })
    }
  }

  private let stick = Stick()

  private func pass(
    _ root: String = "/nowhere", known: KnownFiles = KnownFiles(), isImported: @escaping (FoundFile) -> Bool = { _ in false }
  ) -> ScanPass {
    ScanPass(stick: "S", root: root, access: stick.access, known: known, isImported: isImported)
  }

  private func take(_ file: FoundFile, _ pass: inout ScanPass) -> Bool { pass.take(.file(file)) }
  private func lines(of pass: inout ScanPass) -> [IndexedTrack] { pass.takeBatch() }

  private func file(_ relative: String, size: Int64 = 100, modified: Int64 = 1) -> FoundFile {
    FoundFile(relative: relative, name: (relative as NSString).lastPathComponent, size: size, modified: modified)
  }

  /// Writes a tone to a stick.
  /// - Returns: the entry that a walk reports for it.
  private func tone(_ root: URL, _ relative: String) throws -> FoundFile {
    let url = root.appendingPathComponent(relative)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Music.write(url, seconds: 0.05)
    let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int64
    return file(relative, size: try #require(size))
  }

  @Test func `files that are not music are sorted and not opened`() {
    var pass = pass { $0.name == "done.mp4" }
    for name in ["notes.txt", ".hidden.wav", "._a.wav", "list.m3u8", "film.mp4", "done.mp4"] {
      let goesOn = pass.take(.file(file(name)))
      #expect(goesOn)
    }
    #expect(pass.playlists.map(\.name) == ["list.m3u8"])
    #expect(pass.outcome.importable.map(\.name) == ["film.mp4"], "a finished import is not requested any more")
    #expect(pass.outcome.tracks == 0 && pass.outcome.problems == 2 && pass.outcome.read == 0)
    let lines = lines(of: &pass)
    #expect(lines.map(\.relative) == ["._a.wav", "film.mp4"])
    #expect(lines.allSatisfy { $0.problem != nil && $0.size == -1 })
    #expect(stick.opened.isEmpty)
  }

  @Test func `known unchanged files are not opened`() throws {
    try Places.withFolder { root in
      let changed = try tone(root, "changed.wav")
      var known = KnownFiles()
      known.add("good.wav", size: 100, modified: 1, problem: nil)
      known.add("bad.wav", size: 100, modified: 1, problem: "it is damaged")
      known.add("changed.wav", size: changed.size, modified: changed.modified + 1, problem: "it is damaged")
      known.add("gone.wav", size: 100, modified: 1, problem: nil)
      var pass = pass(root.path, known: known)
      for found in [file("good.wav"), file("bad.wav"), changed] { _ = pass.take(.file(found)) }
      #expect(stick.opened == ["changed.wav"])
      #expect(pass.outcome.tracks == 2 && pass.outcome.problems == 1 && pass.outcome.read == 1)
      let lines = lines(of: &pass)
      #expect(lines.map(\.relative) == ["changed.wav"] && lines.first?.problem == nil, "only what has changed is written")
      #expect(["good.wav", "bad.wav", "changed.wav"].allSatisfy { pass.known.isMet($0) } && !pass.known.isMet("gone.wav"))
      #expect(pass.known.isTrack("good.wav") && pass.known.isTrack("changed.wav") && !pass.known.isTrack("bad.wav"))
    }
  }

  @Test func `a track has its folder and its natural place`() throws {
    try Places.withFolder { root in
      var pass = pass(root.path)
      for name in ["al/10 b.wav", "al/2 a.wav"] { _ = pass.take(.file(try tone(root, name))) }
      let lines = lines(of: &pass).sorted { $0.orderKey < $1.orderKey }
      #expect(lines.map(\.title) == ["2 a", "10 b"])
      #expect(lines.allSatisfy { $0.stick == "S" && $0.folder == "al" && $0.size > 0 && abs(($0.length ?? 0) - 0.05) < 1e-3 })
    }
  }

  /// A verdict on a file's content is kept until the file changes. A missing answer is not a verdict.
  @Test func `a verdict is remembered and a doubt is not`() throws {
    try Places.withFolder { root in
      try Data("this is not music".utf8).write(to: root.appendingPathComponent("text.wav"))
      stick.fail(["spot.wav"], with: EIO)
      var pass = pass(root.path)
      for found in [file("text.wav", size: 16, modified: 7), file("spot.wav", size: 16, modified: 7)] {
        let goesOn = pass.take(.file(found))
        #expect(goesOn)
      }
      let lines = lines(of: &pass)
      #expect(lines.map(\.relative) == ["text.wav", "spot.wav"])
      #expect(lines.map(\.size) == [16, -1] && lines.map(\.modified) == [7, 0])
      #expect(pass.outcome.problems == 2 && pass.outcome.tracks == 0)
    }
  }

  @Test func `a track that does not answer stays what it was`() {
    var known = KnownFiles()
    known.add("a.wav", size: 100, modified: 1, problem: nil)
    stick.fail(["a.wav"], with: EIO)
    var pass = pass(known: known)
    let goesOn = pass.take(.file(file("a.wav", size: 200)))
    #expect(goesOn && pass.outcome.tracks == 1 && pass.outcome.problems == 0)
    #expect(pass.known.isTrack("a.wav") && lines(of: &pass).isEmpty)
  }

  @Test func `one file after the other without an answer is a lost stick`() throws {
    try Places.withFolder { root in
      let good = try tone(root, "good.wav")
      let bad = (1...20).map { "\($0).wav" }
      stick.fail(bad, with: EIO)
      var pass = pass(root.path)
      // Seven bad files, one good file, and seven bad files: bad spots.
      for name in bad.prefix(7) { #expect(take(file(name), &pass)) }
      #expect(take(good, &pass))
      for name in bad.dropFirst(7).prefix(7) { #expect(take(file(name), &pass)) }
      #expect(pass.outcome.isComplete)
      // The eighth in a row ends the pass.
      let last = pass.take(.file(file(bad[14])))
      #expect(!last && !pass.outcome.isComplete && pass.outcome.trouble == String(cString: strerror(EIO)))
      #expect(pass.outcome.problems == 14)
    }
  }

  @Test(arguments: [EMFILE, ENFILE, ENOMEM, ENODEV, ENXIO, ESTALE, ENOMEDIUM])
  func `an error that does not belong to a file ends the scan at once`(code: Int32) {
    stick.fail(["a.wav"], with: code)
    var pass = pass()
    let goesOn = pass.take(.file(file("a.wav")))
    #expect(!goesOn && !pass.outcome.isComplete && pass.outcome.trouble != nil)
    #expect(lines(of: &pass).isEmpty && pass.outcome.problems == 0, "nothing is said of the file")
  }

  @Test(arguments: [EACCES, ENOENT, ELOOP])
  func `an error that is the files own is its reason`(code: Int32) throws {
    stick.fail(["a.wav"], with: code)
    var pass = pass()
    let goesOn = pass.take(.file(file("a.wav")))
    #expect(goesOn && pass.outcome.isComplete)
    #expect(try #require(lines(of: &pass).first?.problem).contains(String(cString: strerror(code))))
  }

  @Test func `a walk that is lost ends the scan`() {
    var pass = pass()
    let goesOn = pass.take(.lost(ENODEV))
    #expect(!goesOn && !pass.outcome.isComplete && pass.outcome.trouble == String(cString: strerror(ENODEV)))
    // Problems that were only counted must not look like a full list.
    for i in 0...ProblemBudget.most { pass.keep(LibraryIssue(relative: "\(i)", reason: "x")) }
    _ = lines(of: &pass)
    pass.close()
    #expect(lines(of: &pass).isEmpty)
  }

  @Test func `problems beyond the budget become one line at the end`() throws {
    var pass = pass()
    for i in 0..<ProblemBudget.most { pass.keep(LibraryIssue(relative: "\(i)", reason: "x")) }
    #expect(lines(of: &pass).count == ProblemBudget.most)
    pass.close()
    #expect(lines(of: &pass).isEmpty, "there is nothing more to tell")
    for i in 0..<7 { pass.keep(LibraryIssue(relative: "more \(i)", reason: "x")) }
    #expect(lines(of: &pass).isEmpty)
    pass.close()
    let line = try #require(lines(of: &pass).first)
    #expect(line.relative == LibraryIndex.moreRelative && line.size == 7 && line.problem == "and 7 more files were skipped")
    #expect(line.orderKey > "zzz" && pass.outcome.problems == ProblemBudget.most + 7)
  }

  @Test func `a problem that is known is not written again`() {
    var known = KnownFiles()
    known.add("a", size: -1, modified: 0, problem: "a reason")
    known.add("b", size: -1, modified: 0, problem: "another reason")
    var pass = pass(known: known)
    for name in ["a", "b"] { _ = pass.take(.problem(LibraryIssue(relative: name, reason: "a reason"))) }
    #expect(lines(of: &pass).map(\.relative) == ["b"])
    #expect(pass.known.isMet("a") && pass.known.isMet("b"))
  }

  @Test func `a batch is written before it grows large`() {
    var pass = pass()
    for i in 0..<63 { pass.keep(LibraryIssue(relative: "\(i)", reason: "x")) }
    #expect(!pass.isBatchFull)
    pass.keep(LibraryIssue(relative: "63", reason: "x"))
    #expect(pass.isBatchFull)
    #expect(lines(of: &pass).count == 64 && !pass.isBatchFull && lines(of: &pass).isEmpty)
  }

  @Test func `an excess cue sheet is reported with the effect on its file`() {
    var pass = pass()
    for i in 0...StickScanner.maxSheets { _ = pass.take(.file(file("\(i).CUE"))) }
    #expect(pass.playlists.count == StickScanner.maxSheets)
    let told = lines(of: &pass)
    #expect(told.map(\.relative) == ["\(StickScanner.maxSheets).CUE"])
    #expect(told.first?.problem == "there are more than 5000 cue sheets on the stick: the file that it cuts plays as a whole")
    // Playlists still have room.
    #expect(take(file("list.m3u8"), &pass))
    #expect(pass.playlists.count == StickScanner.maxSheets + 1)
  }

  @Test func `numbers are limited`() throws {
    var pass = pass()
    // Cue sheets have their own count.
    #expect(take(file("album.cue"), &pass))
    for i in 0...StickScanner.maxPlaylists { #expect(take(file("\(i).m3u8"), &pass)) }
    #expect(pass.playlists.count == StickScanner.maxPlaylists + 1)
    #expect(lines(of: &pass).map(\.relative) == ["\(StickScanner.maxPlaylists).m3u8"])
    for i in 0...StickScanner.maxImportable { _ = pass.take(.file(file("\(i).mp4"))) }
    #expect(pass.outcome.importable.count == StickScanner.maxImportable)
    // The walk ends at the first track beyond the limit. The stick counts as read.
    pass.outcome.tracks = StickScanner.maxTracks
    let goesOn = pass.take(.file(file("a.wav")))
    #expect(!goesOn && pass.outcome.isComplete && pass.outcome.tracks == StickScanner.maxTracks && stick.opened.isEmpty)
  }

  @Test func `a name of nothing visible has a title`() {
    var pass = pass()
    pass.keep(LibraryIssue(relative: "a/\u{200B}.wav", reason: "x"))
    #expect(lines(of: &pass).map(\.title) == ["untitled"])
  }
}
