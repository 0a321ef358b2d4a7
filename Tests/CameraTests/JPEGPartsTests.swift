import Camera
import Testing

@Suite struct JPEGPartsTests {
  private func parts(_ bytes: [UInt8]) -> JPEGParts { bytes.withUnsafeBufferPointer { JPEGParts($0) } }

  @Test func `a whole frame is whole`() {
    #expect(parts(TestFrames.jpeg()).isWhole && parts(TestFrames.jpeg()).junk.isEmpty)
    #expect(parts(TestFrames.withRestarts).isWhole)
  }

  @Test func `a missing end or restart mark is seen`() throws {
    let whole = TestFrames.withRestarts
    #expect(!parts(Array(whole.dropLast(2))).isWhole)
    for mark in 0..<5 as Range<UInt8> {
      let at = try #require(whole.indices.dropLast().last { whole[$0] == 0xFF && whole[$0 + 1] == 0xD0 + mark })
      var frame = whole
      frame.removeSubrange(at...(at + 1))
      #expect(!parts(frame).isWhole, "without mark \(mark)")
    }
  }

  @Test func `junk is found and taken out`() {
    let whole = TestFrames.jpeg()
    var frame = whole
    frame.insert(contentsOf: [1, 2, 3, 4, 5], at: 2)
    let found = parts(frame)
    #expect(found.junk == [2..<7] && found.isWhole)
    #expect(frame.withUnsafeBufferPointer { found.tidied($0) } == whole)
  }

  @Test func `every prefix is read without harm`() {
    let whole = TestFrames.withRestarts
    for count in 0..<whole.count where parts(Array(whole.prefix(count))).isWhole { Issue.record("\(count) bytes are not the whole") }
  }
}
