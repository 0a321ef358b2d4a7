/// A straight line through the readings of a dwell.
/// It tells where a value that rests, or moves slowly, is at the end of the dwell. No single reading decides,
/// and a moving value is not late.
struct DwellLine: Sendable {
  private var readings: [(time: Double, value: Float)] = []

  /// Adds the reading of one frame, in any unit.
  mutating func see(_ value: Float, at time: Double) { readings.append((time, value)) }

  /// Removes all readings.
  mutating func forget() { readings = [] }

  /// Value of the line at the last reading; nil without readings.
  var end: Float? {
    guard let last = readings.last else { return nil }
    let count = Float(readings.count)
    let middle = readings.reduce(Float(0)) { $0 + Float($1.time - last.time) } / count
    let mean = readings.reduce(Float(0)) { $0 + $1.value } / count
    var (spread, rise) = (Float(0), Float(0))
    for reading in readings {
      let away = Float(reading.time - last.time) - middle
      spread += away * away
      rise += away * (reading.value - mean)
    }
    return spread > 0 ? mean - middle * rise / spread : mean
  }
}
