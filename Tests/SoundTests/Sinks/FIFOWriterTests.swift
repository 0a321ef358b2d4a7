import Foundation
import GestureFlowAPI
import Sound
import TestSupport
import Testing

/// Tests of sound into a named pipe, with and without a reader.
@Suite struct FIFOWriterTests {
  private static let blockBytes = SoundFormat.block * 2 * MemoryLayout<Int16>.size

  /// Writes a block with this level left and its opposite right.
  private func write(_ level: Float, to writer: FIFOWriter) -> Failure? {
    (0..<SoundFormat.block * 2).map { $0 % 2 == 0 ? level : -level }.withUnsafeBufferPointer { writer.write($0.baseAddress!) }
  }

  /// Runs with a reader of the pipe that never waits. The writer must be open.
  private func withReader(_ path: String, _ body: (Int32) throws -> Void) throws {
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    defer { close(reader) }
    try body(reader)
  }

  /// Returns all bytes in the pipe.
  private func readAll(_ reader: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(reader, &piece, piece.count)
      guard count > 0 else { return all }
      all += piece[..<count]
    }
  }

  @Test func `a file that is not a pipe is not overwritten`() throws {
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("music.wav")
      try Data("precious".utf8).write(to: file)
      let error = #expect(throws: Failure.self) { try FIFOWriter(file.path).open() }
      #expect(error?.description.contains(file.path) == true && error?.description.contains("not a pipe") == true)
      #expect(try Data(contentsOf: file) == Data("precious".utf8))
      // A folder, a missing folder and a dangling link.
      let link = folder.appendingPathComponent("link").path
      symlink("/nowhere/pipe", link)
      for path in [folder.path, folder.path + "/none/pipe", link] {
        let error = #expect(throws: Failure.self) { try FIFOWriter(path).open() }
        #expect(error?.description.contains(path) == true && error?.description.contains("set sound.card to another pipe") == true)
      }
    }
  }

  @Test func `a pipe that is there is taken and one that is not is made`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      func node() -> UInt64 {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO ? UInt64(status.st_ino) : 0
      }
      let first = FIFOWriter(path)
      try first.open()
      let made = node()
      #expect(made != 0)
      first.close()
      #expect(node() == made, "the next reader finds it")
      let second = FIFOWriter(path)
      try second.open()
      #expect(node() == made)
      second.close()
    }
  }

  @Test func `samples are sixteen bit little endian left before right`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      let writer = FIFOWriter(path)
      try writer.open()
      defer { writer.close() }
      try withReader(path) { reader in
        #expect(write(0.5, to: writer) == nil)
        let bytes = readAll(reader)
        #expect(bytes.count == Self.blockBytes)
        for at in stride(from: 0, to: bytes.count - 1, by: 2) {
          let sample = Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8)
          let wanted = at % 4 == 0 ? 16_384 : -16_384
          // Dither adds one step each way, and rounding half a step.
          #expect(abs(Int(sample) - wanted) <= 2, "\(sample) at \(at)")
        }
      }
    }
  }

  /// The audio clock continues with or without a reader. Sound that does not fit is dropped in whole blocks.
  @Test func `without a reader nothing waits and nothing old is kept`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      let writer = FIFOWriter(path)
      try writer.open()
      defer { writer.close() }
      for _ in 0..<2000 { _ = write(0.5, to: writer) }
      try withReader(path) { reader in
        let few = readAll(reader).count / Self.blockBytes
        #expect((1...4).contains(few) && few + writer.dropped == 2000)
        // A later reader receives the current sound.
        #expect(write(0, to: writer) == nil && writer.dropped == 2000 - few)
        #expect(readAll(reader) == [UInt8](repeating: 0, count: Self.blockBytes))
        // A reader that does not read stops nothing, and no block is cut.
        for _ in 0..<2000 { _ = write(0.5, to: writer) }
        let old = readAll(reader)
        #expect((1...4).contains(old.count / Self.blockBytes) && old.count % Self.blockBytes == 0)
        #expect(old.count / Self.blockBytes + writer.dropped == 4000 - few)
      }
    }
  }

  @Test func `a reader that leaves within a sample leaves whole samples to the next one`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      let writer = FIFOWriter(path)
      try writer.open()
      defer { writer.close() }
      for _ in 0..<10 { _ = write(0.5, to: writer) }
      try withReader(path) { reader in
        var piece: [UInt8] = [0, 0, 0]
        #expect(read(reader, &piece, piece.count) == piece.count)
      }
      for _ in 0..<FIFOWriter.patience * 2 { _ = write(0.5, to: writer) }
      try withReader(path) { reader in
        let bytes = readAll(reader)
        #expect(!bytes.isEmpty && bytes.count % Self.blockBytes == 0)
        let left = stride(from: 0, to: bytes.count - 1, by: 4).map {
          Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
        #expect(left.allSatisfy { abs($0 - 16_384) <= 2 }, "\(left.prefix(4))")
      }
    }
  }

  @Test func `frames dropped for a second are reported until a reader comes`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      let writer = FIFOWriter(path)
      try writer.open()
      defer { writer.close() }
      for _ in 0..<FIFOWriter.patience { #expect(write(0.5, to: writer) == nil) }
      #expect(write(0.5, to: writer)?.reason.contains("no program reads the pipe \(path)") == true)
      try withReader(path) { reader in
        #expect(!readAll(reader).isEmpty)
        #expect(write(0.5, to: writer) == nil)
        // A blocked reader does not count as a reader.
        for _ in 0..<FIFOWriter.patience { #expect(write(0.5, to: writer) == nil) }
        #expect(write(0.5, to: writer)?.reason.contains("no program reads") == true)
        _ = write(0.5, to: writer)
        #expect(!readAll(reader).isEmpty)
        #expect(write(0.5, to: writer) == nil)
      }
      // The writer continues after its reader leaves.
      for _ in 0..<FIFOWriter.patience { #expect(write(0.5, to: writer) == nil) }
      #expect(write(0.5, to: writer)?.reason.contains("no program") == true)
    }
  }

  @Test func `a pipe that is removed is made anew`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      let writer = FIFOWriter(path)
      try writer.open()
      defer { writer.close() }
      unlink(path)
      // After a second without a reader the writer checks the path.
      for _ in 0...FIFOWriter.patience { _ = write(0.5, to: writer) }
      try withReader(path) { reader in
        _ = write(0, to: writer)
        #expect(readAll(reader).count == Self.blockBytes)
        #expect(write(0, to: writer) == nil)
      }
      // A file that replaces the pipe and is not a pipe is left alone.
      unlink(path)
      try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
      var said: Failure?
      for _ in 0...FIFOWriter.patience { said = write(0.5, to: writer) }
      #expect(said?.description.contains("not a pipe") == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("precious".utf8))
    }
  }

  @Test func `after the end nothing is written`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("pipe").path
      let writer = FIFOWriter(path)
      try writer.open()
      try withReader(path) { reader in
        writer.close()
        #expect(write(0.5, to: writer) == nil)
        #expect(readAll(reader).isEmpty)
        writer.close()
      }
    }
  }
}
