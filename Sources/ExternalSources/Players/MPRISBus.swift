import GestureFlowAPI
import Glibc
import Realtime

/// MPRIS players on a D-Bus bus. Its thread `gf-players` listens and sends requests without waiting for a player. So
/// a player that answers late or never delays neither the others nor the end.
///
/// A player is one connection with the bus under a name `org.mpris.MediaPlayer2.*`. `playerctld`, which repeats the
/// others, does not count. At most a hundred players are known at a time. After a lost connection the thread retries,
/// first after 0.25 s, later after up to 8 s. Data from players is checked, cleaned and cut. The thread polls data
/// that a player does not send by itself. It polls the position once a second while the player plays and a client
/// watches. It polls all properties after each order, and every ten seconds while a client watches.
public final class MPRISBus: PlayerBus {
  private let address: String
  private let shared: MPRISShared
  private let onRest: @Sendable (Double) -> Void
  private let thread = ThreadSlot()

  /// Creates a bus without a thread.
  /// - Parameter address: of the bus in the form of D-Bus; `session` for the session bus
  ///   (`DBUS_SESSION_BUS_ADDRESS`), empty for none.
  public convenience init(address: String = "unix:path=/run/gestureflow/bus") { self.init(address: address, wake: WakePipe()) }

  /// Creates a bus with its own wake-up.
  /// - Parameters:
  ///   - wake: wakes its thread. It is nil when no descriptor was available; the thread then polls ten times a
  ///     second.
  ///   - onRest: called on its thread before each wait, with the seconds until its next own work.
  package init(address: String, wake: WakePipe?, onRest: @escaping @Sendable (_ seconds: Double) -> Void = { _ in }) {
    self.address = address
    self.onRest = onRest
    shared = MPRISShared(trouble: Failure("the bus is not connected yet", remedy: "wait a moment"), wake: wake)
  }

  deinit { stop() }

  /// Starts the bus: see `PlayerBus`. A second start without a stop does nothing.
  public func start(onNews: @escaping @Sendable (PlayerEvent) -> Void) {
    let place: String
    do throws(Failure) {
      place = try MPRISAddress.resolve(address) { name in getenv(name).map { String(cString: $0) } }
    } catch {
      _ = shared.publish([], error)
      return
    }
    do {
      try thread.start {
        shared.begin()
        let (shared, onRest) = (shared, onRest)
        return try RealtimeThread(.init(name: "gf-players")) {
          MPRISLoop(address: place, shared: shared, onNews: onNews, onRest: onRest).run()
        }
      }
    } catch {
      _ = shared.publish([], Failure("\(error)", remedy: "restart the box"))
    }
  }

  /// Stops the bus: see `PlayerBus`. Callees of `onNews` must not call it.
  public func stop() {
    shared.end()
    thread.end()
    _ = shared.publish([], shared.trouble)
  }

  /// The current players: see `PlayerBus`.
  public var players: [StreamPlayer] { shared.players }

  /// Starts a watch: see `PlayerBus`.
  public func watch() { shared.watch() }

  /// The trouble of the bus: see `PlayerBus`.
  public var trouble: Failure? { shared.trouble }

  /// Sends an order: see `PlayerBus`. A player may be addressed by any of its names.
  public func send(_ order: PlayerOrder, to id: String) { shared.add(order, to: id) }
}
