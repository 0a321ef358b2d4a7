/// The properties that a device reports.
public struct TouchDescription: Sendable, Equatable {
  /// Its display name, cleaned.
  public var name: String
  /// Its axes with their ranges.
  public var axes: [TouchAxis: TouchRange]
  /// Number of touches that it can separate, at most 64. It is 0 for a device without ABS_MT_SLOT.
  public var slots: Int
  /// Whether it reports every axis, even those without a meaning. Such a device is simulated by a program and is not
  /// a touch device.
  public var hasEveryAxis: Bool

  /// Creates a description.
  /// - Parameters:
  ///   - name: its display name.
  ///   - axes: its axes with their ranges.
  ///   - slots: number of touches that it can separate.
  ///   - hasEveryAxis: whether it also reports axes without a meaning.
  public init(name: String, axes: [TouchAxis: TouchRange], slots: Int, hasEveryAxis: Bool = false) {
    self.name = name
    self.axes = axes
    self.slots = slots
    self.hasEveryAxis = hasEveryAxis
  }

  /// Reason why it cannot be played; nil if it can. Touchscreens, touchpads and the touchpads of game controllers are
  /// treated alike.
  public var obstacle: String? {
    if hasEveryAxis { return "it reports every axis, so it is not a touch device" }
    if slots < 1 { return "it is not a multi-touch device (no ABS_MT_SLOT)" }
    if axes[.trackingID] == nil { return "it does not distinguish touches (no ABS_MT_TRACKING_ID)" }
    guard let height = axes[.y] else { return "it does not report a touch's position (no ABS_MT_POSITION_Y)" }
    if height.isEmpty { return "its height has no range (ABS_MT_POSITION_Y from \(height.minimum) to \(height.maximum))" }
    return nil
  }
}

/// The range of an axis from one end to the other. Some drivers reverse the ends, and some do not know them.
public struct TouchRange: Sendable, Equatable {
  /// Value at the beginning: left, top, the lightest touch.
  public var minimum: Int32
  /// Value at the end; less than `minimum` for a reversed axis.
  public var maximum: Int32

  /// Creates a range.
  /// - Parameters:
  ///   - minimum: the value at the beginning.
  ///   - maximum: the value at the end.
  public init(_ minimum: Int32, _ maximum: Int32) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether both ends are equal, so that the axis has no meaning.
  public var isEmpty: Bool { minimum == maximum }

  /// Returns the position of a value within the range, 0...1. Values beyond an end are clamped. Returns nil for an
  /// empty range.
  public func share(_ value: Int32) -> Float? {
    guard !isEmpty else { return nil }
    // The kernel's numbers have 32 bits, and their difference may need more.
    let share = (Double(value) - Double(minimum)) / (Double(maximum) - Double(minimum))
    return Float(min(max(share, 0), 1))
  }
}
