import Foundation
import Stretch

/// One channel's sound with its onsets: in memory whole and never changed after it was made, or streamed, a part of it there at a time.
package final class Clip: Sendable {
  /// How the samples are kept.
  package enum Form: Sendable {
    /// 32-bit float.
    case float
    /// 16 bit, in steps of 1/32768 (finer steps are of no use to sound that came as 16 bit, and it stays bit for bit), coarser only where it goes beyond full scale.
    case short

    /// Bytes of a frame.
    package var bytes: Int { self == .float ? 8 : 4 }
  }

  /// What the audio thread reads of a clip. Valid as long as the clip is.
  package struct View: BitwiseCopyable {
    /// Length in frames.
    package let frames: Int64
    fileprivate let floats: UnsafePointer<Float>?
    fileprivate let shorts: UnsafePointer<Int16>?
    fileprivate let pages: PageTable?
    fileprivate let scale: Float
    fileprivate let onsets: UnsafePointer<Onset>
    fileprivate let onsetCount: Int

    /// Writes frames to two planes. - Parameters: - frame, count: within the clip.
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

    /// Whether a frame of it is in memory.
    @_noLocks func rtHas(_ frame: Int64) -> Bool {
      guard let pages else { return true }
      return pages.rtHas(frame)
    }

    /// Puts in a page of a streamed clip, or takes it out.
    @_noLocks func rtPut(_ page: UnsafePointer<Int16>?, at index: Int) {
      if let pages { pages.rtPut(page, at: index) }
    }

    /// The number of the first onset at a frame or behind it; `rtOnsetCount` if there is none.
    @_noLocks package func rtOnset(from frame: Int64) -> Int {
      var (low, high) = (0, onsetCount)
      while low < high {
        let middle = (low &+ high) / 2
        if onsets[middle].frame >= frame { high = middle } else { low = middle &+ 1 }
      }
      return low
    }

    /// How many onsets it has.
    @_noLocks package func rtOnsetCount() -> Int { onsetCount }

    /// An onset. - Parameter index: below `rtOnsetCount`.
    @_noLocks package func rtOnset(_ index: Int) -> Onset { onsets[index] }
  }

  /// Frames of the sound's end that the search for onsets begins with.
  static let onsetLead = 24_000
  /// What the audio thread reads.
  nonisolated(unsafe) package let view: View
  nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
  nonisolated(unsafe) private let onsets: UnsafeMutablePointer<Onset>
  /// Bytes of its sound in memory.
  package let bytes: Int
  /// Brings the pages of a streamed one; nil if it is in memory whole.
  let stream: StemStream?

  /// Copies the sound and looks for its onsets.
  /// - Parameters:
  ///   - interleaved: stereo; what is no number becomes silence.
  ///   - gain: by which it is heard. - form: how it is kept.
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

  /// A streamed one; its stream knows the step of its samples by itself.
  /// - Parameters: - frames: its length. - step: of a sample. - found: its onsets.
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

  /// The step of 16 bits for sound between two samples, the lowest and the highest, 0 among them.
  static func step(_ lowest: Float, _ highest: Float) -> Float {
    // 16 bits reach one step further down than up: sound that came as 16 bit has -1 often, and never 1.
    let isWithin = highest * 32_768 <= 32_767.5 && lowest >= -1
    return isWithin ? 1 / 32_768 : max(highest, -lowest) / 32_767
  }

  /// A sample as 16 bit.
  static func short(_ sample: Float, step: Float) -> Int16 { Int16(min(max((sample / step).rounded(), -32_768), 32_767)) }

  deinit {
    memory.deallocate()
    onsets.deallocate()
  }

  /// Onsets as they are when the clip goes round: the finder begins in the sound's own end, or the first frame would seem to follow silence. It decides 0.2 s late,
  /// and what it finds at the seam belongs to the beginning.
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
      // What follows the end tells what is a roll there.
      finder.take(sound, count: min(count, OnsetFinder.late), found: keep)
    }
    finder.finish(found: keep)
    return found
  }
}
