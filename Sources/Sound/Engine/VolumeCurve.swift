/// Converts a volume that a person sets into the gain of samples.
///
/// Ears judge loudness by ratios, so the gain follows the cube of the volume. Below 0.8, half a volume is always 18
/// dB less. From 0.8, the initial volume, the gain equals the volume (-1.9 dB at 0.8, 0 dB at 1). So 0, 0.8 and 1
/// are fixed points.
public enum VolumeCurve {
  /// Volume from which the gain equals the volume.
  static let even = 0.8

  /// Returns the gain of a volume.
  /// - Parameter volume: 0...1; values outside count as the nearest limit, NaN stays NaN.
  /// - Returns: 0...1, increasing with the volume.
  public static func gain(_ volume: Double) -> Double {
    let volume = min(max(volume, 0), 1)
    if volume >= even { return volume }
    let share = volume / even
    return even * share * share * share
  }
}
