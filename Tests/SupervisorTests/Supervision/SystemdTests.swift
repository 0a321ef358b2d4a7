import Foundation
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Tests the exact messages to the service manager.
@Suite(.serialized) struct SystemdTests {
  /// Sends messages, and keeps the last ones.
  private struct Teller {
    let systemd: Systemd
    private var told = Systemd.Told()

    init(_ interval: Double, _ sent: Sent) { systemd = Systemd(interval: interval) { sent.add($0) } }

    mutating func tell(ready: Bool, status: String, progress: Int64, at time: Double) {
      systemd.tell(systemd.lines(&told, ready: ready, status: status, progress: progress, at: time))
    }
  }

  @Test func `ready and the status are reported once`() {
    let sent = Sent()
    var systemd = Teller(0, sent)
    systemd.tell(ready: false, status: "starting", progress: 0, at: 0)
    systemd.tell(ready: true, status: "starting", progress: 1, at: 1)
    systemd.tell(ready: true, status: "starting", progress: 2, at: 2)
    systemd.tell(ready: true, status: "healthy: playing A", progress: 3, at: 3)
    systemd.systemd.stopping()
    #expect(sent.messages == ["STATUS=starting", "READY=1", "STATUS=healthy: playing A", "STOPPING=1\nSTATUS=stopping"])
  }

  @Test func `the watchdog is fed only while the sound advances`() {
    let sent = Sent()
    var systemd = Teller(10, sent)
    systemd.tell(ready: false, status: "", progress: 1, at: 3)
    #expect(sent.messages == ["WATCHDOG=1"])
    systemd.tell(ready: false, status: "", progress: 2, at: 4)
    #expect(sent.messages.count == 1, "a quarter of the interval has not passed")
    systemd.tell(ready: false, status: "", progress: 1, at: 6)
    systemd.tell(ready: false, status: "", progress: 1, at: 9)
    #expect(sent.messages.count == 1, "it hangs")
    systemd.tell(ready: false, status: "", progress: 2, at: 9.1)
    #expect(sent.messages.count == 2)
  }

  @Test func `a title cannot write a line of its own`() {
    for end in ["\n", "\r\n", "\r", "\u{2028}", "\u{85}", "\u{B}"] {
      let sent = Sent()
      var systemd = Teller(10, sent)
      systemd.tell(ready: true, status: "healthy: playing Song\(end)WATCHDOG=trigger\(end)MAINPID=1", progress: 1, at: 5)
      #expect(sent.messages == ["READY=1\nSTATUS=healthy: playing Song WATCHDOG=trigger MAINPID=1\nWATCHDOG=1"])
    }
    let sent = Sent()
    var systemd = Teller(0, sent)
    systemd.tell(ready: false, status: String(repeating: "long ", count: 100_000), progress: 0, at: 0)
    #expect(sent.messages.first?.count == Systemd.longestLine)
  }

  /// Tests the whole path: a file of a stick, the program, and the service manager's socket.
  @Test func `a files title reaches the service managers socket as text`() throws {
    try Places.withFolder { folder in
      let song = folder.appendingPathComponent("song.wav").path
      TaggedSound.write(song, seconds: 60, title: "Song\nWATCHDOG=trigger\nREADY=1")
      let sent = Sent()
      let socket = try NotifySocket(folder.appendingPathComponent("notify").path) { sent.add($0) }
      defer { socket.close() }
      let process = Process()
      process.executableURL = Places.program("gestureflowd")
      process.arguments = ["run", "--camera", "performer:open", "--sink", "null", "--play", song]
      process.environment = ProcessInfo.processInfo.environment.merging(["NOTIFY_SOCKET": socket.path]) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      let isToldOfTheSong = waitUntil { sent.lines.contains { $0.hasSuffix("playing Song WATCHDOG=trigger READY=1") } }
      kill(process.processIdentifier, SIGTERM)
      process.waitUntilExit()
      #expect(isToldOfTheSong, "\(sent.messages)")
      #expect(waitUntil { sent.lines.contains("STOPPING=1") })
      for line in sent.lines { #expect(["READY=1", "STOPPING=1"].contains(line) || line.hasPrefix("STATUS="), "\(line)") }
      #expect(sent.lines.count { $0 == "READY=1" } <= 1)
    }
  }
}

/// The service manager's end: a datagram socket that passes on messages until it closes.
private final class NotifySocket: Sendable {
  let path: String
  private let descriptor: Int32
  private let isOpen = Atomic(true)
  private let ended = DispatchSemaphore(value: 0)

  init(_ path: String, onMessage: @escaping @Sendable (String) -> Void) throws {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    try #require(descriptor >= 0 && path.utf8.count < room)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    try #require(code == 0)
    let thread = Thread { [self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while isOpen.load(ordering: .acquiring) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 50) > 0 else { continue }
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { onMessage(String(decoding: buffer[..<count], as: UTF8.self)) }
      }
      ended.signal()
    }
    thread.start()
  }

  func close() {
    isOpen.store(false, ordering: .releasing)
    ended.wait()
    _ = Glibc.close(descriptor)
  }
}
