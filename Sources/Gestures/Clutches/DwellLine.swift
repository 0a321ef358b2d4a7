/// Where something that rests, or moves slowly, is at the end of its dwell: the end of the straight line that lies nearest to all of its readings. No single one decides, and what moves is not behind.
struct DwellLine: Sendable {
  private var readings: [(time: Double, value: Float)] = []

  /// Takes the reading of one frame, in any unit.
  mutating func see(_ value: Float, at time: Double) { readings.append((time, value)) }

  /// Nothing was read yet.
  mutating func forget() { readings = [] }

  /// The line's value at the last reading; nil without any.
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
