/// Mixes channels down to two. It uses the equations of ITU-R BS.775-3 (Annex 4, table 2).
///
/// Left and right keep their level. The centre goes to both sides and each surround to its own side at -3 dB. A single
/// rear channel goes to both sides at -6 dB. The bass channel has no content of its own and is left out.
///
/// The sum is not attenuated: a film would be 7.7 dB softer than a song. It can exceed full scale when several channels
/// are loud at once.
/// It stays a float until the engine's limiter, which keeps the peaks below its ceiling. So it clips no more than its
/// source.
package struct StereoMix: Sendable, Equatable {
  /// The speaker of a channel.
  package enum Speaker: Sendable {
    case left, right, centre, bass
    /// Speakers at a side or behind.
    case surroundLeft, surroundRight
    /// A single speaker for all rear sound.
    case behind
  }

  /// Default channel order of a container.
  package enum Order: Sendable {
    /// WAV, AIFF, FLAC and raw sound: left, right, centre, bass, behind, sides.
    case wave
    /// Ogg Vorbis and Opus (Vorbis I specification, 4.3.9). The order is left, centre, right, sides, behind, bass.
    case vorbis
  }

  /// Most channels that an order has.
  package static let most = 8
  /// Largest sample, 12 dB over full scale. Larger samples are damage and are clipped.
  package static let loudest: Float = 4

  /// Gains of each channel to the left and to the right.
  package let left: [Float]
  package let right: [Float]

  /// - Parameters: - channels: 1...8. - order: of the container.
  package init(channels: Int, order: Order = .wave) {
    switch channels {
    case ...1: self.init(left: [1], right: [1])
    case 2: self.init([.left, .right])
    default: self.init(Self.speakers(min(channels, Self.most), order))
    }
  }

  /// - Parameter speakers: of each channel, as a container names them.
  package init(_ speakers: [Speaker]) {
    self.init(
      left: speakers.map { Self.gain($0, .left, .surroundLeft) }, right: speakers.map { Self.gain($0, .right, .surroundRight) })
  }

  private init(left: [Float], right: [Float]) {
    self.left = left
    self.right = right
  }

  /// Returns the gain of a channel to a side.
  private static func gain(_ speaker: Speaker, _ front: Speaker, _ surround: Speaker) -> Float {
    switch speaker {
    case front: 1
    case surround, .centre: Float(0.5).squareRoot()
    case .behind: 0.5
    default: 0
    }
  }

  /// Mixes interleaved frames down to interleaved stereo. A sample that is not finite becomes silent, and one that is
  /// too loud is clipped.
  /// - Parameters:
  ///   - raw: `channels` samples a frame; channels that the mix does not have are left out.
  ///   - frames: number of frames from the first on; both arrays must have room for them.
  /// - Returns: the number of samples that were not finite.
  package func mixDown(_ raw: [Float], channels: Int, frames: Int, into stereo: inout [Float]) -> Int {
    var bad = 0
    for frame in 0..<frames {
      var (a, b): (Float, Float) = (0, 0)
      for channel in 0..<min(left.count, channels) {
        let value = raw[frame * channels + channel]
        guard value.isFinite else {
          bad += 1
          continue
        }
        let heard = min(max(value, -Self.loudest), Self.loudest)
        a += heard * left[channel]
        b += heard * right[channel]
      }
      (stereo[2 * frame], stereo[2 * frame + 1]) = (a, b)
    }
    return bad
  }

  private static func speakers(_ channels: Int, _ order: Order) -> [Speaker] {
    let sides: [Speaker] = [.surroundLeft, .surroundRight]
    switch order {
    case .wave:
      switch channels {
      case 3: return [.left, .right, .centre]
      case 4: return [.left, .right] + sides
      case 5: return [.left, .right, .centre] + sides
      case 6: return [.left, .right, .centre, .bass] + sides
      case 7: return [.left, .right, .centre, .bass, .behind] + sides
      default: return [.left, .right, .centre, .bass] + sides + sides
      }
    case .vorbis:
      switch channels {
      case 3: return [.left, .centre, .right]
      case 4: return [.left, .right] + sides
      case 5: return [.left, .centre, .right] + sides
      case 6: return [.left, .centre, .right] + sides + [.bass]
      case 7: return [.left, .centre, .right] + sides + [.behind, .bass]
      default: return [.left, .centre, .right] + sides + sides + [.bass]
      }
    }
  }
}
