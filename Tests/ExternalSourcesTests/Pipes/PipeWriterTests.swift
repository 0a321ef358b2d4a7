import Foundation
import ExternalSources
import TestSupport
import Testing

/// Tests of real programs that write into a pipe.
@Suite struct PipeWriterTests {
  private static let ffmpeg = URL(fileURLWithPath: "/usr/bin/ffmpeg")
  static var hasFfmpeg: Bool { FileManager.default.isExecutableFile(atPath: ffmpeg.path) }

  /// Two seconds of 440 Hz at full speed, by format, rate and channels.
  @Test(
    .enabled(if: hasFfmpeg, "ffmpeg is not installed: scripts/setup.sh installs it"),
    arguments: [
      (PipeSettings.Format.s16, 44_100, 2), (.s24, 96_000, 2), (.s32, 8000, 1), (.f32, 48_000, 6), (.f32, 192_000, 2),
    ])
  func `ffmpeg is heard whole`(format: PipeSettings.Format, rate: Int, channels: Int) throws {
    try Places.withFolder { folder in
      let bench = try PipeBench(folder, rate: rate, format: format, channels: channels)
      defer { bench.reader.stop() }
      let run = try ProgramRun.run(
        Self.ffmpeg,
        [
          "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=frequency=440:duration=2:sample_rate=\(rate)", "-ac", "\(channels)",
          "-f", "\(format.rawValue)le", bench.path,
        ])
      #expect(run.status == 0, "\(run.errors)")
      #expect(waitUntil { bench.heardNews == [.began, .ended] }, "\(bench.heardNews)")
      let left = bench.outlet.left
      #expect(left.count == 2 * rate && bench.reader.badSamples == 0, "\(left.count)")
      #expect(abs(Signals.frequency(left[...], rate: Double(rate)) - 440) < 0.05)
      // ffmpeg's sine has an eighth of full scale.
      #expect(left.max()! > 0.02 && left.max()! < 0.2, "\(left.max()!)")
    }
  }

  /// ffmpeg is killed in the middle. The next writer begins with a whole frame.
  @Test(.enabled(if: hasFfmpeg, "ffmpeg is not installed: scripts/setup.sh installs it"))
  func `ffmpeg is killed and comes back`() throws {
    try Places.withFolder { folder in
      let bench = try PipeBench(folder)
      defer { bench.reader.stop() }
      for turn in 1...2 {
        let before = bench.outlet.count
        _ = try ProgramRun.run(
          Self.ffmpeg,
          ["-nostdin", "-v", "error", "-y", "-re", "-f", "lavfi", "-i", "sine=frequency=440", "-ac", "2", "-f", "s16le", bench.path],
          signal: SIGKILL, when: { _ in bench.outlet.count > before + 20_000 })
        #expect(waitUntil { bench.heardNews.count == 2 * turn && bench.reader.state == .waiting }, "\(bench.heardNews)")
        #expect(abs(Signals.frequency(bench.outlet.left[before...], rate: 44_100) - 440) < 0.5)
      }
    }
  }

  private static let snapcast = ["snapserver", "snapclient"].map { URL(fileURLWithPath: "/usr/bin/\($0)") }
  static var hasSnapcast: Bool { hasFfmpeg && snapcast.allSatisfy { FileManager.default.isExecutableFile(atPath: $0.path) } }

  /// ffmpeg plays into a server. The client plays into the pipe by its own clock.
  @Test(.enabled(if: hasSnapcast, "snapserver, snapclient or ffmpeg is not installed: scripts/setup.sh installs them"))
  func `snapclient is heard`() throws {
    try Places.withFolder { folder in
      let bench = try PipeBench(folder, rate: 48_000)
      defer { bench.reader.stop() }
      // This is polled hundreds of times a second, so it does not copy the frames. A copy would delay the pipe,
      // and a client that waits for its pipe reads nothing from its server.
      let isHeard: @Sendable (String) -> Bool = { _ in bench.outlet.sounding > 96_000 }
      let source = folder.appendingPathComponent("source").path
      mkfifo(source, 0o600)
      let port = try #require(FreePort.tcp)
      var other = port
      while other == port { other = try #require(FreePort.tcp) }
      let settings = folder.appendingPathComponent("snapserver.conf")
      try """
      [stream]
      source = pipe://\(source)?name=x&sampleformat=48000:16:2
      codec = pcm
      port = \(port)
      [tcp]
      port = \(other)
      [http]
      enabled = false
      """.write(to: settings, atomically: true, encoding: .utf8)
      let others = DispatchGroup()
      for (program, arguments) in [
        (Self.snapcast[0], ["-c", settings.path, "--server.datadir=\(folder.path)"]),
        (
          Self.ffmpeg,
          [
            "-nostdin", "-v", "error", "-y", "-re", "-f", "lavfi", "-i", "sine=frequency=440", "-ac", "2", "-ar", "48000", "-f", "s16le",
            source,
          ]
        ),
      ] {
        others.enter()
        Thread.detachNewThread {
          _ = try? ProgramRun.run(program, arguments, signal: SIGKILL, when: isHeard)
          others.leave()
        }
      }
      _ = try ProgramRun.run(
        Self.snapcast[1], ["-h", "127.0.0.1", "-p", "\(port)", "--player", "file:filename=\(bench.path)", "--mixer", "none"],
        signal: SIGKILL, when: isHeard)
      others.wait()
      // The client changes its speed and drops frames until it is in sync. On a busy machine it does so all the
      // time. The test therefore checks the note's name over many pieces, not its tuning.
      let heard = Array(bench.outlet.left.drop { $0 == 0 }.prefix(96_000))
      try #require(heard.count > 48_000, "\(bench.outlet.count) frames, \(bench.outlet.sounding) of them no silence")
      let pieces = stride(from: 0, to: heard.count - 2400, by: 2400).map { Signals.frequency(heard[$0..<$0 + 2400], rate: 48_000) }.sorted()
      let middle = pieces[pieces.count / 2]
      #expect(abs(1200 * log2(middle / 440)) < 100, "\(middle) Hz in the middle, \(pieces.first!) to \(pieces.last!)")
      #expect(waitUntil { bench.reader.state == .waiting })
    }
  }
}
