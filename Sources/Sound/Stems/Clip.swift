import Foundation
import Stretch

/// The sound of one channel and its onsets. It is either entirely in memory and immutable, or streamed with only
/// some of its pages in memory.
package final class Clip: Sendable {
  /// Storage format of the samples.
  package enum Form: Sendable {
    /// 32-bit float.
    case float
    /// 16 bit, in steps of 1/32768. Sound that came as 16 bit stays the same bit for bit, so finer steps are of
    /// no use. The steps are coarser only if the sound exceeds full scale.
    case short

    /// Number of bytes per frame.
    package var bytes: Int { self == .float ? 8 : 4 }
  }

  /// The part of a clip that the audio thread reads. Valid as long as the clip is.
  package struct View: BitwiseCopyable {
    /// Length in frames.
    package let frames: Int64
    fileprivate let floats: UnsafePointer<Float>?
    fileprivate let shorts: UnsafePointer<Int16>?
    fileprivate let pages: PageTable?
    fileprivate let scale: Float
    fileprivate let onsets: UnsafePointer<Onset>
    fileprivate let onsetCount: Int

    /// Writes frames to two planes.
    /// - Parameters:
    ///   - frame, count: within the clip.
    @_noLocks @inline(never) package func rtRead(
      from frame: Int64, count: Int, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
    ) {
      let scale = scale
      if let floats {
        let from = floats + 2 &* Int(frame)
        for i in 0..<count {
          left[i] = from[2 &* i] * scale
          right[i] = from[2 &* i &+ 1] * scale
        }
      } else if let shorts {
        let from = shorts + 2 &* Int(frame)
        for i in 0..<count {
          left[i] = Float(from[2 &* i]) * scale
          right[i] = Float(from[2 &* i &+ 1]) * scale
        }
      } else if let pages {
        pages.rtRead(from: frame, count: count, scale: scale, left, right)
      }
    }

    /// Whether a frame of the clip is in memory.
    @_noLocks func rtHas(_ frame: Int64) -> Bool {
      guard let pages else { return true }
      return pages.rtHas(frame)
    }

    /// Puts a page into a streamed clip; nil removes the page.
    @_noLocks func rtPut(_ page: UnsafePointer<Int16>?, at index: Int) {
      if let pages { pages.rtPut(page, at: index) }
    }

    /// Returns the index of the first onset at or after a frame. Returns `rtOnsetCount` if no onset follows.
    @_noLocks package func rtOnset(from frame: Int64) -> Int {
      var (low, high) = (0, onsetCount)
      while low < high {
        let middle = (low &+ high) / 2
        if onsets[middle].frame >= frame { high = middle } else { low = middle &+ 1 }
      }
      return low
    }

    /// Returns the number of onsets.
    @_noLocks package func rtOnsetCount() -> Int { onsetCount }

    /// Returns an onset.
    /// - Parameter index: below `rtOnsetCount`.
    @_noLocks package func rtOnset(_ index: Int) -> Onset { onsets[index] }
  }

  /// Length in frames of the sound's end. The onset search begins with this end.
  static let onsetLead = 24_000
  /// The view for the audio thread.
  nonisolated(unsafe) package let view: View
  nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
  nonisolated(unsafe) private let onsets: UnsafeMutablePointer<Onset>
  /// Number of bytes of sound in memory.
  package let bytes: Int
  /// The source of the pages of a streamed clip. Nil if the clip is entirely in memory.
  let stream: StemStream?

  /// Copies the sound and searches for its onsets.
  /// - Parameters:
  ///   - interleaved: stereo; NaN and infinite values become silence.
  ///   - gain: playback gain.
  ///   - form: storage format.
  package init(_ interleaved: [Float], gain: Float = 1, form: Form = .float) {
    let interleaved = interleaved.allSatisfy(\.isFinite) ? interleaved : interleaved.map { $0.isFinite ? $0 : 0 }
    let count = interleaved.count / 2
    let found = Self.onsets(of: interleaved)
    onsets = Self.copy(found)
    stream = nil
    bytes = count * form.bytes
    memory = .allocate(byteCount: max(bytes, 8), alignment: 16)
    var (floats, shorts): (UnsafePointer<Float>?, UnsafePointer<Int16>?)
    var scale: Float = 1
    switch form {
    case .float:
      let values = memory.bindMemory(to: Float.self, capacity: max(2 * count, 1))
      for i in 0..<2 * count { (values + i).initialize(to: interleaved[i]) }
      floats = UnsafePointer(values)
    case .short:
      let values = memory.bindMemory(to: Int16.self, capacity: max(2 * count, 1))
      let (lowest, highest) = interleaved.reduce((Float(0), Float(0))) { (min($0.0, $1), max($0.1, $1)) }
      scale = Self.step(lowest, highest)
      for i in 0..<2 * count { (values + i).initialize(to: Self.short(interleaved[i], step: scale)) }
      shorts = UnsafePointer(values)
    }
    view = View(
      frames: Int64(count), floats: floats, shorts: shorts, pages: nil, scale: scale * gain, onsets: UnsafePointer(onsets),
      onsetCount: found.count)
  }

  /// Creates a streamed clip. The stream itself knows the step of its samples.
  /// - Parameters:
  ///   - frames: length of the clip.
  ///   - step: value of one 16-bit step of a sample.
  ///   - found: onsets of the clip.
  init(_ stream: StemStream, frames: Int64, step: Float, gain: Float, onsets found: [Onset]) {
    onsets = Self.copy(found)
    memory = .allocate(byteCount: 8, alignment: 16)
    bytes = stream.bytes + found.count * MemoryLayout<Onset>.stride
    self.stream = stream
    view = View(
      frames: frames, floats: nil, shorts: nil, pages: stream.table, scale: step * gain, onsets: UnsafePointer(onsets),
      onsetCount: found.count)
  }

  private static func copy(_ found: [Onset]) -> UnsafeMutablePointer<Onset> {
    let onsets = UnsafeMutablePointer<Onset>.allocate(capacity: max(found.count, 1))
    for (i, onset) in found.enumerated() { (onsets + i).initialize(to: onset) }
    return onsets
  }

  /// Returns the 16-bit step for a range of samples. The range runs from the lowest to the highest sample and
  /// includes 0.
  static func step(_ lowest: Float, _ highest: Float) -> Float {
    // 16 bits reach one step further down than up: sound that came as 16 bit often contains -1 and never 1.
    let isWithin = highest * 32_768 <= 32_767.5 && lowest >= -1
    return isWithin ? 1 / 32_768 : max(highest, -lowest) / 32_767
  }

  /// Returns a sample as 16 bit.
  static func short(_ sample: Float, step: Float) -> Int16 { Int16(min(max((sample / step).rounded(), -32_768), 32_767)) }

  deinit {
    memory.deallocate()
    onsets.deallocate()
  }

  /// Returns the onsets of the clip when it plays as a loop. The finder begins with the sound's own end;
  /// otherwise the first frame would seem to follow silence. It decides 0.2 s late; an onset found at the seam
  /// belongs to the beginning.
  private static func onsets(of interleaved: [Float]) -> [Onset] {
    let count = interleaved.count / 2
    let lead = min(count, onsetLead)
    guard count > 0 else { return [] }
    var finder = OnsetFinder(from: Int64(-lead))
    var found: [Onset] = []
    let keep = { (onset: Onset) in if (0..<Int64(count)).contains(onset.frame) { found.append(onset) } }
    interleaved.withUnsafeBufferPointer { all in
      let sound = all.baseAddress!
      finder.take(sound + 2 * (count - lead), count: lead, found: keep)
      finder.take(sound, count: count, found: keep)
      // The finder needs the sound after the end to recognise rolls.
      finder.take(sound, count: min(count, OnsetFinder.late), found: keep)
    }
    finder.finish(found: keep)
    return found
  }
}
