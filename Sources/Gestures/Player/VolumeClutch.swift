/// The volume, taken hold of by opening both hands and changed by moving them apart or together.
public struct VolumeClutch: Sendable {
  /// Both hands must be open this long to engage, in seconds.
  static let engageAfter = 0.3
  /// Extended fingers that make a hand open.
  static let openFrom = 3

  public private(set) var isEngaged = false
  public private(set) var value: Float
  private var anchor: Float
  private var start: Float = 1
  private var openSince: Double?

  public init(initial: Float) {
    value = initial
    anchor = initial
  }

  /// Sets the value from elsewhere; held hands go on from there.
  public mutating func set(_ value: Float, distance: Float? = nil) {
    self.value = min(max(value, 0), 1)
    anchor = self.value
    if let distance { start = max(distance, 0.1) }
  }

  /// - Parameters:
  ///   - distance: between the two wrists, in hand sizes; nil unless both hands are seen.
  ///   - extended: extended fingers of the hand that has fewer.
  public mutating func update(distance: Float?, extended: Int, at time: Double) {
    guard let distance, extended >= Self.openFrom else {
      isEngaged = false
      openSince = nil
      return
    }
    let d = max(distance, 0.1)
    guard isEngaged else {
      let since = openSince ?? time
      openSince = since
      if time - since >= Self.engageAfter - 1e-6 {
        isEngaged = true
        anchor = value
        start = d
      }
      return
    }
    // From silence a ratio would lead nowhere: below 0.05 the way is as steep as at 0.05.
    let steep = max(anchor, 0.05)
    value = min(max(anchor + steep * (d / start - 1), 0), 1)
  }
}
