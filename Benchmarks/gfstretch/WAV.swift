import Foundation

/// Sound files of the bench: WAV at 48 kHz. Input is 32-bit float or 16-bit with one or two sides; output has two
/// sides.
enum WAV {
  /// Interleaved stereo.
  static func read(_ path: String) throws -> [Float] {
    let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func number(_ at: Int, _ bytes: Int) -> Int { (0..<bytes).reduce(0) { $0 | Int(data[at + $1]) << (8 * $1) } }
    guard data.count >= 12, data[0..<4].elementsEqual("RIFF".utf8), data[8..<12].elementsEqual("WAVE".utf8) else {
      throw Trouble("\(path): no WAV file")
    }
    var (at, format, channels) = (12, 0, 0)
    while at + 8 <= data.count {
      let size = min(number(at + 4, 4), data.count - at - 8)
      let body = at + 8
      if data[at..<at + 4].elementsEqual("fmt ".utf8), size >= 16 {
        // The extensible format holds its real format further on.
        format = number(body, 2) == 0xFFFE && size >= 26 ? number(body + 24, 2) : number(body, 2)
        channels = number(body + 2, 2)
        let (rate, bits) = (number(body + 4, 4), number(body + 14, 2))
        guard rate == Material.rate, (1...2).contains(channels), format == 3 && bits == 32 || format == 1 && bits == 16 else {
          throw Trouble("\(path): not 48 kHz, mono or stereo, 32-bit float or 16-bit")
        }
      } else if data[at..<at + 4].elementsEqual("data".utf8), channels > 0 {
        let width = format == 3 ? 4 : 2
        let samples = (0..<size / width).map { i -> Float in
          let value = number(body + i * width, width)
          return format == 3
            ? Float(bitPattern: UInt32(value)) : Float(Int16(bitPattern: UInt16(value))) / 32_768
        }
        return channels == 2 ? samples : samples.flatMap { [$0, $0] }
      }
      at = body + size + size % 2
    }
    throw Trouble("\(path): no sound in it")
  }

  static func write(_ samples: [Float], _ path: String) throws {
    var data = Data()
    func add(_ value: Int, _ bytes: Int) { for k in 0..<bytes { data.append(UInt8(truncatingIfNeeded: value >> (8 * k))) } }
    data.append(contentsOf: "RIFF".utf8)
    add(36 + samples.count * 4, 4)
    data.append(contentsOf: "WAVEfmt ".utf8)
    for (value, bytes) in [(16, 4), (3, 2), (2, 2), (Material.rate, 4), (Material.rate * 8, 4), (8, 2), (32, 2)] { add(value, bytes) }
    data.append(contentsOf: "data".utf8)
    add(samples.count * 4, 4)
    for sample in samples { add(Int(sample.bitPattern), 4) }
    try data.write(to: URL(fileURLWithPath: path))
  }
}
