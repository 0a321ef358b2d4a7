import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// A daemon of this build that runs for a test. It has synthetic hands, a null sink and sockets in its own
/// folder.
final class RunningBox: @unchecked Sendable {
  let folder: URL
  let process = Process()
  var control: String { folder.path + "/control.sock" }
  var health: String { folder.path + "/health.sock" }
  private let log: URL

  /// - Parameter shell: shell commands that run before the daemon, such as `ulimit -n 256`.
  init(_ arguments: [String] = [], camera: String = "performer:empty", sink: String = "null", shell: String? = nil) throws {
    // The name is short, because a socket's path has 107 bytes at most.
    folder = URL(fileURLWithPath: "/tmp/gf-\(UInt32.random(in: 0...UInt32.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    log = folder.appendingPathComponent("log")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    process.executableURL = Places.program("gestureflowd")
    process.arguments =
      ["run", "--camera", camera, "--sink", sink, "--socket-dir", folder.path, "--state-dir", folder.path + "/state"] + arguments
    if let shell, let program = process.executableURL?.path, let words = process.arguments {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "\(shell); exec \"$0\" \"$@\"", program] + words
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: log)
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    guard waitUntil(180, { UnixConnection(control) != nil }) else { throw Failure(description: "the daemon did not start: \(output)") }
    // The sockets exist before the tracker does.
    guard waitUntil(180, { (status()["state"] as? String).map { $0 != "starting" } ?? false }) else {
      throw Failure(description: "the daemon did not finish its start: \(output)")
    }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  var output: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  func ctl(_ arguments: String..., environment: [String: String] = [:]) throws -> ProgramRun {
    try ctl(arguments, environment: environment)
  }

  func ctl(_ arguments: [String], environment: [String: String] = [:]) throws -> ProgramRun {
    try ProgramRun.run(Places.program("gfctl"), arguments, environment: ["GESTUREFLOW_SOCKET": control].merging(environment) { $1 })
  }

  /// Sends one request on its own connection.
  func ask(_ method: String, _ path: String, body: String = "", socket: String? = nil) -> Answer {
    guard let connection = UnixConnection(socket ?? control) else { return Answer(status: 0, headers: "", body: Data()) }
    connection.send(
      "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return Answer(connection.readAll())
  }

  /// Number of files and connections that the daemon holds now.
  var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count) ?? 0 }

  func status() -> [String: Any] { (try? JSONSerialization.jsonObject(with: ask("GET", "/v1/status").body)) as? [String: Any] ?? [:] }

  /// The box of a suite with the trait `OneBox`.
  @TaskLocal static var shared: RunningBox?

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}

/// One box for all tests of a suite. The tests restore its state.
struct OneBox: SuiteTrait, TestScoping {
  var camera = "performer:empty"

  func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
    try await RunningBox.$shared.withValue(RunningBox(camera: camera)) { try await function() }
  }
}

/// A received answer.
struct Answer {
  var status: Int
  var headers: String
  var body: Data
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
}

extension Answer {
  init(_ data: Data) {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else {
      self.init(status: 0, headers: String(decoding: data, as: UTF8.self), body: Data())
      return
    }
    let headers = String(decoding: data[..<end.lowerBound], as: UTF8.self)
    self.init(
      status: Int(headers.split(separator: " ").dropFirst().first ?? "") ?? 0, headers: headers, body: Data(data[end.upperBound...]))
  }
}

/// A plain client of a Unix socket or a TCP port, which can also break the protocol.
final class UnixConnection {
  let descriptor: Int32

  init?(_ path: String) {
    guard let connection = try? UnixSocket.connect(to: path) else { return nil }
    descriptor = connection
    signal(SIGPIPE, SIG_IGN)
  }

  /// Connects to a TCP port of this machine, by IPv4.
  /// - Parameter host: last byte of the own address: Linux gives all of 127.0.0.0/8 to this machine.
  init?(port: Int, host: Int = 1) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    if host != 1 {
      let isBound = withUnsafePointer(to: Self.address(host, port: 0)) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
      }
      guard isBound else { return nil }
    }
    let connected = withUnsafePointer(to: Self.address(1, port: port)) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    guard connected else { return nil }
    signal(SIGPIPE, SIG_IGN)
  }

  private static func address(_ host: Int, port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0000 + host).bigEndian
    return address
  }

  deinit { close(descriptor) }

  @discardableResult func send(_ text: String) -> Bool { send(Data(text.utf8)) }
  @discardableResult func send(_ data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      var at = 0
      while at < bytes.count {
        let n = write(descriptor, bytes.baseAddress! + at, bytes.count - at)
        if n <= 0 { return false }
        at += n
      }
      return true
    }
  }
  /// Reads until the other side closes, with at most `limit` seconds between two pieces.
  func readAll(limit: Double = 180) -> Data {
    var all = Data()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, Int32(limit * 1000)) > 0 else { return all }
      let n = read(descriptor, &buffer, buffer.count)
      if n <= 0 { return all }
      all.append(contentsOf: buffer[..<n])
    }
  }
  /// Whether the other side has read all sent bytes.
  var isTaken: Bool {
    // SIOCOUTQ, which Swift does not import: number of unread bytes.
    var rest: Int32 = 0
    return ioctl(descriptor, 0x5411, &rest) == 0 && rest == 0
  }
  /// Returns the `events` that are true now (and POLLHUP, which is always reported).
  func events(_ events: Int32) -> Int16 {
    var poll = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return Glibc.poll(&poll, 1, 0) > 0 ? poll.revents : 0
  }
  /// Reads the first bytes that arrive.
  func readSome(limit: Double = 180) -> Data {
    var buffer = [UInt8](repeating: 0, count: 65536)
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, Int32(limit * 1000)) > 0 else { return Data() }
    let n = read(descriptor, &buffer, buffer.count)
    return n > 0 ? Data(buffer[..<n]) : Data()
  }
  /// Returns whether the other side has closed within the limit.
  func isClosed(within limit: Double) -> Bool {
    let end = Date().addingTimeInterval(limit)
    var buffer = [UInt8](repeating: 0, count: 65536)
    while Date() < end {
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if Glibc.poll(&poll, 1, 200) > 0, read(descriptor, &buffer, buffer.count) <= 0 { return true }
    }
    return false
  }
}
