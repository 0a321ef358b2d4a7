/// The pages of a channel that is streamed: runs of its frames as 16 bit, each of them written once and not changed as long as the audio thread has it.
package enum StreamPage {
  /// Frames of a page: 0.17 s.
  package static let frames: Int64 = 8192
  /// Bytes of a page.
  package static let bytes = Int(frames) * Clip.Form.short.bytes

  /// How many pages a channel of so many frames has.
  package static func count(of frames: Int64) -> Int { Int((frames + Self.frames - 1) / Self.frames) }
}

/// Which pages of a channel are there. Written by the loader's thread until the set is handed over, and by the audio thread alone from then on.
struct PageTable: BitwiseCopyable {
  private let pages: UnsafeMutablePointer<UnsafePointer<Int16>?>
  private let count: Int

  /// Empty. - Parameter count: of the channel's pages. It must be freed once.
  init(count: Int) {
    self.count = count
    pages = .allocate(capacity: count)
    pages.initialize(repeating: nil, count: count)
  }

  func free() { pages.deallocate() }

  /// Bytes that it takes itself.
  var bytes: Int { count * MemoryLayout<UnsafePointer<Int16>?>.stride }

  /// Puts a page in, or takes it out.
  @_noLocks func rtPut(_ page: UnsafePointer<Int16>?, at index: Int) { pages[index] = page }

  /// Whether a frame of the channel is there.
  @_noLocks func rtHas(_ frame: Int64) -> Bool { pages[Int(frame / StreamPage.frames)] != nil }

  /// Writes frames to two planes; those that are not there are silent. - Parameters: - frame, count: within the channel. - scale: of a step.
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
