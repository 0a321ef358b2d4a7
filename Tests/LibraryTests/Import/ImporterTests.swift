import Foundation
import Library
import TestSupport
import Testing

@Suite struct ImporterTests {
  @Test func `a full disk is refused and nothing is left`() throws {
    try Places.withFolder { folder in
      let film = folder.appendingPathComponent("a.m4a")
      let isMade = try Music.encode(film)
      #expect(isMade)
      let imports = folder.appendingPathComponent("imports")
      let full = Importer(imports.path, freeBytes: { _ in 150 << 20 })
      guard case .failed(let why) = full.convert(film.path) else {
        Issue.record("it must be refused")
        return
      }
      #expect(why.contains("150 MB") && why.contains("200 MB"))
      #expect((try? FileManager.default.contentsOfDirectory(atPath: imports.path))?.isEmpty ?? true)
      let importer = Importer(imports.path)
      guard case .done(let copy) = importer.convert(film.path) else {
        Issue.record("it must be done")
        return
      }
      #expect(copy.hasSuffix(".flac") && importer.convert(film.path) == .known(copy))
      let kept = try FileManager.default.contentsOfDirectory(atPath: imports.path)
      #expect(kept.count == 1)
    }
  }

  /// The power failed during a copy. Without a removal the partial file would stay unseen for good.
  @Test func `half a copy is removed at the next start`() throws {
    try Places.withFolder { folder in
      for name in ["film 3kx.flac.part", "film 3kx.flac", "notes.part"] {
        try Data("x".utf8).write(to: folder.appendingPathComponent(name))
      }
      try FileManager.default.createDirectory(at: folder.appendingPathComponent("a.flac.part"), withIntermediateDirectories: false)
      Importer(folder.path).resume()
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
      #expect(Set(left) == ["film 3kx.flac", "notes.part", "a.flac.part"])
    }
  }

  @Test func `bad files are named`() throws {
    try Places.withFolder { folder in
      let importer = Importer(folder.appendingPathComponent("imports").path)
      let text = folder.appendingPathComponent("x.mp4")
      try Data("text".utf8).write(to: text)
      for path in [text.path, folder.path, folder.path + "/none"] {
        if case .done = importer.convert(path) { Issue.record("\(path) is not a film") }
      }
    }
  }

  /// ffmpeg's message contains the file's name. The reason must be one clean line for any name.
  @Test func `the reason of a failure is clean`() throws {
    try Places.withFolder { folder in
      let importer = Importer(folder.appendingPathComponent("imports").path)
      let text = folder.path + "/x\u{202E}y\u{1B}[2Jz.mp4"
      try Data("text".utf8).write(to: URL(fileURLWithPath: text))
      for path in [text, folder.path + "/no\nne\u{202E}.mp4"] {
        guard case .failed(let why) = importer.convert(path) else {
          Issue.record("\(path) is not a film")
          continue
        }
        #expect(why.hasPrefix("its sound cannot be extracted (") || why == "there is no file \(folder.path)/no ne.mp4", "\(why)")
        #expect(!why.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }, "\(why.debugDescription)")
      }
    }
  }

  /// A film that needs the network gets no access. A listener waits at its address, and no connection comes.
  @Test func `the network is not used`() throws {
    try Places.withFolder { folder in
      let listener = try #require(Listener())
      let importer = Importer(folder.appendingPathComponent("imports").path)
      let list = folder.appendingPathComponent("net.m3u8.mp4")
      let address = "http://127.0.0.1:\(listener.port)/x.ts"
      try Data("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(address)\n#EXT-X-ENDLIST\n".utf8).write(to: list)
      if case .done = importer.convert(list.path) { Issue.record("the network must not be used") }
      #expect(!listener.wasAsked, "ffmpeg asked the network")
      // Without the whitelist the same file opens a connection. The whitelist alone prevents it.
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "ffmpeg", "-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe,http,tcp", "-i", "file:" + list.path, "-f", "null", "-",
      ]
      process.standardError = FileHandle.nullDevice
      try process.run()
      // It waits for an answer that never comes.
      defer {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      #expect(waitUntil { listener.wasAsked || !process.isRunning } && listener.wasAsked, "the file sends a request")
    }
  }

