/// The four-byte header of a frame of MPEG audio. It covers layers I to III of MPEG 1, 2 and 2.5 (ISO/IEC 11172-3,
/// 2.4.2.3).
struct MPEGHeader: Equatable {
  /// Layer, 1...3.
  let layer: Int
  /// Sample rate in Hz.
  let rate: Int
  /// Bits a second; nil in a free format.
  let bitrate: Int?
  /// Whether it is MPEG 2 or 2.5, which have lower sample rates.
  let isLow: Bool
  let isMono: Bool
  /// Whether the frame is one slot longer than its bitrate gives.
  let isPadded: Bool
  /// Version, layer and rate, which are the same in all frames.
  let kind: UInt32

  /// Bitrates in kbit/s by index, from 1.
  private static let bitrates: [[Int]] = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448], [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320], [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
  private static let rates = [44_100, 48_000, 32_000]

  /// - Parameter bytes: four or more; nil if they are not a header.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count > 3 else { return nil }
    let bits = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let (version, layerBits) = (bits >> 19 & 3, bits >> 17 & 3)
    let (bitrateIndex, rateIndex) = (Int(bits >> 12 & 15), Int(bits >> 10 & 3))
    guard bits >> 21 == 0x7FF, version != 1, layerBits != 0, bitrateIndex != 15, rateIndex != 3 else { return nil }
    layer = 4 - Int(layerBits)
    isLow = version != 3
    rate = Self.rates[rateIndex] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    let table = isLow ? (layer == 1 ? 3 : 4) : layer - 1
    bitrate = bitrateIndex == 0 ? nil : Self.bitrates[table][bitrateIndex - 1] * 1000
    isPadded = bits >> 9 & 1 == 1
    isMono = bits >> 6 & 3 == 3
    kind = bits & 0xFFFE_0C00
  }

  /// Whether libmpg123 would write a complaint about the frame to standard error. It does so in spite of its quiet
  /// flag.
  ///
  /// It does so for layer II in joint stereo when its bound has more bands than the bitrate. - Parameter bits: the
  /// header as a number.
  static func isNoisy(_ bits: UInt) -> Bool {
    let (bands, limit) = (4 + 4 * (bits >> 4 & 3), bits >> 10 & 3 == 2 ? 12 as UInt : 8)
    return bits >> 17 & 7 == 6 && bits >> 6 & 3 == 1 && (1...6).contains(bits >> 12 & 15) && bands > limit
  }

  /// Samples per channel in the frame.
  var samples: Int { layer == 1 ? 384 : layer == 3 && isLow ? 576 : 1152 }
  /// Bytes of a slot, the unit of padding.
  var slot: Int { layer == 1 ? 4 : 1 }
  /// Bytes of padding.
  var padding: Int { isPadded ? slot : 0 }
  /// Exact size in bytes, with the fraction that padding makes up for. Nil in a free format.
  var exactSize: Double? { bitrate.map { Double(samples / 8 / slot * $0) / Double(rate) * Double(slot) } }
  /// Size in bytes with header and padding; nil in a free format.
  var size: Int? { bitrate.map { samples / 8 / slot * $0 / rate * slot + padding } }
  /// Bytes of layer III's side information, which follows the header.
  var sideSize: Int { isLow ? (isMono ? 9 : 17) : (isMono ? 17 : 32) }
}
