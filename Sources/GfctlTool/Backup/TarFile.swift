import Foundation
import GestureFlowAPI

/// Writes files one after the other in the `tar` format (ustar). It writes no names of users.
package final class TarWriter {
  /// Longest name in bytes.
  static let longestName = 100
  /// Largest file in bytes: eleven octal digits.
  static let mostBytes: Int64 = (1 << 33) - 1
  static let block = 512

  private let write: (Data) throws(Failure) -> Void
  private let time: Int

  /// - Parameters:
  ///   - time: time of the files, in seconds since 1970. - write: receives the bytes.
  package init(time: Int, write: @escaping (Data) throws(Failure) -> Void) { (self.time, self.write) = (max(0, time), write) }

  /// Adds a file.
  package func add(_ name: String, _ data: Data) throws(Failure) {
    try begin(name, bytes: Int64(data.count))
    try write(data)
    try pad(Int64(data.count))
  }

  /// Adds a file in pieces.
  /// - Parameter next: returns the next piece, empty at the end.
  /// - Throws: `Failure`, also if the pieces do not have the promised length.
  package func add(_ name: String, bytes: Int64, next: () throws(Failure) -> Data) throws(Failure) {
    try begin(name, bytes: bytes)
    var sent: Int64 = 0
    while true {
      let piece = try next()
      if piece.isEmpty { break }
      sent += Int64(piece.count)
      guard sent <= bytes else { break }
      try write(piece)
    }
    guard sent == bytes else { throw Failure("\(name) changed while it was read", remedy: "try again") }
    try pad(bytes)
  }

  /// Writes the end of the archive.
  package func finish() throws(Failure) { try write(Data(count: 2 * Self.block)) }

  private func begin(_ name: String, bytes: Int64) throws(Failure) {
    guard name.utf8.count <= Self.longestName, (0...Self.mostBytes).contains(bytes) else {
      throw Failure("\(Terminal.plain(name)) does not fit into an archive", remedy: "leave it out")
    }
    var header = Data(count: Self.block)
    func put(_ text: String, at place: Int) { header.replaceSubrange(place..<(place + text.utf8.count), with: Data(text.utf8)) }
    put(name, at: 0)
    put("0000644\0", at: 100)
    put("0000000\0", at: 108)
    put("0000000\0", at: 116)
    put(Self.octal(bytes, 11) + "\0", at: 124)
    put(Self.octal(Int64(time), 11) + "\0", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar\0" + "00", at: 257)
    put(Self.octal(Self.sum(header), 6) + "\0 ", at: 148)
    try write(header)
  }

  private func pad(_ bytes: Int64) throws(Failure) {
    let rest = Int(bytes % Int64(Self.block))
    if rest > 0 { try write(Data(count: Self.block - rest)) }
  }

  private static func octal(_ number: Int64, _ digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
  }

  /// Sum of the header's bytes, with spaces in place of the sum.
  static func sum(_ header: Data) -> Int64 { header.reduce(0) { $0 + Int64($1) } }
}

/// Reads the files of an archive one after the other.
package final class TarReader {
  /// A file of the archive.
  package struct Entry: Equatable {
    package var name: String
    /// Length in bytes.
    package var bytes: Int64
  }

  private let read: (Int) throws(Failure) -> Data
  /// Unread bytes of the current file, and the padding behind them.
  private var rest: Int64 = 0
  private var padding = 0

  /// - Parameter read: returns at most that many bytes. The result is empty at the end of the file.
  package init(read: @escaping (Int) throws(Failure) -> Data) { self.read = read }

  /// Goes to the next file.
  /// - Returns: nil at the end of the archive.
  /// - Throws: `Failure` if it is truncated, damaged, or not an archive.
  package func next() throws(Failure) -> Entry? {
    while try !piece().isEmpty {}
    _ = try exactly(padding)
    padding = 0
    let header = try exactly(TarWriter.block)
    if header.allSatisfy({ $0 == 0 }) { return nil }
    let damaged = Failure("it is damaged, or not a backup", remedy: "take another backup")
    var blank = header
    blank.replaceSubrange(148..<156, with: Data("        ".utf8))
    guard header[257..<262] == Data("ustar".utf8), Self.number(header[148..<156]) == TarWriter.sum(blank),
      let bytes = Self.number(header[124..<136]),
      header[156] == UInt8(ascii: "0") || header[156] == 0,
      let name = String(validating: header[0..<100].prefix { $0 != 0 }, as: UTF8.self), !name.isEmpty, header[345] == 0
    else { throw damaged }
    rest = bytes
    padding = Int((Int64(TarWriter.block) - bytes % Int64(TarWriter.block)) % Int64(TarWriter.block))
    return Entry(name: name, bytes: bytes)
  }

  /// Returns the next piece of the current file, at most 256 KiB. It is empty at the file's end.
  package func piece() throws(Failure) -> Data {
    guard rest > 0 else { return Data() }
    let data = try read(Int(min(rest, 256 << 10)))
    if data.isEmpty { throw Self.truncated }
    rest -= Int64(data.count)
    return data
  }

  /// Returns the rest of the current file.
  /// - Throws: `Failure` if it is longer than `most` bytes.
  package func data(most: Int64) throws(Failure) -> Data {
    guard rest <= most else { throw Failure("a file in it has \(rest) bytes, and \(most) are allowed", remedy: "take another backup") }
    var all = Data()
    while true {
      let piece = try piece()
      if piece.isEmpty { return all }
      all += piece
    }
  }

  private static var truncated: Failure { Failure("it ends in the middle", remedy: "copy the backup again, or take another") }

  private func exactly(_ count: Int) throws(Failure) -> Data {
    var all = Data()
    while all.count < count {
      let data = try read(count - all.count)
      if data.isEmpty { throw Self.truncated }
      all += data
    }
    return all
  }

  private static func number(_ field: Data) -> Int64? {
    let text = String(decoding: field.prefix { $0 != 0 }, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty, text.count <= 11, let number = Int64(text, radix: 8), number >= 0 else { return nil }
    return number
  }
}

/// The checksum CRC-32 of zip and gzip.
package struct CRC32: Sendable {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
  }
  private var state: UInt32 = 0xFFFF_FFFF

  /// Creates the checksum of no bytes.
  package init() {}

  /// The checksum of all bytes so far.
  package var value: UInt32 { ~state }

  /// Takes further bytes.
  package mutating func take(_ data: Data) {
    var state = state
    Self.table.withUnsafeBufferPointer { table in
      data.withUnsafeBytes { bytes in for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ (state >> 8) } }
    }
    self.state = state
  }
}
