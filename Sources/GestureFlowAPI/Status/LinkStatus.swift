/// State of an Ableton Link session, which shares the tempo.
public struct LinkStatus: Codable, Sendable, Equatable {
  /// Tempo of the session, in beats per minute.
  public var tempoBPM: Double
  /// Number of other peers in the session.
  public var peers: Int
  /// Position in the session's bar at `clockSeconds`, in quarters from 0. The bar has the stem set's `metre`, or four
  /// quarters while no stems are played.
  public var beat: Double
  /// Time of `beat` and `apartMs`, in seconds of the machine's monotonic clock. Two daemons on one machine can be
  /// compared by it, even if they are queried at different times.
  public var clockSeconds: Double
  /// Lead of the session's bar over the audible bar here, in ms. Nil while no stems are audible.
  public var apartMs: Double?
  /// Creates an instance from its fields.
  public init(tempoBPM: Double, peers: Int, beat: Double, clockSeconds: Double, apartMs: Double?) {
    (self.tempoBPM, self.peers, self.beat, self.clockSeconds, self.apartMs) = (tempoBPM, peers, beat, clockSeconds, apartMs)
  }
}
