/// The structure of a JPEG image. It tells a damaged image from a merely irregular one.
///
/// The decoder reports only the first irregularity. A harmless one may hide another fault, which this type finds: an
/// image that stops too early.
package struct JPEGParts: Equatable {
  /// Bytes between the header's segments that belong to none.
  package private(set) var junk: [Range<Int>] = []
  /// Whether it ends with its end marker and misses no restart marker.
  package private(set) var isWhole = false

  private var restartInterval = 0
  /// Number of blocks that are coded together (MCUs), rows times columns.
  private var units = 0
  private var components = 0

  package init(_ data: UnsafeBufferPointer<UInt8>) { read(data) }

  /// Returns the image without the header's junk.
  package func tidied(_ data: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var clean: [UInt8] = []
    clean.reserveCapacity(data.count)
    var at = 0
    for range in junk {
      clean += data[at..<range.lowerBound]
      at = range.upperBound
    }
    clean += data[at...]
    return clean
  }

  private mutating func read(_ data: UnsafeBufferPointer<UInt8>) {
    guard data.count > 4, data[0] == 0xFF, data[1] == 0xD8 else { return }
    var at = 2
    while let mark = nextMark(data, from: at) {
      if mark.at > at { junk.append(at..<mark.at) }
      at = mark.at + 2
      switch mark.code {
      case 0xD9:
        // An end marker before any image data is not valid.
        return
      case 0xD0...0xD8, 0x01: continue
      default: break
      }
      guard at + 2 <= data.count else { return }
      let length = Int(data[at]) << 8 | Int(data[at + 1])
      guard length >= 2, at + length <= data.count else { return }
      let body = UnsafeBufferPointer(rebasing: data[(at + 2)..<(at + length)])
      at += length
      switch mark.code {
      case 0xDD where body.count >= 2: restartInterval = Int(body[0]) << 8 | Int(body[1])
      case 0xC0...0xC2: readSize(body)
      case 0xDA: return readScans(data, from: at, inScan: body.first.map(Int.init) ?? 0)
      default: break
      }
    }
  }

  /// Returns the next marker and the place of its 0xFF.
  private func nextMark(_ data: UnsafeBufferPointer<UInt8>, from start: Int) -> (code: UInt8, at: Int)? {
    var at = start
    while at + 1 < data.count {
      if data[at] == 0xFF, data[at + 1] != 0, data[at + 1] != 0xFF { return (data[at + 1], at) }
      at += 1
    }
    return nil
  }

  private mutating func readSize(_ body: UnsafeBufferPointer<UInt8>) {
    guard body.count >= 6 else { return }
    let height = Int(body[1]) << 8 | Int(body[2])
    let width = Int(body[3]) << 8 | Int(body[4])
    components = Int(body[5])
    guard body.count >= 6 + 3 * components else { return }
    var across = 1
    var down = 1
    if components > 1 {
      for component in 0..<components {
        across = max(across, Int(body[7 + 3 * component] >> 4))
        down = max(down, Int(body[7 + 3 * component] & 15))
      }
    }
    units = ((width + 8 * across - 1) / (8 * across)) * ((height + 8 * down - 1) / (8 * down))
  }

  /// Scans the coded data for markers, without decoding. In it 0xFF is followed by 0 or begins a marker.
  private mutating func readScans(_ data: UnsafeBufferPointer<UInt8>, from start: Int, inScan: Int) {
    var at = start
    var restarts = 0
    var isInOrder = true
    while let mark = nextMark(data, from: at) {
      at = mark.at + 2
      switch mark.code {
      case 0xD0...0xD7:
        if Int(mark.code & 7) != restarts % 8 { isInOrder = false }
        restarts += 1
      case 0xD9:
        // The number of restarts is known only for a single scan.
        let wanted = restartInterval > 0 && inScan == components && units > 0 ? (units - 1) / restartInterval : 0
        isWhole = isInOrder && restarts >= wanted
        return
      default:
        // The header of a further scan: restart markers are counted anew.
        guard at + 2 <= data.count else { return }
        at += max(2, Int(data[at]) << 8 | Int(data[at + 1]))
        restarts = 0
      }
    }
  }
}
