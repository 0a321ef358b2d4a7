import Synchronization

/// The clips of built-in stems that are in memory. Computing one takes long, so a set that is loaded again uses a clip
/// that another set still holds, and both share its memory.
package enum BuiltinClips {
  /// The description of a clip: whatever its sound depends on.
  package struct Key: Hashable, Sendable {
    private let stem: StemVoice
    private let song: BuiltinSong
    private let bars: Int
    private let grid: BarGrid
    private let gain: Float
    private let form: Clip.Form

    /// Returns nil for a channel with a file.
    /// - Parameters:
    ///   - channel: gives the stem and its gain.
    ///   - bars: length of the clip on the grid.
    ///   - form: storage format of the clip.
    package init?(_ channel: StemSet.Channel, bars: Int, _ grid: BarGrid, _ form: Clip.Form) {
      guard case .voice(let stem, let song) = channel.source else { return nil }
      (self.stem, self.song, self.bars, self.grid, gain, self.form) = (stem, song, bars, grid, channel.gain, form)
    }
  }

  /// A clip as long as a set holds it.
  private struct Held { weak var clip: Clip? }

  private static let held = Mutex<[Key: Held]>([:])

  /// Returns a clip that is in memory; nil without one.
  package static func clip(_ key: Key) -> Clip? { held.withLock { $0[key]?.clip } }

  /// Records a clip for as long as a set holds it.
  package static func record(_ clip: Clip, _ key: Key) {
    held.withLock { held in
      held = held.filter { $0.value.clip != nil }
      held[key] = Held(clip: clip)
    }
  }
}
