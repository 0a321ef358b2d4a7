import Notes

/// One slot of a device: values that stay until they are told anew. The kernel tells no value twice, so a touch begins with what the one before it in its slot left.
struct TouchSlot: Sendable {
  /// The kernel's words for a palm (MT_TOOL_PALM), which is to be taken for no touch.
  private static let palm: Int32 = 2
  /// The kernel's word for an empty slot.
  private static let none: Int32 = -1

  private(set) var trackingID = Self.none
  private(set) var x: Int32 = 0
  private(set) var y: Int32 = 0
  private(set) var pressure: Int32 = 0
  private(set) var size: Int32 = 0
  private var distance: Int32 = 0
  private var tool: Int32 = 0
  /// The touch that has been told of this slot.
  var touch: Touch?

  /// A touch from its begin to its end.
  struct Touch: Sendable {
    /// The kernel's number of it.
    var trackingID: Int32
    /// Which of the four sources it is; nil for a fifth touch, which counts for nothing to its end.
    var source: Int?
    /// Touches are numbered as they begin.
    var order: Int
    /// Where it began, 0...1 from the left; nil on a device that does not say it.
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

  /// The number of the touch that is on the surface now; nil for an empty slot, a finger that hovers, a palm.
  var touching: Int32? { trackingID > Self.none && distance <= 0 && tool != Self.palm ? trackingID : nil }
}
