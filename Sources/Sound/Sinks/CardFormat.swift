import CALSA

/// A sample format that the box can give a card. The cases stand in the order in which they are preferred.
package enum CardFormat: CaseIterable, Sendable {
  /// Float, 32 bits, and 24 bits in three bytes or in the lower three of four: none of them loses anything that is heard. 16 bits need dither.
  case float, int32, packed24, int24, int16

  /// ALSA's constant.
  var alsa: snd_pcm_format_t {
    switch self {
    case .float: SND_PCM_FORMAT_FLOAT_LE
    case .int32: SND_PCM_FORMAT_S32_LE
    case .packed24: SND_PCM_FORMAT_S24_3LE
    case .int24: SND_PCM_FORMAT_S24_LE
    case .int16: SND_PCM_FORMAT_S16_LE
    }
  }

  /// ALSA's name, such as `S24_3LE`.
  package var name: String { String(cString: snd_pcm_format_name(alsa)) }

  /// The preferred one of those that a card takes; nil if it takes none.
  package static func best(where takes: (CardFormat) -> Bool) -> CardFormat? { allCases.first(where: takes) }
}
