/// What a device says of itself.
public struct TouchDescription: Sendable, Equatable {
  /// Its name for people, cleaned.
  public var name: String
  /// The axes that it has, with their ranges.
  public var axes: [TouchAxis: TouchRange]
  /// How many touches it keeps apart, 64 at most; 0 for a device without ABS_MT_SLOT.
  public var slots: Int
  /// It has each axis that there is, those included that mean nothing: a device that somebody has made up, and no touch device.
  public var hasEveryAxis: Bool

  /// - Parameters:
  ///   - name: its name for people.
  ///   - axes: the axes that it has, with their ranges.
  ///   - slots: how many touches it keeps apart.
  ///   - hasEveryAxis: it has axes that mean nothing, too.
  public init(name: String, axes: [TouchAxis: TouchRange], slots: Int, hasEveryAxis: Bool = false) {
    self.name = name
    self.axes = axes
    self.slots = slots
    self.hasEveryAxis = hasEveryAxis
  }

  /// Why it cannot be played; nil if it can. Touchscreens, touchpads and the touchpads of game controllers are all the same here.
  public var obstacle: String? {
    if hasEveryAxis { return "it says that it has every axis there is, so it is no touch device" }
    if slots < 1 { return "it is no multi-touch device (no ABS_MT_SLOT)" }
    if axes[.trackingID] == nil { return "it does not tell one touch from the next (no ABS_MT_TRACKING_ID)" }
    guard let height = axes[.y] else { return "it does not say where a touch is (no ABS_MT_POSITION_Y)" }
    if height.isEmpty { return "its height has no range (ABS_MT_POSITION_Y from \(height.minimum) to \(height.maximum))" }
    return nil
  }
}

/// The values of an axis, from one end to the other. Some drivers have them the wrong way round, and some do not know them.
public struct TouchRange: Sendable, Equatable {
  /// The value at the beginning: left, top, the lightest touch.
  public var minimum: Int32
  /// The value at the end; less than `minimum` for an axis that runs backwards.
  public var maximum: Int32

  /// - Parameters:
  ///   - minimum: the value at the beginning.
  ///   - maximum: the value at the end.
  public init(_ minimum: Int32, _ maximum: Int32) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Both ends are the same: the axis says nothing.
  public var isEmpty: Bool { minimum == maximum }

  /// How far a value lies from the beginning to the end, 0...1; nil where the axis says nothing. What lies beyond an end is at that end.
  public func share(_ value: Int32) -> Float? {
    guard !isEmpty else { return nil }
    // The kernel's numbers have 32 bits, and so may their difference have more.
    let share = (Double(value) - Double(minimum)) / (Double(maximum) - Double(minimum))
    return Float(min(max(share, 0), 1))
  }
}
