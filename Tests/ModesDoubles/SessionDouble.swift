import Link
import Synchronization

/// A shared tempo without a network. The test adds and removes peers, and changes the tempo for them.
package final class SessionDouble: TempoSession {
  private struct State {
    var tempo: Double
    /// A beat of the session; `time` is its moment.
    var beat = 0.0
    var time = 0.0
    var peers = 0
    var isClosed = false
    /// Number of times that its beat was set.
    var lays = 0
    /// Tempi that the box requested.
    var tempi: [Double] = []
    /// Quarters per bar that the box requested.
    var bars: Set<Double> = []

    func beat(at now: Double) -> Double { beat + (now - time) * tempo / 60 }
  }

  private let state: Mutex<State>

  package init(tempo: Double, peers: Int = 0) { state = Mutex(State(tempo: tempo, peers: peers)) }

  package var peers: Int {
    get { state.withLock { $0.peers } }
    set { state.withLock { $0.peers = newValue } }
  }
  package var lays: Int { state.withLock { $0.lays } }
  package var tempi: [Double] { state.withLock { $0.tempi } }
  package var bars: Set<Double> { state.withLock { $0.bars } }
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Sets the position as another peer would.
  package func begin(beat: Double, at time: Double) { state.withLock { ($0.beat, $0.time) = (beat, time) } }

  package func look(at time: Double, bar: Double) -> TempoSessionState {
    state.withLock {
      $0.bars.insert(bar)
      return TempoSessionState(tempo: $0.tempo, beat: $0.beat(at: time), bar: bar, peers: $0.peers)
    }
  }
  package func set(tempo: Double, at time: Double) {
    state.withLock { state in
      (state.beat, state.time) = (state.beat(at: time), time)
      state.tempo = tempo
      state.tempi.append(tempo)
    }
  }
  package func lay(beat: Double, at time: Double, bar: Double) {
    state.withLock {
      $0.bars.insert(bar)
      ($0.beat, $0.time) = (beat, time)
      $0.lays += 1
    }
  }
  package func close() { state.withLock { $0.isClosed = true } }
}
