import Camera
import Foundation
import GestureFlowAPI
import Lab
import SyntheticHands
import TestSupport
import Testing

/// Tests that films of the lab contain their source frames.
@Suite struct FilmWriterTests {
  @Test func `a film holds its frames plane by plane`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("f.y4m").path
      let script = try #require(Scripts.named("open"))
      let performer = VirtualPerformer(script, rate: 30, live: false, seconds: 0.1, orientation: .asFilmed)
      let writer = try FilmWriter(path, width: performer.width, height: performer.height, rate: 30)
      var count = 0
      var firstLuma = Data()
      while case .frame(let frame) = performer.next(timeout: 1) {
        if count == 0 { for row in 0..<frame.height { firstLuma.append(frame.luma.start + row * frame.luma.stride, count: frame.width) } }
        try writer.write(frame)
        count += 1
      }
      try writer.close()
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let head = "YUV4MPEG2 W\(performer.width) H\(performer.height) F30000:1000 Ip A1:1 C420jpeg\n"
      #expect(data.starts(with: Data(head.utf8)) && count > 0)
      let luma = performer.width * performer.height
      #expect(data.count == head.utf8.count + count * (6 + luma * 3 / 2))
      let begin = head.utf8.count + 6
      #expect(data[begin..<begin + luma] == firstLuma)
    }
  }

  /// An error may prevent closing the film. ffmpeg still gets the time to finish it.
  @Test(arguments: [true, false]) func `a film through ffmpeg has all its frames`(isClosed: Bool) throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("f.mkv").path
      let script = try #require(Scripts.named("open"))
      let performer = VirtualPerformer(script, rate: 30, live: false, seconds: 0.1, orientation: .asFilmed)
      var count = 0
      func write() throws {
        let writer = try FilmWriter(path, width: performer.width, height: performer.height, rate: 30)
        while case .frame(let frame) = performer.next(timeout: 1) {
          try writer.write(frame)
          count += 1
        }
        if isClosed { try writer.close() }
      }
      try write()
      let film = try FilmFile(path, pace: .asFastAsPossible)
      var found = 0
      while case .frame = film.next(timeout: 1) { found += 1 }
      #expect(count > 0 && found == count && film.width == performer.width)
    }
  }

  @Test func `a folder that is not there is named`() {
    let error = #expect(throws: FileError.self) { try FilmWriter("/nowhere/f.y4m", width: 4, height: 4, rate: 30) }
    #expect(error?.path == "/nowhere/f.y4m")
  }
}
