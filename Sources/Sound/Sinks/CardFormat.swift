import CALSA

/// A sample format that the box can give a card. The cases are in order of preference.
package enum CardFormat: CaseIterable, Sendable {
  /// Float, 32 bits, 24 bits in three or four bytes, 16 bits. In four bytes, the lower three are used. The
  /// formats before `int16` do not lose anything audible. 16 bits need dither.
  case float, int32, packed24, int24, int16

  /// The constant of ALSA.
  var alsa: snd_pcm_format_t {
    switch self {
    case .float: SND_PCM_FORMAT_FLOAT_LE
    case .int32: SND_PCM_FORMAT_S32_LE
    case .packed24: SND_PCM_FORMAT_S24_3LE
    case .int24: SND_PCM_FORMAT_S24_LE
    case .int16: SND_PCM_FORMAT_S16_LE
    }
  }

  /// The name in ALSA, such as `S24_3LE`.
  package var name: String { String(cString: snd_pcm_format_name(alsa)) }

  /// Returns the preferred format that a card takes. Nil if it takes none.
  package static func best(where takes: (CardFormat) -> Bool) -> CardFormat? { allCases.first(where: takes) }
}
