/// Turns a volume as people set it into the gain that samples are multiplied with.
///
/// Ears judge loudness by ratios, so the gain follows the volume's cube: half of a volume is 18 dB less, wherever it begins below 0.8.
/// From 0.8 on, the volume of a first start, the gain is the volume itself (-1.9 dB at 0.8, 0 dB at 1): 0, 0.8 and 1 are fixed points.
public enum VolumeCurve {
  /// Volume from which on the gain equals it.
  static let even = 0.8

  /// The gain of a volume.
  /// - Parameter volume: 0...1; values beyond count as the nearest of the two, NaN stays NaN.
  /// - Returns: 0...1, rising with the volume.
  public static func gain(_ volume: Double) -> Double {
    let volume = min(max(volume, 0), 1)
    if volume >= even { return volume }
    let share = volume / even
    return even * share * share * share
  }
}
