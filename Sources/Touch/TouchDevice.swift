import GestureFlowAPI

/// A multi-touch device as the box needs it. `EvdevDevice` is the kernel's; tests use a double that fails on demand.
///
/// Failures are errno values: ENODEV after the device was unplugged. One thread at a time may call.
public protocol TouchDevice: AnyObject, Sendable {
  /// Opens a device file and describes the device. Also describes a device that cannot be played.
  /// - Throws: EBUSY when another program has grabbed it.
  func open(_ path: String) throws(SystemFailure) -> TouchDescription
  /// Returns new events in order. Waits at most `milliseconds` for the first one, and returns none when none came.
  func events(milliseconds: Int) throws(SystemFailure) -> [TouchEvent]
  /// Returns the current state of every slot. Events that wait to be read may be older.
  func slots() throws(SystemFailure) -> TouchSnapshot
  /// Closes the device; does nothing if it is not open.
  func close()
}

/// A value of a touch, one of the kernel's ABS_MT axes.
public enum TouchAxis: Sendable, CaseIterable {
  /// ABS_MT_TRACKING_ID: number of the touch in a slot; -1 for none.
  case trackingID
  /// ABS_MT_POSITION_X.
  case x
  /// ABS_MT_POSITION_Y, which grows downwards.
  case y
  /// ABS_MT_PRESSURE.
  case pressure
  /// ABS_MT_TOUCH_MAJOR: size of the contact.
  case size
  /// ABS_MT_DISTANCE: height of a hover above the surface; 0 is contact.
  case distance
  /// ABS_MT_TOOL_TYPE: a finger, a pen, a palm.
  case tool
}

/// An event of a device.
public struct TouchEvent: Sendable, Equatable {
  /// Kind of the event.
  public var kind: Kind
  /// The new value; unused for `report` and `dropped`.
  public var value: Int32
  /// Seconds of `Clock`, as stamped by the kernel.
  public var time: Double

  /// A kind of event.
  public enum Kind: Sendable, Equatable {
    /// The following events belong to another slot.
    case slot
    /// A new value of the current slot.
    case axis(TouchAxis)
    /// SYN_REPORT: all values since the last report belong together.
    case report
    /// SYN_DROPPED: the kernel dropped events that were not read in time.
    case dropped
  }

  /// Creates an event.
  /// - Parameters:
  ///   - kind: kind of the event.
  ///   - value: the new value.
  ///   - time: seconds of `Clock`.
  public init(_ kind: Kind, _ value: Int32 = 0, time: Double) {
    self.kind = kind
    self.value = value
    self.time = time
  }
}

/// The state of every slot.
public struct TouchSnapshot: Sendable, Equatable {
  /// The slot of events that do not name one.
  public var current: Int
  /// The value in each slot, for each axis of the device.
  public var values: [TouchAxis: [Int32]]

  /// Creates a snapshot.
  /// - Parameters:
  ///   - current: the slot of events that do not name one.
  ///   - values: the value in each slot, for each axis of the device.
  public init(current: Int, values: [TouchAxis: [Int32]]) {
    self.current = current
    self.values = values
  }
}
