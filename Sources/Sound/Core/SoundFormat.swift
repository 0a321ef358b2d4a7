/// The one format inside the engine: 48 kHz, stereo, 32-bit float.
public enum SoundFormat {
  /// Frames a second.
  public static let rate = 48_000
  /// Frames of one block: ALSA's period (norns runs 128 x 3 too).
  public static let block = 128
  /// Length of a block in nanoseconds.
  public static let blockNanoseconds = Int64(block) * 1_000_000_000 / Int64(rate)
}
