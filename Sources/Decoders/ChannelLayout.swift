import CSndFile
import Realtime

/// Assigns a sound file's channels to the left and right speaker.
enum ChannelLayout {
  /// Returns the mix of an open file's channels to stereo. It follows the speakers that the file names, or else the
  /// order of its format. With more than eight channels only the first two are played.
  static func mix(_ file: OpaquePointer, _ info: SF_INFO) -> StereoMix {
    let channels = Int(info.channels)
    guard (3...StereoMix.most).contains(channels) else { return StereoMix(channels: min(channels, 2)) }
    return named(file, channels) ?? StereoMix(channels: channels, order: order(info.format))
  }

  private static func order(_ format: Int32) -> StereoMix.Order {
    let coding = Int(format) & Int(SF_FORMAT_SUBMASK)
    return coding == Int(SF_FORMAT_VORBIS) || coding == Int(SF_FORMAT_OPUS) ? .vorbis : .wave
  }

  /// Returns the mix by the file's speaker names. Returns nil if it names none, names one twice or an unknown one, or
  /// lacks left or right.
  private static func named(_ file: OpaquePointer, _ channels: Int) -> StereoMix? {
    var map = [Int32](repeating: 0, count: channels)
    let size = Int32(channels * MemoryLayout<Int32>.stride)
    guard sf_command(file, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, size) == SF_TRUE, Set(map).count == channels else { return nil }
    let speakers = map.compactMap { speaker($0) }
    guard speakers.count == channels, speakers.contains(.left), speakers.contains(.right) else { return nil }
    return StereoMix(speakers)
  }

  private static func speaker(_ place: Int32) -> StereoMix.Speaker? {
    switch Int(place) {
    case SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_FRONT_LEFT, SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: .left
    case SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: .right
    case SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_FRONT_CENTER: .centre
    case SF_CHANNEL_MAP_LFE: .bass
    case SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_SIDE_LEFT: .surroundLeft
    case SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_SIDE_RIGHT: .surroundRight
    case SF_CHANNEL_MAP_REAR_CENTER: .behind
    default: nil
    }
  }
}
