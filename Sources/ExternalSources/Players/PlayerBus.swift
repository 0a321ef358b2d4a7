import GestureFlowAPI

/// An order to a player.
public enum PlayerOrder: Sendable, Equatable {
  case play, pause, next, previous
  /// Ends the track and loses its position. For a player that ignores pause.
  case stop
  /// Seeks to a position, in seconds from the track's start.
  case seek(to: Double)
  /// Sets the volume, 0...1.
  case volume(Double)
}

/// A bus with players of other programs. It is D-Bus with MPRIS, or a double in tests. No call waits for a player or
/// for the bus.
public protocol PlayerBus: Sendable {
  /// Starts the search for players. The bus calls `onNews` on its own thread after a change; `onNews` must not wait.
  func start(onNews: @escaping @Sendable (PlayerEvent) -> Void)
  /// Stops within a second. `onNews` receives nothing more.
  func stop()
  /// The current players in order of appearance.
  var players: [StreamPlayer] { get }
  /// Requests current positions. For three seconds from now on, the bus polls the data that players do not send by
  /// themselves.
  func watch()
  /// Reason why players cannot be found; nil while the bus is connected.
  var trouble: Failure? { get }
  /// Sends an order to a player. Repeated orders (the volume) are sent at a limited rate, the newest last. An order
  /// to a player that is gone is dropped.
  func send(_ order: PlayerOrder, to id: String)
}

/// An event of a bus.
public enum PlayerEvent: Sendable, Equatable {
  /// The players or their data have changed: read them again.
  case changed
  /// The bus was connected or lost.
  case bus
  /// A player has rejected an order.
  /// - Parameters: the player, the order, and the reason as cleaned text.
  case refused(id: String, PlayerOrder, reason: String)
}