  /// Listens on a port of this machine.
  private final class Listener {
    let port: UInt16
    private let descriptor: Int32

    init?() {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard descriptor >= 0 else { return nil }
      self.descriptor = descriptor
      var address = Self.address(0)
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0 }
      }
      port = UInt16(bigEndian: address.sin_port)
      guard isBound, listen(descriptor, 8) == 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func address(_ port: UInt16) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return address
    }

    /// Whether a client has connected.
    var wasAsked: Bool {
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return Glibc.poll(&poll, 1, 0) > 0
    }
  }

  /// The copy's file name has a suffix. Its title is the film's name or its own tag.
  @Test func `copies are called after their films`() throws {
    try Places.withFolder { folder in
      let importer = Importer(folder.appendingPathComponent("imports").path)
      func title(_ name: String, _ metadata: [String]) throws -> String? {
        let film = folder.appendingPathComponent(name)
        let made = try ProgramRun.run(
          URL(fileURLWithPath: "/usr/bin/env"),
          ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac"] + metadata + ["-y", film.path])
        #expect(made.status == 0, "\(made.errors)")
        guard case .done(let copy) = importer.convert(film.path) else { return nil }
        return try TrackProbe.look(copy, size: 1).title
      }
      let cases: [(String, [String], String)] = [
        ("film.mp4", [], "film"), ("summer=2024; rain.m4a", [], "summer=2024; rain"),
        ("other.mp4", ["-metadata", "title=Its own title"], "Its own title"),
        // Names at the limit of file systems, in letters of three bytes.
        (String(repeating: "ツ", count: 80) + ".m4a", [], String(repeating: "ツ", count: 80)),
      ]
      for (name, metadata, wanted) in cases {
        let found = try title(name, metadata)
        #expect(found == wanted)
      }
    }
  }

  /// Without ffmpeg, an attempt must not leave a pipe, handler or importer behind.
  @Test func `an ffmpeg that cannot be started is reported and leaves nothing behind`() throws {
    try Places.withFolder { folder in
      let film = folder.appendingPathComponent("film.mp4")
      try Data("film".utf8).write(to: film)
      weak var left: Importer?
      func attempt() -> Importer.Result {
        let importer = Importer(folder.appendingPathComponent("imports").path, launcher: folder.appendingPathComponent("none").path)
        left = importer
        return importer.convert(film.path)
      }
      guard case .failed(let why) = attempt() else {
        Issue.record("there is nothing to start")
        return
      }
      #expect(why.hasPrefix("ffmpeg cannot be started") && why.hasSuffix("install it"), "\(why)")
      let isHeld = left != nil
      #expect(!isHeld)
    }
  }

  /// Replaces `env`: ffmpeg reads in real time, so that it is not finished before the stop.
  private func slowLauncher(_ folder: URL) throws -> String {
    let script = folder.appendingPathComponent("env")
    let text = """
      #!/bin/bash
      words=()
      for word in "$@"; do
        [ "$word" = -i ] && words+=(-re)
        words+=("$word")
      done
      exec /usr/bin/env "${words[@]}"
      """
    try Data(text.utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    return script.path
  }

  @Test func `stopping kills the child`() throws {
    try Places.withFolder { folder in
      let launcher = try slowLauncher(folder)
      let film = folder.appendingPathComponent("long.m4a")
      // A quarter of an hour, which is encoded at once because it is silence at a low rate.
      let made = try ProgramRun.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "900", "-c:a", "aac", "-y", film.path])
      #expect(made.status == 0)
      // In the middle of the import, and during the probe of the film; both programs are killed.
      for isBegun in [true, false] {
        let importer = Importer(folder.appendingPathComponent("imports").path, launcher: launcher)
        importer.add(film.path)
        #expect(waitUntil { importer.state.file == film.path && (!isBegun || (importer.state.progress ?? 0) > 0) })
        importer.stop()
        #expect(waitUntil { importer.state.file == nil })
        #expect(importer.state.results.map { $0.failure != nil } == [true], "\(importer.state.results)")
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/imports"))?.isEmpty ?? true)
      }
    }
  }
}
