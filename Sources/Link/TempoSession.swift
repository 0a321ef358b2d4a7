import GestureFlowAPI

/// State of a shared tempo at one time.
public struct TempoSessionState: Sendable, Equatable {
  /// Beats a minute.
  public var tempo: Double
  /// Quarters from an arbitrary origin. The position within a bar of `bar` quarters is the same for all members that
  /// use this bar.
  public var beat: Double
  /// Quarters of the requested bar.
  public var bar: Double
  /// Number of other members.
  public var peers: Int
  /// Creates a state from its fields.
  public init(tempo: Double, beat: Double, bar: Double, peers: Int) {
    (self.tempo, self.beat, self.bar, self.peers) = (tempo, beat, bar, peers)
  }
}

/// A tempo and a bar that members share without a master. Members are boxes and programs. A tempo change of any
/// member applies to all. `AbletonLink` is the real one; tests use a double.
///
/// Times are seconds of `Clock`. Any ordinary thread may call.
public protocol TempoSession: Sendable {
  /// Returns the state at a time, which may be in the future.
  /// - Parameter bar: quarters of a bar.
  func look(at time: Double, bar: Double) -> TempoSessionState
  /// Changes the tempo from a time on, for all members.
  func set(tempo: Double, at time: Double)
  /// Places a beat at a time. This is exact without other members. With others, the beat moves to the next time that
  /// fits their bar.
  /// - Parameter bar: quarters of a bar.
  func lay(beat: Double, at time: Double, bar: Double)
  /// Leaves the session. No call may follow.
  func close()
}

extension Failure {
  /// The service's sandbox has no network. This is the default.
  public static let linkIsShut = Failure("tempo.source is link, but the network is shut", remedy: "open it with gfctl network on")
}
