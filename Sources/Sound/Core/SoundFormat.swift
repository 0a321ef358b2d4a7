/// The only format inside the engine: 48 kHz, stereo, 32-bit float.
public enum SoundFormat {
  /// Frames per second.
  public static let rate = 48_000
  /// Frames of one block, also ALSA's period (norns: 128 x 3 too).
  public static let block = 128
  /// Length of a block in nanoseconds.
  public static let blockNanoseconds = Int64(block) * 1_000_000_000 / Int64(rate)
}
