/// What a shared tempo says of a moment.
public struct SessionLook: Sendable, Equatable {
  /// Beats a minute.
  public var tempo: Double
  /// Quarters, counted from somewhere: where in a bar of `bar` quarters it is, is the same for all that count in such bars.
  public var beat: Double
  /// Quarters of the bar that was asked for.
  public var bar: Double
  /// Others that share it.
  public var peers: Int
  /// Out of its fields, as they are described here.
  public init(tempo: Double, beat: Double, bar: Double, peers: Int) {
    (self.tempo, self.beat, self.bar, self.peers) = (tempo, beat, bar, peers)
  }
}

/// A tempo and a bar that boxes and programs share, without a master: whoever changes the tempo changes it for all. The real one is `AbletonLink`; a test puts a double in its place.
///
/// Times are seconds of `Clock`. Any ordinary thread may ask.
public protocol TempoSession: Sendable {
  /// What it says of this moment, which may lie ahead. - Parameter bar: quarters of a bar.
  func look(at time: Double, bar: Double) -> SessionLook
  /// The tempo is another one from this moment on, for all.
  func set(tempo: Double, at time: Double)
  /// This beat is at this moment: for whoever is alone. With others the beat goes to the next moment that fits their bar. - Parameter bar: quarters of a bar.
  func lay(beat: Double, at time: Double, bar: Double)
  /// Leaves. Nothing of it is asked afterwards.
  func close()
}

/// Why a tempo cannot be shared, and what to do about it.
public struct LinkTrouble: Error, Sendable, Equatable, CustomStringConvertible {
  /// The service's sandbox has no network, which is how it is delivered.
  public static let shut = LinkTrouble("tempo.source is link, but the network is shut", remedy: "open it with sudo gfctl network on")

  /// What is wrong.
  public var reason: String
  /// What to do about it.
  public var remedy: String
  /// - Parameters: what is wrong, and what to do about it.
  public init(_ reason: String, remedy: String) { (self.reason, self.remedy) = (reason, remedy) }
  /// Reason and remedy.
  public var description: String { "\(reason): \(remedy)" }
}
