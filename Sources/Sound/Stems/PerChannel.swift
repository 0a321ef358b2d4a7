/// A value for each of a set's four channels.
public struct PerChannel<Value: BitwiseCopyable>: BitwiseCopyable {
  /// Maximum number of channels of a set.
  public static var count: Int { 4 }
  private var (first, second, third, fourth): (Value, Value, Value, Value)

  /// Creates the same value for all channels.
  public init(_ value: Value) { (first, second, third, fourth) = (value, value, value, value) }

  /// A channel's value.
  /// - Parameter channel: 0...3; a larger value means the last channel.
  public subscript(channel: Int) -> Value {
    get {
      switch channel {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    }
    set {
      switch channel {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      default: fourth = newValue
      }
    }
  }
}

extension PerChannel: Sendable where Value: Sendable {}
extension PerChannel: Equatable where Value: Equatable {}
