/// A 64-bit FNV-1a sum of bytes (http://www.isthe.com/chongo/tech/comp/fnv/). It is the same in every run, unlike
/// `Hasher`.
package struct FNV1a: Sendable {
  /// The sum of all bytes so far.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the sum of no bytes.
  package init() {}

  /// Makes the sum of a text's UTF-8.
  package init(_ text: String) {
    for byte in text.utf8 { add(byte) }
  }

  /// Adds the eight bytes of a number, the lowest first.
  package mutating func add(_ word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
  }

  /// Adds bytes in memory.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { add(byte) }
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
