import Camera
import Foundation
import SyntheticHands
import Realtime
import Synchronization
import TestSupport
import Testing

@Suite struct FilmFileTests {
  private func make(_ folder: URL, _ arguments: [String]) throws -> String {
    let path = folder.appendingPathComponent("film.mkv").path
    let run = try ProgramRun.run(URL(fileURLWithPath: "/usr/bin/env"), ["ffmpeg", "-v", "error", "-nostdin"] + arguments + [path])
    #expect(run.status == 0, "\(run.errors)")
    return path
  }

  private func times(_ path: String) throws -> [Double] {
    let film = try FilmFile(path, pace: .asFastAsPossible)
    var all: [Double] = []
    while case .frame(let frame) = film.next(timeout: 60) { all.append(frame.time) }
    return all
  }

  @Test func `even times and size are right`() throws {
    try Places.withFolder { folder in
      let path = try make(folder, ["-f", "lavfi", "-i", "testsrc=s=320x240:r=25:d=2"])
      let film = try FilmFile(path, pace: .asFastAsPossible)
      #expect(film.width == 320 && film.height == 240)
      let all = try times(path)
      #expect(all.count == 50)
      for (i, t) in all.enumerated() { #expect(abs(t - Double(i) / 25) < 0.002) }
    }
  }

  /// A film with frames at 0, 40, 80, ... ms, without every third one.
  @Test func `uneven times are the films own`() throws {
    try Places.withFolder { folder in
      let path = try make(
        folder, ["-f", "lavfi", "-i", "testsrc=s=320x240:r=25:d=2", "-vf", "select=mod(n\\,3)", "-fps_mode", "vfr"])
      let all = try times(path)
      let wanted = (0..<50).filter { $0 % 3 != 0 }.map { Double($0 - 1) / 25 }
      #expect(all.count == wanted.count)
      for (a, b) in zip(all, wanted) { #expect(abs(a - b) < 0.002) }
    }
  }

  @Test func `in real time a latecomer gets the newest frame`() throws {
    try Places.withFolder { folder in
      let path = try make(folder, ["-f", "lavfi", "-i", "testsrc=s=160x120:r=30:d=1.5"])
      let begun = Clock.seconds
      let film = try FilmFile(path, pace: .realTime)
      var count = 0
      while case .frame(let frame) = film.next(timeout: 60) {
        #expect(frame.time <= Clock.seconds + 1e-6)
        count += 1
        usleep(100_000)
      }
      // Ten of thirty frames a second are taken. The film keeps its length.
      #expect(count < 22 && film.dropped + count == 45, "\(count) taken, \(film.dropped) dropped")
      #expect(Clock.seconds - begun > 1.3)
    }
  }

  /// Takes frames on a separate thread until there are no more.
  private final class Taker: Sendable {
    private let taken = Atomic(0)
    private let ended = Atomic(false)
    var count: Int { taken.load(ordering: .acquiring) }
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    init(_ film: FilmFile) {
      Thread { [self] in
        while case .frame = film.next(timeout: 60) { taken.add(1, ordering: .acquiringAndReleasing) }
        ended.store(true, ordering: .releasing)
      }.start()
    }
  }

  /// Its second frame is due after an hour.
  @Test func `closing it ends a wait for a frame that is not due`() throws {
    try Places.withFolder { folder in
      let path = try make(
        folder,
        ["-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=0.08", "-vf", "setpts=N*3600/TB", "-fps_mode", "passthrough", "-c:v", "ffv1"])
      let film = try FilmFile(path, pace: .realTime)
      let taker = Taker(film)
      #expect(waitUntil { taker.count == 1 })
      film.close()
      #expect(waitUntil { taker.hasEnded } && taker.count == 1)
      guard case .ended = film.next(timeout: 0) else { Issue.record("it is closed"); return }
      #expect(film.failure == nil, "its end is not a fault of the film")
    }
  }

  /// Otherwise it would be rendered, or awaited, until then.
  @Test(arguments: [FilmFile.Pace.realTime, .asFastAsPossible]) func `a frame far behind the others ends the film with a reason`(
    pace: FilmFile.Pace
  ) throws {
    try Places.withFolder { folder in
      let path = try make(
        folder,
        ["-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=0.12", "-vf", "setpts=N*7200/TB", "-fps_mode", "passthrough", "-c:v", "ffv1"])
      let film = try FilmFile(path, pace: pace)
      guard case .frame = film.next(timeout: 60) else { Issue.record("it has one that is right"); return }
      guard case .ended = film.next(timeout: 60) else { Issue.record("the second one is not waited for"); return }
      let told = film.failure?.description ?? ""
      #expect(
        told.contains(path) && told.contains("frame 2 comes 7200.0 s after the previous frame") && told.contains("cut the film"), "\(told)")
    }
  }

  /// The rest of the film neither comes nor ends, as on a stick without an answer.
  @Test func `closing it ends a wait for a frame that does not come`() throws {
    try Places.withFolder { folder in
      let path = try make(folder, ["-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=4", "-c:v", "ffv1"])
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let pipe = folder.appendingPathComponent("pipe.mkv").path
      try #require(mkfifo(pipe, 0o600) == 0)
      // Opened for both, so that the open does not wait. It stays open, so that the film does not end.
      let end = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      try #require(end >= 0)
      defer { close(end) }
      let half = Array(data.prefix(data.count / 2))
      let written = write(end, half, half.count)
      try #require(written == half.count, "it must fit into the pipe")
      let film = try FilmFile(pipe, pace: .asFastAsPossible)
      let taker = Taker(film)
      #expect(waitUntil { taker.count > 5 })
      film.close()
      #expect(waitUntil { taker.hasEnded })
    }
  }

  private func problem(_ path: String) -> String {
    do {
      _ = try FilmFile(path, pace: .asFastAsPossible)
      return ""
    } catch { return "\(error)" }
  }

  @Test func `bad films are named with the reason`() throws {
    try Places.withFolder { folder in
      #expect(problem("/nowhere/film.mp4").contains("there is no such file"))
      let text = folder.appendingPathComponent("text.mp4")
      try Data("this is not a film".utf8).write(to: text)
      #expect(problem(text.path).contains("film \(text.path): "))
      let empty = folder.appendingPathComponent("empty.mp4")
      try Data().write(to: empty)
      #expect(problem(empty.path).contains("film \(empty.path): "))
      let sound = folder.appendingPathComponent("sound.wav")
      Signals.write(Signals.sine(440, seconds: 0.2), to: sound.path)
      #expect(problem(sound.path).contains("film \(sound.path): "))
    }
  }

  @Test func `a film that is cut off plays as far as it goes`() throws {
    try Places.withFolder { folder in
      let path = try make(folder, ["-f", "lavfi", "-i", "testsrc=s=320x240:r=25:d=2"])
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
      let count = try times(path).count
      #expect(count > 5 && count < 50)
    }
  }
}
