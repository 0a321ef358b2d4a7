import Foundation
import Stretch

/// One channel's sound, in memory whole, with its onsets. Made outside the audio thread and never changed afterwards.
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
    private let floats: UnsafePointer<Float>?
    private let shorts: UnsafePointer<Int16>?
    private let scale: Float
    private let onsets: UnsafePointer<Onset>
    private let onsetCount: Int

    fileprivate init(
      frames: Int64, floats: UnsafePointer<Float>?, shorts: UnsafePointer<Int16>?, scale: Float, onsets: UnsafePointer<Onset>,
      onsetCount: Int
    ) {
      self.frames = frames
      self.floats = floats
      self.shorts = shorts
      self.scale = scale
      self.onsets = onsets
      self.onsetCount = onsetCount
    }

    /// Writes frames to two planes. - Parameters: - frame, count: within the clip.
    @_noLocks package func rtRead(
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
      }
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

  /// What the audio thread reads.
  nonisolated(unsafe) package let view: View
  nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
  nonisolated(unsafe) private let onsets: UnsafeMutablePointer<Onset>
  /// Bytes of its sound.
  package let bytes: Int

  /// Copies the sound and looks for its onsets.
  /// - Parameters:
  ///   - interleaved: stereo; what is no number becomes silence.
  ///   - gain: by which it is heard. - form: how it is kept.
  package init(_ interleaved: [Float], gain: Float = 1, form: Form = .float) {
    let interleaved = interleaved.allSatisfy(\.isFinite) ? interleaved : interleaved.map { $0.isFinite ? $0 : 0 }
    let count = interleaved.count / 2
    let found = Self.onsets(of: interleaved)
    onsets = .allocate(capacity: max(found.count, 1))
    for (i, onset) in found.enumerated() { (onsets + i).initialize(to: onset) }
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
      // 16 bits reach one step further down than up: sound that came as 16 bit has -1 often, and never 1.
      let isWithin = highest * 32_768 <= 32_767.5 && lowest >= -1
      scale = isWithin ? 1 / 32_768 : max(highest, -lowest) / 32_767
      for i in 0..<2 * count {
        (values + i).initialize(to: Int16(min(max((interleaved[i] / scale).rounded(), -32_768), 32_767)))
      }
      shorts = UnsafePointer(values)
    }
    view = View(
      frames: Int64(count), floats: floats, shorts: shorts, scale: scale * gain, onsets: UnsafePointer(onsets), onsetCount: found.count)
  }

  deinit {
    memory.deallocate()
    onsets.deallocate()
  }

  /// Onsets as they are when the clip goes round: the finder begins in the sound's own end, or the first frame would seem to follow silence. It decides 0.2 s late,
  /// and what it finds at the seam belongs to the beginning.
  private static func onsets(of interleaved: [Float]) -> [Onset] {
    let count = interleaved.count / 2
    let lead = min(count, 24_000)
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
