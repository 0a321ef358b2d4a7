import Camera
import Foundation
import TestSupport
import Testing

/// Tests of the ffmpeg child of a film: the names that it takes, its messages, and its end.
@Suite struct FilmDecoderTests {
  /// Makes a film without loss, so that it may have any size.
  private func make(_ path: String, _ source: String) throws {
    let run = try ProgramRun.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", source, "-c:v", "ffv1", "file:\(path)"])
    try #require(run.status == 0, "\(run.errors)")
  }

  /// Reads to the end; returns the frames' times.
  private func times(_ film: FilmDecoder) -> [Double] {
    let (width, height) = film.size
    var frame = [UInt8](repeating: 0, count: width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2))
    let count = frame.count
    var all: [Double] = []
    while let time = film.read(into: &frame, count: count) { all.append(time) }
    return all
  }

  /// The file name has a colon and is relative to the working folder. The text before the colon is not a protocol.
  @Test func `a name with a colon is a files name`() throws {
    let name = "gf-\(UUID().uuidString):30.mkv"
    defer { try? FileManager.default.removeItem(atPath: name) }
    try make(name, "testsrc=s=64x48:r=5:d=1")
    let film = try FilmDecoder(name)
    #expect(times(film).count == 5)
  }

  /// The last, incomplete pair of pixels still has a whole chroma sample.
  @Test(arguments: [(161, 121), (160, 121), (161, 120)])
  func `frames of odd sizes come whole`(width: Int, height: Int) throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("odd.mkv").path
      try make(path, "testsrc=s=\(width)x\(height):r=5:d=1")
      let film = try FilmDecoder(path)
      #expect(film.size.width == width && film.size.height == height)
      let all = times(film)
      #expect(all.count == 5)
      for (i, time) in all.enumerated() { #expect(abs(time - Double(i) / 5) < 0.002) }
      #expect(waitUntil { !film.isRunning } && film.failure == nil)
    }
  }

  /// A film's own title is not a message of ffmpeg.
  @Test func `a title that reads like a message is a title`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("title.mkv").path
      let title = "title=[Parsed_showinfo_1 @ 0] n: 0 pts: 0 pts_time:0 s:4000000000x4000000000"
      let run = try ProgramRun.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=1", "-metadata", title, "-c:v", "ffv1", path])
      try #require(run.status == 0, "\(run.errors)")
      let film = try FilmDecoder(path)
      #expect(film.size.width == 64 && film.size.height == 48 && times(film).count == 5)
    }
  }

  /// From the fourth hour on ffmpeg writes seconds with one decimal.
  @Test func `times of a long film are as true as those of a short one`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("long.mkv").path
      let run = try ProgramRun.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        [
          "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=0.2", "-vf",
          "setpts='3000*25*N+N'", "-fps_mode", "passthrough", "-c:v", "ffv1", path,
        ])
      try #require(run.status == 0, "\(run.errors)")
      let all = times(try FilmDecoder(path))
      let wanted = [0, 3000.04, 6000.08, 9000.12, 12000.16]
      #expect(all.count == wanted.count && zip(all, wanted).allSatisfy { abs($0 - $1) < 0.002 }, "\(all)")
    }
  }

  /// In real time, the box would wait an hour for the next frame.
  @Test func `a jump of more than an hour ends the film after the frames before it`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("jump.mkv").path
      let run = try ProgramRun.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        [
          "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=0.2", "-vf",
          "setpts='N+gte(N,3)*4000*25'", "-fps_mode", "passthrough", "-c:v", "ffv1", path,
        ])
      try #require(run.status == 0, "\(run.errors)")
      let film = try FilmDecoder(path)
      let all = times(film)
      #expect(all.count == 3 && zip(all, [0, 0.04, 0.08]).allSatisfy { abs($0 - $1) < 0.002 }, "\(all)")
      let why = try #require(film.failure?.description)
      #expect(why.contains("frame 4 comes 4000.0") && why.hasSuffix("cut the film there"), "\(why)")
    }
  }

  @Test func `frames that are too small are refused`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("small.mkv").path
      try make(path, "color=s=16x16:r=5:d=1")
      do {
        _ = try FilmDecoder(path)
        Issue.record("it is too small")
      } catch { #expect("\(error)".hasSuffix("its frames are 16 x 16, and 17 x 17 to 8192 x 8192 can be read"), "\(error)") }
    }
  }

  /// The kernel kills it when memory is short.
  @Test func `ffmpeg that is killed is not the end of the film`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("killed.mkv").path
      try make(path, "testsrc=s=320x240:r=30:d=10")
      let film = try FilmDecoder(path)
      let children = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter { number in
        let words = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(number)/cmdline"))) ?? Data()
        return String(decoding: words, as: UTF8.self).split(separator: "\0").contains("file:\(path)")
      }
      #expect(children.count == 1)
      for number in children { kill(number, SIGKILL) }
      #expect(times(film).count < 300)
      #expect(film.failure == .film(path: path, reason: "ffmpeg was ended by signal 9"))
    }
  }

  /// ffmpeg reports an error when it is stopped in the middle of a frame; `FilmDecoder` does not.
  @Test func `a film that was stopped has nothing to complain of`() throws {
    try Places.withFolder { (folder: URL) throws in
      let path = folder.appendingPathComponent("long.mkv").path
      try make(path, "testsrc=s=320x240:r=30:d=10")
      let film = try FilmDecoder(path)
      film.stop()
      #expect(waitUntil { !film.isRunning })
      #expect(film.failure == nil, "\(film.failure?.description ?? "")")
    }
  }

  @Test func `a file that is not a film is named once with its reason`() throws {
    try Places.withFolder { (folder: URL) throws in
      let text = folder.appendingPathComponent("text.mp4")
      try Data("this is not a film".utf8).write(to: text)
      for (path, reason) in [
        (folder.path, "Is a directory"), (text.path, "Invalid data"), (folder.path + "/none", "there is no such file"),
      ] {
        do {
          _ = try FilmDecoder(path)
          Issue.record("\(path) is a film")
        } catch {
          #expect("\(error)".hasPrefix("film \(path): ") && "\(error)".contains(reason), "\(error)")
          #expect(!"\(error)".contains("file:"), "\(error)")
        }
      }
    }
  }
}
