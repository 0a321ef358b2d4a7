import Foundation
import GestureFlowAPI
import Perception
import TestSupport
import Testing

/// Tests of files of JSON lines. Lines stay whole with several writers, and a file that cannot be created gives
/// a clear error.
@Suite struct LineWriterTests {
  @Test func `lines of several threads stay whole`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("lines.jsonl").path
      let writer = try LineWriter<[String: Int]>(path)
      let group = DispatchGroup()
      for number in 0..<4 {
        group.enter()
        Thread {
          for i in 0..<200 { try? writer.write(["writer": number, "line": i]) }
          group.leave()
        }.start()
      }
      group.wait()
      writer.close()
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let read = try lines.map { try JSONDecoder().decode([String: Int].self, from: Data($0.utf8)) }
      #expect(read.count == 800)
      for number in 0..<4 { #expect(read.filter { $0["writer"] == number }.compactMap { $0["line"] } == Array(0..<200)) }
    }
  }

  /// With root rights, a file could otherwise replace even a device.
  @Test func `an existing entry keeps its kind`() throws {
    try Places.withFolder { folder in
      let (link, file) = (folder.appendingPathComponent("link").path, folder.appendingPathComponent("file").path)
      try "longer than what is written\n".write(toFile: file, atomically: true, encoding: .utf8)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
      let writer = try LineWriter<[Int]>(link)
      try writer.write([1])
      writer.close()
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "[1]\n")
    }
  }

  @Test func `after the end nothing is written and nothing breaks`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("lines.jsonl").path
      let writer = try LineWriter<[Int]>(path)
      try writer.write([1])
      writer.close()
      try writer.write([2])
      writer.close()
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text == "[1]\n")
    }
  }

  @Test func `a file that cannot be made is named`() {
    let error = #expect(throws: FileError.self) { try LineWriter<[Int]>("/nowhere/lines.jsonl") }
    #expect(error?.description.hasPrefix("/nowhere/lines.jsonl: it cannot be written") == true)
  }
}
