import Glibc
import Realtime
import Synchronization

/// Players that speak MPRIS on a bus of D-Bus. A thread of its own, `gf-players`, listens and asks; it waits for no player, so one that answers late or never holds up neither the others nor the end.
///
/// A player is one connection with the bus under a name `org.mpris.MediaPlayer2.*`; `playerctld`, which repeats the others, is none. A hundred are known at a time. A bus that goes away is looked for
/// again, after 0.25 s at first and after 8 s at last. What a player tells is checked, cleaned and cut; what it does not tell by itself is asked for: its place once a second while it plays and somebody
/// watches, all of it after each order and every ten seconds while somebody watches.
public final class MPRISBus: PlayerBus {
  private let address: String
  private let desk: MPRISDesk
  private let onRest: @Sendable (Double) -> Void
  private let thread = Mutex<RealtimeThread?>(nil)

  /// - Parameter address: of the bus, as D-Bus writes it; `session` for that of the session (`DBUS_SESSION_BUS_ADDRESS`), empty for none.
  public convenience init(address: String = "unix:path=/run/gestureflow/bus") { self.init(address: address, wake: WakePipe()) }

  /// The same.
  /// - Parameters:
  ///   - wake: what wakes its thread; nil where no descriptor was left: then it looks by itself, ten times a second.
  ///   - onRest: told on its thread, before each wait, for how many seconds nothing is due by itself.
  package init(address: String, wake: WakePipe?, onRest: @escaping @Sendable (_ seconds: Double) -> Void = { _ in }) {
    self.address = address
    self.onRest = onRest
    desk = MPRISDesk(trouble: PlayerTrouble("the bus is not connected yet", remedy: "wait a moment"), wake: wake)
  }

  deinit { stop() }

  /// See `PlayerBus`; a second start without a stop does nothing.
  public func start(onNews: @escaping @Sendable (PlayerNews) -> Void) {
    let place: String
    do throws(PlayerTrouble) {
      place = try MPRISAddress.resolve(address) { name in getenv(name).map { String(cString: $0) } }
    } catch {
      _ = desk.publish([], error)
      return
    }
    thread.withLock { thread in
      guard thread == nil else { return }
      desk.begin()
      let (desk, onRest) = (desk, onRest)
      do {
        thread = try RealtimeThread(.init(name: "gf-players")) {
          MPRISLoop(address: place, desk: desk, onNews: onNews, onRest: onRest).run()
        }
      } catch {
        _ = desk.publish([], PlayerTrouble("\(error)", remedy: "restart the box"))
      }
    }
  }

  /// See `PlayerBus`. Not to be called by what `onNews` calls.
  public func stop() {
    desk.end()
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
    _ = desk.publish([], desk.trouble)
  }

  /// See `PlayerBus`.
  public var players: [StreamPlayer] { desk.players }

  /// See `PlayerBus`.
  public func watch() { desk.watch() }

  /// See `PlayerBus`.
  public var trouble: PlayerTrouble? { desk.trouble }

  /// See `PlayerBus`. A player has any of its names.
  public func send(_ order: PlayerOrder, to id: String) { desk.add(order, to: id) }
}
