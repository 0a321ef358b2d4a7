/// Pages of a streamed channel: runs of its frames as 16 bit. Each page is written once and does not change while
/// the audio thread has it.
package enum StreamPage {
  /// Number of frames per page: 0.17 s.
  package static let frames: Int64 = 8192
  /// Number of bytes per page.
  package static let bytes = Int(frames) * Clip.Form.short.bytes

  /// Returns the number of pages for a number of frames.
  package static func count(of frames: Int64) -> Int { Int((frames + Self.frames - 1) / Self.frames) }
}

/// A table of the pages of a channel that are in memory. The loader's thread writes it until the set is handed
/// over; from then on only the audio thread does.
struct PageTable: BitwiseCopyable {
  private let pages: UnsafeMutablePointer<UnsafePointer<Int16>?>
  private let count: Int

  /// Creates an empty table, which must be freed once.
  /// - Parameter count: number of the channel's pages.
  init(count: Int) {
    self.count = count
    pages = .allocate(capacity: count)
    pages.initialize(repeating: nil, count: count)
  }

  func free() { pages.deallocate() }

  /// Number of bytes of the table itself.
  var bytes: Int { count * MemoryLayout<UnsafePointer<Int16>?>.stride }

  /// Puts a page in, or removes it.
  @_noLocks func rtPut(_ page: UnsafePointer<Int16>?, at index: Int) { pages[index] = page }

  /// Whether a frame of the channel is in memory.
  @_noLocks func rtHas(_ frame: Int64) -> Bool { pages[Int(frame / StreamPage.frames)] != nil }

  /// Writes frames to two planes; missing frames are silent.
  /// - Parameters:
  ///   - frame, count: within the channel.
  ///   - scale: value of a step.
  @_noLocks func rtRead(
    from frame: Int64, count: Int, scale: Float, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) {
    var (done, at) = (0, frame)
    while done < count {
      let offset = at % StreamPage.frames
      let n = Int(min(Int64(count &- done), StreamPage.frames &- offset))
      if let page = pages[Int(at / StreamPage.frames)] {
        let from = page + 2 &* Int(offset)
        for i in 0..<n {
          left[done &+ i] = Float(from[2 &* i]) * scale
          right[done &+ i] = Float(from[2 &* i &+ 1]) * scale
        }
      } else {
        (left + done).update(repeating: 0, count: n)
        (right + done).update(repeating: 0, count: n)
      }
      done &+= n
      at &+= Int64(n)
    }
  }
}
