/// The values of one slot, which stay until they change. The kernel does not repeat equal values. So a touch begins
/// with the values of the touch before it in its slot.
struct TouchSlot: Sendable {
  /// The kernel's tool type for a palm (MT_TOOL_PALM). A palm does not count as a touch.
  private static let palm: Int32 = 2
  /// The kernel's tracking number of an empty slot.
  private static let none: Int32 = -1

  private(set) var trackingID = Self.none
  private(set) var x: Int32 = 0
  private(set) var y: Int32 = 0
  private(set) var pressure: Int32 = 0
  private(set) var size: Int32 = 0
  private var distance: Int32 = 0
  private var tool: Int32 = 0
  /// The current touch of this slot, as last reported.
  var touch: Touch?

  /// A touch from its begin to its end.
  struct Touch: Sendable {
    /// The kernel's number of the touch.
    var trackingID: Int32
    /// Number of its source, one of four. It is nil for a fifth touch, which is ignored until it ends.
    var source: Int?
    /// Running number of the touch.
    var order: Int
    /// Position of its begin, 0...1 from the left. It is nil on a device that does not report it.
    var begin: Float?
  }

  subscript(axis: TouchAxis) -> Int32 {
    get {
      switch axis {
      case .trackingID: trackingID
      case .x: x
      case .y: y
      case .pressure: pressure
      case .size: size
      case .distance: distance
      case .tool: tool
      }
    }
    set {
      switch axis {
      case .trackingID: trackingID = newValue
      case .x: x = newValue
      case .y: y = newValue
      case .pressure: pressure = newValue
      case .size: size = newValue
      case .distance: distance = newValue
      case .tool: tool = newValue
      }
    }
  }

  /// Number of the touch on the surface now. It is nil for an empty slot, a finger that hovers, or a palm.
  var touching: Int32? { trackingID > Self.none && distance <= 0 && tool != Self.palm ? trackingID : nil }
}
