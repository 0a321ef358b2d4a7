/// What is asked of a player.
public enum PlayerOrder: Sendable, Equatable {
  case play, pause, next, previous
  /// Ends what it plays; its place is lost. For one that does not heed a pause.
  case stop
  /// To a place, in seconds from the track's start.
  case seek(to: Double)
  /// 0...1.
  case volume(Double)
}

/// Where other programs' players are found and asked: a bus of D-Bus with MPRIS, and what tests put in its place. No call waits for a player or for the bus.
public protocol PlayerBus: Sendable {
  /// Begins to look; `onNews` is told on a thread of the bus, after something has changed, and must not wait.
  func start(onNews: @escaping @Sendable (PlayerNews) -> Void)
  /// Ends within a second; `onNews` is told nothing more.
  func stop()
  /// The players that are there, in the order in which they came.
  var players: [StreamPlayer] { get }
  /// Somebody wants to know where they are in what they play: for three seconds from now on they are asked for what they do not tell by themselves.
  func watch()
  /// Why there are none to be found; nil while the bus is there.
  var trouble: PlayerTrouble? { get }
  /// Asks a player for something. What is asked for again and again (the volume) is sent at a rate that it can bear, the newest last. An order to a player that is gone is dropped.
  func send(_ order: PlayerOrder, to id: String)
}

/// What a bus tells of.
public enum PlayerNews: Sendable, Equatable {
  /// Players, or what is known of them, have changed: look again.
  case changed
  /// The bus came, or has gone.
  case bus
  /// A player has not done what was asked. - Parameters: which, what, and why in words, clean.
  case refused(id: String, PlayerOrder, reason: String)
}

/// Why no players can be found, and what to do about it.
public struct PlayerTrouble: Error, Sendable, Equatable {
  /// What is wrong.
  public var reason: String
  /// What to do about it.
  public var remedy: String
  /// - Parameters: what is wrong, and what to do about it.
  public init(_ reason: String, remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }
}
