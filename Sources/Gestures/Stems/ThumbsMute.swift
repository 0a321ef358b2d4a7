/// A type that mutes or solos a channel by a held command.
/// Once mutes the selected channel; twice in a row solos it.
package struct ThumbsMute: Sendable {
  /// Longest time between the two commands of a solo, in seconds.
  package static let twice = 2.0
  private var first: (time: Double, channel: Int)?
  private var last = -Double.infinity

  package init() {}

  /// Processes a pose that was held long enough.
  /// - Parameters:
  ///   - channel: the selected one, 0...3.
  ///   - seconds: for how long the pose was held.
  ///   - time: now, in seconds.
  /// - Returns: the requests. Before a solo the mute of the first command is requested again, which takes it
  ///   back.
  package mutating func held(_ channel: Int, for seconds: Double, at time: Double) -> [GestureEvent] {
    // Two thumbs that are up together count as one.
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
