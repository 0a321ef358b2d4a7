import Foundation
import GestureFlowAPI
import Realtime
import ExternalSources
import TestSupport
import Testing

/// Tests of real FIFOs with real writers.
@Suite struct PipeReaderTests {
  private static let signals: Void = { signal(SIGPIPE, SIG_IGN) }()

  init() { Self.signals }

  private func with(
    format: PipeSettings.Format = .s16, channels: Int = 2, rate: Int = 44_100, isHeard: Bool = true, _ body: (PipeBench) throws -> Void
  ) throws {
    try Places.withFolder { folder in
      let bench = try PipeBench(folder, rate: rate, format: format, channels: channels, isHeard: isHeard)
      defer { bench.reader.stop() }
      try body(bench)
    }
  }

  /// Writes on another thread, because a writer may have to wait.
  /// - Returns: a semaphore that is signalled at the end.
  private func beside(_ work: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      work()
      done.signal()
    }
    return done
  }

  @Test func `no thread waits for a writer`() throws {
    try with { bench in
      #expect(bench.reader.state == .waiting && bench.outlet.log.withLock { $0.begun.isEmpty })
      var status = stat()
      #expect(stat(bench.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO && status.st_mode & 0o777 == 0o660)
      bench.reader.stop()
      #expect(bench.reader.state == .waiting)
      // Again, with the FIFO that now exists.
      try bench.reader.start()
    }
  }

  @Test(arguments: [1, 2, 3, 5, 7, 4096, 100_000]) func `however it is cut all comes`(size: Int) throws {
    try with { bench in
      let frames = 0..<(size == 1 ? 1000 : 20_000)
      let writer = bench.open()
      let bytes = PipeBench.counting(frames)
      let done = beside {
        for at in stride(from: 0, to: bytes.count, by: size) { PipeBench.write(Array(bytes[at..<min(at + size, bytes.count)]), to: writer) }
        close(writer)
      }
      #expect(waitUntil { bench.heardNews == [.began, .ended] }, "\(bench.heardNews)")
      done.wait()
      #expect(bench.outlet.left == PipeBench.counted(frames) && bench.outlet.right == PipeBench.counted(frames).map { -$0 })
      #expect(bench.outlet.log.withLock { $0.begun == [44_100] && $0.ended == 1 })
      #expect(bench.reader.bytesRead == Int64(bytes.count) && bench.reader.state == .waiting)
    }
  }

  /// The outlet takes any amount, at any time. The writer waits and no frame is lost.
  @Test func `a writer that is too fast is held back`() throws {
    try with { bench in
      bench.outlet.log.withLock { $0.room = 100 }
      let writer = bench.open()
      let done = beside {
        PipeBench.write(PipeBench.counting(0..<60_000), to: writer)
        close(writer)
      }
      #expect(waitUntil { bench.outlet.log.withLock { $0.refusals > 2 } })
      #expect(done.wait(timeout: .now()) == .timedOut && bench.outlet.count == 100, "it waits")
      #expect(
        waitUntil {
          bench.outlet.log.withLock { $0.room = ($0.room ?? 0) + 777 }
          return bench.outlet.count == 60_000
        })
      done.wait()
      #expect(bench.outlet.left == PipeBench.counted(0..<60_000))
      #expect(waitUntil { bench.reader.state == .waiting })
    }
  }

  @Test func `a new writer begins with a whole frame`() throws {
    try with { bench in
      var writer = bench.open()
      // Three extra bytes must not become part of the next writer's first frame.
      PipeBench.write(PipeBench.counting(0..<100) + [1, 2, 3], to: writer)
      close(writer)
      #expect(waitUntil { bench.heardNews == [.began, .ended] })
      writer = bench.open()
      PipeBench.write(PipeBench.counting(100..<200), to: writer)
      #expect(waitUntil { bench.outlet.count == 200 })
      #expect(bench.outlet.left == PipeBench.counted(0..<200))
      #expect(bench.reader.state == .playing && bench.heardNews == [.began, .ended, .began])
      bench.time.advance(0.6)
      #expect(waitUntil { bench.reader.state == .starved }, "it is there and brings nothing")
      PipeBench.write(PipeBench.counting(200..<210), to: writer)
      #expect(waitUntil { bench.outlet.count == 210 && bench.reader.state == .playing })
      close(writer)
      #expect(waitUntil { bench.reader.state == .waiting } && bench.outlet.log.withLock { $0.begun.count == 2 && $0.ended == 2 })
    }
  }

  @Test func `noise is noise`() throws {
    try with(format: .f32) { bench in
      var random = SplitMix(9)
      let writer = bench.open()
      let bytes = (0..<80_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let done = beside {
        PipeBench.write(bytes, to: writer)
        close(writer)
      }
      #expect(waitUntil { bench.heardNews.last == .ended })
      done.wait()
      #expect(bench.outlet.count == 10_000 && bench.outlet.left.allSatisfy { abs($0) <= 64 })
      #expect(bench.reader.badSamples > 1000, "\(bench.reader.badSamples)")
    }
  }

  /// A recording of another program stops while the pipe is off. It continues from the same place.
  @Test func `a silent pipe stands still`() throws {
    try with(isHeard: false) { bench in
      let writer = bench.open()
      let done = beside {
        PipeBench.write(PipeBench.counting(0..<60_000), to: writer)
        close(writer)
      }
      #expect(waitUntil { bench.heardNews == [.began] && bench.reader.state == .playing })
      #expect(bench.letItLook() && bench.reader.bytesRead == 0 && done.wait(timeout: .now()) == .timedOut)
      bench.hear(true)
      #expect(waitUntil { bench.outlet.count == 60_000 })
      done.wait()
      #expect(bench.outlet.left == PipeBench.counted(0..<60_000) && bench.reader.unheardFrames == 0)
    }
  }

  /// A radio continues: it was on for two seconds without a wait.
  @Test func `a broadcast without listeners is thrown away`() throws {
    try with(rate: 8000) { bench in
      let writer = bench.open()
      #expect(playAsARadio(bench, writer))
      let heard = bench.outlet.count
      bench.hear(false)
      #expect(bench.outlet.log.withLock { $0.ended == 1 && $0.forgotten == 1 }, "what it played last is not heard later")
      for frames in stride(from: 100, through: 1500, by: 100) {
        bench.time.advance(0.0125)
        PipeBench.write(PipeBench.counting(0..<100), to: writer)
        #expect(waitUntil { bench.reader.unheardFrames == frames })
      }
      #expect(bench.outlet.count == heard && bench.heardNews == [.began])
      bench.hear(true)
      PipeBench.write(PipeBench.counting(0..<100), to: writer)
      #expect(waitUntil { bench.outlet.count == heard + 100 } && bench.outlet.log.withLock { $0.begun.count == 2 })
      close(writer)
      #expect(waitUntil { bench.reader.state == .waiting })
    }
  }

  /// Writes 2.5 s at the pipe's rate, in pieces of 12.5 ms.
  /// - Returns: whether all of it sounded.
  private func playAsARadio(_ bench: PipeBench, _ writer: Int32) -> Bool {
    (1...200).allSatisfy { piece in
      PipeBench.write(PipeBench.counting(0..<100), to: writer)
      defer { bench.time.advance(0.0125) }
      return waitUntil { bench.outlet.count == 100 * piece }
    }
  }

  /// Between two songs the writer of a recording does not wait. It still does not have a clock, neither while
  /// it is idle nor at the next song's start.
  @Test(arguments: [false, true]) func `a record that was idle stands still`(hasBegunAgain: Bool) throws {
    try with(rate: 8000) { bench in
      let writer = bench.open()
      PipeBench.write(PipeBench.counting(0..<100), to: writer)
      #expect(waitUntil { bench.outlet.count == 100 })
      bench.time.advance(2.2)
      #expect(waitUntil { bench.reader.state == .starved })
      let first = hasBegunAgain ? 200 : 100
      PipeBench.write(PipeBench.counting(100..<first), to: writer)
      #expect(waitUntil { bench.outlet.count == first })
      bench.hear(false)
      let done = beside {
        PipeBench.write(PipeBench.counting(first..<60_000), to: writer)
        close(writer)
      }
      #expect(bench.letItLook() && done.wait(timeout: .now()) == .timedOut && bench.reader.unheardFrames == 0, "it waits")
      #expect(bench.outlet.log.withLock { $0.ended == 1 && $0.forgotten == 0 }, "what is left of it is heard later")
      bench.hear(true)
      #expect(waitUntil { bench.outlet.count == 60_000 })
      done.wait()
      #expect(bench.outlet.left == PipeBench.counted(0..<60_000) && bench.reader.unheardFrames == 0)
    }
  }

  /// An idle broadcast that then writes at full speed is not read to its end. Idle time is not saved up.
  @Test func `idle time is not saved up`() throws {
    try with(rate: 8000) { bench in
      let writer = bench.open()
      #expect(playAsARadio(bench, writer))
      bench.hear(false)
      PipeBench.write(PipeBench.counting(0..<100), to: writer)
      try #require(waitUntil { bench.reader.unheardFrames == 100 })
      bench.time.advance(2.5)
      let done = beside {
        PipeBench.write(PipeBench.counting(0..<100_000), to: writer)
        close(writer)
      }
      #expect(waitUntil { bench.reader.unheardFrames - 100 > 8000 })
      #expect(bench.letItLook() && done.wait(timeout: .now()) == .timedOut, "it waits")
      // One second and the current piece, not the 3.7 s of its idle time.
      #expect(bench.reader.unheardFrames - 100 < 12_000, "\(bench.reader.unheardFrames - 100) frames")
      bench.hear(true)
      done.wait()
      #expect(waitUntil { bench.reader.state == .waiting })
    }
  }

  @Test func `a path that cannot be a pipe is reported with its remedy`() throws {
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("music.pcm")
      try Data("precious".utf8).write(to: file)
      let link = folder.appendingPathComponent("link").path
      symlink(file.path, link)
      let places = [
        (file.path, "not a pipe", "remove it"), (folder.path, "not a pipe", "remove it"), (link, "not a pipe", "remove it"),
        ("relative.pcm", "whole path", "begins with /"),
        (folder.path + "/none/x.pcm", "cannot be made", "there is no folder \(folder.path)/none"),
        (folder.path + "/" + String(repeating: "x", count: 300), "cannot be made", "another path"),
      ]
      for (path, reason, remedy) in places {
        let reader = PipeReader(PipeSettings(name: "x", path: path), to: OutletDouble()) { _ in }
        try reader.start()
        let trouble: Failure? = if case .fault(let trouble) = reader.state { trouble } else { nil }
        #expect(
          trouble?.reason.contains(reason) == true && trouble?.remedy.contains(remedy) == true, "\(path): \(String(describing: trouble))")
        reader.stop()
      }
      #expect(try Data(contentsOf: file) == Data("precious".utf8))
    }
  }

  /// A folder that is created later, or a file that another program removes.
  @Test func `a pipe that cannot be made is tried again`() throws {
    try Places.withFolder { folder in
      let place = folder.appendingPathComponent("late")
      let path = place.appendingPathComponent("x.pcm").path
      let outlet = OutletDouble()
      let reader = PipeReader(PipeSettings(name: "x", path: path), to: outlet) { _ in }
      defer { reader.stop() }
      reader.setHeard(true)
      try reader.start()
      guard case .fault = reader.state else {
        Issue.record("\(reader.state)")
        return
      }
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      #expect(waitUntil { reader.state == .waiting && access(path, F_OK) == 0 })
      let writer = open(path, O_WRONLY | O_CLOEXEC)
      PipeBench.write(PipeBench.counting(0..<10), to: writer)
      close(writer)
      #expect(waitUntil { outlet.count == 10 })
    }
  }

  /// The pipe's component may restart. The user does not select the pipe again for that.
  @Test func `once stopped and started it is heard as before`() throws {
    try with { bench in
      bench.reader.stop()
      try bench.reader.start()
      let writer = bench.open()
      PipeBench.write(PipeBench.counting(0..<10), to: writer)
      #expect(waitUntil { bench.outlet.count == 10 })
      close(writer)
    }
  }

  /// The writer of a paused recording has ended. The reader offers its last frames from time to time, not in a
  /// busy loop.
  @Test func `the end of a writer that is held back costs no processor`() throws {
    try with { bench in
      bench.outlet.log.withLock { $0.room = 0 }
      let writer = bench.open()
      PipeBench.write(PipeBench.counting(0..<100), to: writer)
      close(writer)
      #expect(waitUntil { bench.outlet.log.withLock { $0.refusals > 0 } })
      let (begun, first) = (Clock.nanoseconds, bench.outlet.log.withLock { $0.refusals })
      #expect(waitUntil { bench.outlet.log.withLock { $0.refusals >= first + 20 } })
      let refusals = bench.outlet.log.withLock { $0.refusals } - first
      // Each offer waits for at least 10 ms, or longer on a loaded machine.
      #expect(Clock.nanoseconds - begun > 5_000_000 * Int64(refusals - 1), "\(refusals)")
      bench.outlet.log.withLock { $0.room = 100 }
      #expect(waitUntil { bench.heardNews == [.began, .ended] } && bench.outlet.count == 100)
    }
  }

  /// Another program removes the FIFO. The reader soon makes a new one.
  @Test func `a pipe that is gone is made again`() throws {
    try with { bench in
      unlink(bench.path)
      #expect(waitUntil { access(bench.path, F_OK) == 0 })
      let writer = bench.open()
      PipeBench.write(PipeBench.counting(0..<10), to: writer)
      #expect(waitUntil { bench.outlet.count == 10 })
      close(writer)
    }
  }

  @Test func `it stops whatever the writer does`() throws {
    try with { bench in
      bench.outlet.log.withLock { $0.room = 0 }
      let writer = bench.open()
      let done = beside {
        // The write fails in the end, because the reader has closed the pipe.
        #expect(!PipeBench.write(PipeBench.counting(0..<200_000), to: writer))
        close(writer)
      }
      #expect(waitUntil { bench.outlet.log.withLock { $0.refusals > 0 } })
      bench.reader.stop()
      #expect(bench.outlet.log.withLock { $0.ended == $0.begun.count })
      done.wait()
    }
  }
}
