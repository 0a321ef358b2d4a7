import GestureFlowAPI
import Testing

/// Tests of the sum against the vectors of its authors.
@Suite struct FNV1aTests {
  @Test(arguments: [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)] as [(String, UInt64)])
  func `the sum of a text is that of its authors`(text: String, sum: UInt64) {
    #expect(FNV1a(text).value == sum)
    var bytes = FNV1a()
    Array(text.utf8).withUnsafeBytes { bytes.add($0) }
    #expect(bytes.value == sum)
  }

  @Test func `a number is its bytes from the lowest on`() {
    var sum = FNV1a()
    // "abcdefgh"
    sum.add(0x6867_6665_6463_6261)
    #expect(sum.value == FNV1a("abcdefgh").value)
  }
}
