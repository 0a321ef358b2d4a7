import GestureFlowAPI
import ExternalSources
import Modes
import Synchronization

/// Players on a bus, in the test's own time. They answer late or never, ignore orders, come and go.
package final class PlayersDouble: PlayerBus {
  /// A player with its behaviour.
  package struct Member: Sendable {
    package var player: StreamPlayer
    /// Seconds until it carries out an order.
    package var latency = 0.0
    /// Whether it keeps playing regardless of orders.
    package var ignoresPause = false
    package var ignoresVolume = false
    package var ignoresStop = false
    /// Whether it carries out its orders but always reports a stop.
    package var saysStopped = false
    /// Whether a player that reports a stop sounds.
    package var sounds = false
    /// Orders that the player has received and not yet carried out, with their times.
    package var coming: [(order: PlayerOrder, at: Double)] = []

    package init(
      player: StreamPlayer, latency: Double = 0, ignoresPause: Bool = false, ignoresVolume: Bool = false, ignoresStop: Bool = false,
      saysStopped: Bool = false, sounds: Bool = false
    ) {
      self.player = player
      self.latency = latency
      self.ignoresPause = ignoresPause
      self.ignoresVolume = ignoresVolume
      self.ignoresStop = ignoresStop
      self.saysStopped = saysStopped
      self.sounds = sounds
    }

    package mutating func act(until now: Double) {
      while let first = coming.first, first.at <= now {
        coming.removeFirst()
        if saysStopped {
          if first.order == .play { sounds = true } else if [.pause, .stop].contains(first.order) { sounds = false }
          continue
        }
        switch first.order {
        case .play: player.playback = .playing
        case .pause: if !ignoresPause, player.playback == .playing { player.playback = .paused }
        case .stop: if !ignoresStop { player.playback = .stopped }
        case .volume(let volume): if !ignoresVolume { player.volume = volume }
        case .seek(let place): player.position = place
        case .next, .previous: break
        }
      }
    }
  }

  private struct State: Sendable {
    var members: [Member] = []
    var now = 0.0
    var sent: [(id: String, order: PlayerOrder)] = []
    var trouble: Failure?
    var onNews: (@Sendable (PlayerEvent) -> Void)?
    var isStopped = false
    var watches = 0
  }

  private let state = Mutex(State())

  /// Returns a player with all abilities of players.
  package static func player(_ id: String, _ playback: StreamPlayer.Playback = .stopped, volume: Double = 0.8) -> StreamPlayer {
    var player = StreamPlayer(id: id, name: id)
    (player.playback, player.volume) = (playback, volume)
    player.can = [.play, .pause, .next, .previous, .seek, .volume]
    return player
  }

  package init(_ members: [Member]) { state.withLock { $0.members = members } }

  package convenience init(_ players: StreamPlayer...) { self.init(players.map { Member(player: $0) }) }

  package var now: Double {
    get { state.withLock { $0.now } }
    set {
      state.withLock { state in
        state.now = newValue
        for i in state.members.indices { state.members[i].act(until: newValue) }
      }
    }
  }

  package var players: [StreamPlayer] { state.withLock { $0.members.map(\.player) } }
  /// Ids of players that sound but report a stop.
  package var secretlyPlaying: [String] { state.withLock { $0.members.filter(\.sounds).map(\.player.id) } }
  package var trouble: Failure? {
    get { state.withLock { $0.trouble } }
    set { state.withLock { $0.trouble = newValue } }
  }
  package var isStopped: Bool { state.withLock { $0.isStopped } }
  /// Number of times that the positions were requested.
  package var watches: Int { state.withLock { $0.watches } }

  package func watch() { state.withLock { $0.watches += 1 } }

  package func start(onNews: @escaping @Sendable (PlayerEvent) -> Void) {
    state.withLock { ($0.onNews, $0.isStopped) = (onNews, false) }
  }

  package func stop() { state.withLock { ($0.onNews, $0.isStopped) = (nil, true) } }

  package func send(_ order: PlayerOrder, to id: String) {
    state.withLock { state in
      // A bus that has ended sends nothing.
      guard !state.isStopped else { return }
      state.sent.append((id, order))
      guard let at = state.members.firstIndex(where: { $0.player.id == id }) else { return }
      state.members[at].coming.append((order, state.now + state.members[at].latency))
      state.members[at].act(until: state.now)
    }
  }

  /// Returns the orders sent since the last call.
  package func takeSent(_ id: String? = nil) -> [PlayerOrder] {
    state.withLock { state in
      defer { state.sent = [] }
      return state.sent.filter { id == nil || $0.id == id }.map(\.order)
    }
  }

  /// Changes the player as another client would.
  package func at(_ id: String, _ body: (inout StreamPlayer) -> Void) {
    state.withLock { state in
      guard let at = state.members.firstIndex(where: { $0.player.id == id }) else { return }
      body(&state.members[at].player)
    }
  }

  package func come(_ player: StreamPlayer) { state.withLock { $0.members.append(Member(player: player)) } }
  package func go(_ id: String) { state.withLock { $0.members.removeAll { $0.player.id == id } } }

  /// Publishes an event of the bus.
  package func tell(_ event: PlayerEvent) { state.withLock { $0.onNews }?(event) }
}

/// An inlet whose fade ends on the test's command.
package final class InletDouble: StreamInlet {
  private let state = Mutex((preferences: InletPreferences?.none, isSilent: true, forgotten: [Bool]()))
  /// Whether it becomes silent as soon as it is switched off.
  private let isPrompt: Bool

  package init(isPrompt: Bool = true) { self.isPrompt = isPrompt }

  package var preferences: InletPreferences? { state.withLock { $0.preferences } }
  package var isSilent: Bool { state.withLock { $0.isSilent } }
  /// One entry per order to drop the buffer: whether the inlet was switched on then.
  package var forgotten: [Bool] { state.withLock { $0.forgotten } }
  package var figures: (fill: Double, driftPPM: Double, starvations: Int) { (0.0801, -12.34, 2) }

  package func set(_ preferences: InletPreferences) {
    state.withLock { state in
      state.preferences = preferences
      if preferences.isHeard { state.isSilent = false } else if isPrompt { state.isSilent = true }
    }
  }

  package func forget() { state.withLock { $0.forgotten.append($0.preferences?.isHeard == true) } }

  package func fadeOut() { state.withLock { $0.isSilent = true } }
}

/// A pipe that the test writes.
package final class PipeDouble: StreamPipe {
  private struct State: Sendable {
    var playback = StreamStatus.Playback.waiting
    var fault: Failure?
    var refusal: Failure?
    var isHeard = false
    var isOpen = false
  }

  package let name: String
  private let state = Mutex(State())

  package init(_ name: String, refusal: Failure? = nil) {
    self.name = name
    state.withLock { $0.refusal = refusal }
  }

  package var playback: StreamStatus.Playback {
    get { state.withLock { $0.playback } }
    set { state.withLock { $0.playback = newValue } }
  }
  package var fault: Failure? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }
  package var isHeard: Bool { state.withLock { $0.isHeard } }
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  package func start(onNews: @escaping @Sendable () -> Void) throws(Failure) {
    if let refusal = state.withLock({ $0.refusal }) { throw refusal }
    state.withLock { $0.isOpen = true }
  }
  package func stop() { state.withLock { $0.isOpen = false } }
  package func setHeard(_ isHeard: Bool) { state.withLock { $0.isHeard = isHeard } }
}
