import ChildPrograms
import Foundation
import Sound
import TestSupport
import Testing

/// A real snapserver reads the box's pipe. Two snapclients write their output into files.
@Suite struct SnapcastTests {
  /// A tone between two silences, as a client played it.
  private struct Tone {
    /// Length in frames.
    var length: Int
    /// Frequency in Hz.
    var frequency: Double
    /// Peak; 1 is full scale.
    var peak: Double
    /// Largest deviation of a period from the tone's, in frames. It shows a gap or a jump.
    var worst: Double
  }

  /// The server on free ports of the loopback, with its two clients.
  private final class Players {
    let server: [String]
    private(set) var running: ChildProgram?
    private(set) var clients: [ChildProgram]
    let files: [URL]
    private let port: Int

    init(_ folder: URL, pipe: String, port: Int) throws {
      let settings = folder.appendingPathComponent("snapserver.conf")
      try "[stream]\nsource = pipe://\(pipe)?name=box&mode=read&sampleformat=48000:16:2&codec=pcm\n".write(
        to: settings, atomically: true, encoding: .utf8)
      server = [
        "-c", settings.path, "--server.datadir=\(folder.path)", "--http.enabled=0", "--tcp.enabled=0",
        "--stream.bind_to_address=127.0.0.1", "--stream.port=\(port)", "--stream.buffer=1000", "--logging.sink=null",
      ]
      files = ["a", "b"].map { folder.appendingPathComponent("\($0).raw") }
      self.port = port
      clients = []
      for at in files.indices { clients.append(try client(at)) }
    }

    private func client(_ at: Int) throws -> ChildProgram {
      try ChildProgram(
        SnapcastTests.client,
        [
          "-h", "127.0.0.1", "-p", String(port), "--hostID", "client\(at)", "--logsink", "null", "--player",
          "file:filename=\(files[at].path),mode=a",
        ], output: .discarded, errors: .discarded)
    }

    /// Starts clients again that ended, as their service does. snapclient 0.26 sometimes ends by signal 11 when its
    /// server ends.
    func keepClients() throws {
      for at in clients.indices where clients[at].end != nil { clients[at] = try client(at) }
    }

    func startServer() throws { running = try ChildProgram(SnapcastTests.program, server, output: .discarded, errors: .discarded) }

    func killServer() {
      running?.kill()
      running = nil
    }

    func end() {
      for client in clients { client.kill() }
      killServer()
    }
  }

  private static let program = "/usr/bin/snapserver"
  private static let client = "/usr/bin/snapclient"
  private static let isInstalled = [program, client].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  private static let seconds = 1.5

  /// Returns a client's left samples, from a byte of its file on.
  private func samples(_ file: URL, from byte: Int) -> [Float] {
    guard let data = try? Data(contentsOf: file), data.count > byte else { return [] }
    let bytes = [UInt8](data[byte...])
    return stride(from: 0, to: bytes.count - 3, by: 4).map {
      Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32_768
    }
  }

  /// Returns the tones that have begun and ended.
  private func tones(_ x: [Float]) -> [Tone] {
    let quiet = 4800
    var tones: [Tone] = []
    var first: Int?
    var last = -1
    // A tone at the very beginning started before the file.
    var hasBeenSilent = false
    for (at, sample) in x.enumerated() {
      if abs(sample) > 0.01 {
        if first == nil, hasBeenSilent { first = at }
        last = at
      } else if at - last > quiet {
        hasBeenSilent = true
        if let begun = first { tones.append(tone(x[begun...last])) }
        first = nil
      }
    }
    return tones
  }

  private func tone(_ x: ArraySlice<Float>) -> Tone {
    var crossings: [Double] = []
    for at in x.indices.dropLast() where x[at] < 0 && x[at + 1] >= 0 {
      crossings.append(Double(at) + Double(x[at] / (x[at] - x[at + 1])))
    }
    let periods = zip(crossings, crossings.dropFirst()).map { $1 - $0 }
    let frequency = crossings.count > 2 ? 48_000 * Double(periods.count) / (crossings[crossings.count - 1] - crossings[0]) : 0
    // The fade at either end adds crossings.
    let worst = periods.dropFirst(3).dropLast(3).map { abs($0 - 48_000 / 440) }.max() ?? .infinity
    return Tone(length: x.count, frequency: frequency, peak: Double(x.max() ?? 0), worst: worst)
  }

  private func size(_ file: URL) -> Int { ((try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0) / 4 * 4 }

  /// Checks that both clients play a whole tone of one length. A client may drop or insert 2 ms at most,
  /// counted in frames. A machine that stalls breaks one tone, and the next one is whole.
  private func expectTone(_ players: Players, _ when: String) throws {
    let from = players.files.map { size(URL(fileURLWithPath: $0.path)) }
    var heard: [[Tone]] = [[], []]
    var startError: Error?
    let isHeard = waitUntil {
      usleep(200_000)
      do { try players.keepClients() } catch { startError = error }
      heard = zip(players.files, from).map { tones(samples($0, from: $1)) }
      let lengths = heard.map { $0.filter { isWhole($0) }.map(\.length) }
      return lengths[0].contains { one in lengths[1].contains { abs($0 - one) < 96 } }
    }
    if let startError { throw startError }
    #expect(isHeard, "\(when): \(heard), clients \(players.clients.map(\.end)), server \(String(describing: players.running?.end))")
  }

  private func isWhole(_ tone: Tone) -> Bool {
    abs(Double(tone.length) / 48_000 - Self.seconds) < 0.005 && abs(tone.frequency - 440) < 0.05 && abs(tone.peak - 0.5) < 0.01
      && tone.worst < 0.5
  }

  @Test(
    .enabled(if: isInstalled, "Debian's packages snapserver and snapclient are not installed: no program plays the box's sound"),
    .enabled(if: FreePort.tcp != nil, "there is no loopback here: snapserver is not tested"))
  func `two clients of a real server play what the box plays`() throws {
    try Places.withFolder { folder in
      let music = folder.appendingPathComponent("tone.wav").path
      let silence = [Float](repeating: 0, count: 24_000)
      Signals.write(silence + Signals.sine(440, seconds: Self.seconds) + silence, to: music)
      let pipe = folder.appendingPathComponent("snapfifo").path
      let engine = SoundEngine(volume: 1)
      let deck = Deck(engine, playlist: Playlist(files: [music]))
      deck.start()
      defer { deck.stop() }
      let sink = ClockedSink.fifo(pipe)
      try sink.start(engine)
      defer { sink.stop() }
      #expect(waitUntil { sink.health.problem?.description.contains("no program reads") == true }, "it reports that no program plays it")

      let players = try Players(folder, pipe: pipe, port: try #require(FreePort.tcp))
      defer { players.end() }
      try players.startServer()
      #expect(waitUntil { sink.health.problem == nil })
      try expectTone(players, "at first")

      let (blocks, dropped) = (engine.blocks.load(), sink.health.dropped)
      players.killServer()
      #expect(waitUntil { sink.health.problem?.description.contains("no program reads") == true }, "the server is dead")
      // The music's clock continues, and its sound is dropped.
      #expect(waitUntil { engine.blocks.load() - blocks >= Int64(FIFOWriter.patience) && sink.health.dropped > dropped })
      try players.startServer()
      #expect(waitUntil { sink.health.problem == nil })
      try expectTone(players, "with the server back")

      // The box restarts and makes another pipe.
      sink.stop()
      unlink(pipe)
      try sink.start(engine)
      try expectTone(players, "with the box back")
    }
  }
}
