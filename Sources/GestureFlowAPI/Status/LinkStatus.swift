/// A tempo that is shared by Ableton Link.
public struct LinkStatus: Codable, Sendable, Equatable {
  /// Tempo of all, in beats a minute.
  public var tempoBPM: Double
  /// Others that share it.
  public var peers: Int
  /// Where in its bar the session was at `clockSeconds`, in quarters from 0. The bar is that of the stem set's `metre`, and has four quarters while no stems are played.
  public var beat: Double
  /// The moment of `beat` and `apartMs`, in seconds of the machine's monotonic clock: two daemons of one machine can be compared by it, however late they are asked.
  public var clockSeconds: Double
  /// How far the session's bar was ahead of the one that is heard here; nil while no stems are heard.
  public var apartMs: Double?
  /// Out of its fields, as they are described here.
  public init(tempoBPM: Double, peers: Int, beat: Double, clockSeconds: Double, apartMs: Double?) {
    (self.tempoBPM, self.peers, self.beat, self.clockSeconds, self.apartMs) = (tempoBPM, peers, beat, clockSeconds, apartMs)
  }
}
