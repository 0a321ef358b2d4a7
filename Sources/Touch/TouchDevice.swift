/// A multi-touch device, as far as the box needs one. The real one is `EvdevDevice`; a test puts a double in its place that fails on demand.
///
/// Failures are errno values: ENODEV when it was unplugged. One thread at a time calls.
public protocol TouchDevice: AnyObject, Sendable {
  /// Opens a device file and says what it is, whether or not it can be played. EBUSY: another program has it for itself alone.
  func open(_ path: String) throws(TouchFailure) -> TouchDescription
  /// Events that have come, in order; waits `milliseconds` at most for the first, and gives none when none came.
  func events(milliseconds: Int) throws(TouchFailure) -> [TouchEvent]
  /// How every slot stands now. Events that wait to be read may be older.
  func slots() throws(TouchFailure) -> TouchSnapshot
  /// Gives the device back; one that is not open has nothing to give.
  func close()
}

/// A system call that failed.
public struct TouchFailure: Error, Sendable, Equatable {
  /// An errno value.
  public let code: Int32
  /// What was tried: `open`, `describe`, `read`, `slots`.
  public let step: String

  /// - Parameters:
  ///   - code: an errno value.
  ///   - step: what was tried.
  public init(_ code: Int32, _ step: String) {
    self.code = code
    self.step = step
  }
}

/// What of a touch is told; each is one of the kernel's ABS_MT axes.
public enum TouchAxis: Sendable, CaseIterable {
  /// ABS_MT_TRACKING_ID: which touch is in a slot; -1 for none.
  case trackingID
  /// ABS_MT_POSITION_X.
  case x
  /// ABS_MT_POSITION_Y, which grows downwards.
  case y
  /// ABS_MT_PRESSURE.
  case pressure
  /// ABS_MT_TOUCH_MAJOR: how large the spot is.
  case size
  /// ABS_MT_DISTANCE: how far above the surface it hovers; 0 touches.
  case distance
  /// ABS_MT_TOOL_TYPE: a finger, a pen, a palm.
  case tool
}

/// One event of a device.
public struct TouchEvent: Sendable, Equatable {
  /// What happened.
  public var kind: Kind
  /// The new value; nothing for `report` and `dropped`.
  public var value: Int32
  /// Seconds of `Clock`, as the kernel saw it.
  public var time: Double

  /// What an event tells.
  public enum Kind: Sendable, Equatable {
    /// The events that follow are of another slot.
    case slot
    /// A value of the present slot.
    case axis(TouchAxis)
    /// SYN_REPORT: what was told since the last one belongs together.
    case report
    /// SYN_DROPPED: the kernel has dropped events, because they were not read in time.
    case dropped
  }

  /// - Parameters:
  ///   - kind: what happened.
  ///   - value: the new value.
  ///   - time: seconds of `Clock`.
  public init(_ kind: Kind, _ value: Int32 = 0, time: Double) {
    self.kind = kind
    self.value = value
    self.time = time
  }
}

/// How every slot stands.
public struct TouchSnapshot: Sendable, Equatable {
  /// The slot that events without a slot of their own belong to.
  public var current: Int
  /// Of each axis that the device has, the value in each slot.
  public var values: [TouchAxis: [Int32]]

  /// - Parameters:
  ///   - current: the slot that events without a slot of their own belong to.
  ///   - values: of each axis that the device has, the value in each slot.
  public init(current: Int, values: [TouchAxis: [Int32]]) {
    self.current = current
    self.values = values
  }
}
