/// What a held command for muting asks for: once it mutes the selected channel, twice in a row it solos it.
package struct ThumbsMute: Sendable {
  /// The second must come within this time after the first, in seconds.
  package static let twice = 2.0
  private var first: (time: Double, channel: Int)?
  private var last = -Double.infinity

  package init() {}

  /// A pose was held long enough. - Parameters:
  ///   - channel: the selected one, 0...3.
  ///   - seconds: for how long the pose was held.
  ///   - time: now, in seconds.
  /// - Returns: what is asked for. Before a solo the first one's mute is asked for again, which takes it back.
  package mutating func held(_ channel: Int, for seconds: Double, at time: Double) -> [GestureEvent] {
    // Two thumbs that are up together are one.
    guard time - last >= seconds - 1e-6 else { return [] }
    last = time
    if let first, first.channel == channel, time - first.time <= Self.twice + 1e-6 {
      self.first = nil
      return [.muteAsked(channel: channel), .soloAsked(channel: channel)]
    }
    first = (time, channel)
    return [.muteAsked(channel: channel)]
  }
}
