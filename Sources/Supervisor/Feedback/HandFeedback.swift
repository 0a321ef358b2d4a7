import GestureFlowAPI
import Gestures
import Modes

/// Immediate feedback to a player, by the hands LED and by sounds. Pure.
///
/// The hands LED goes dark once when a hand takes hold of a control, and twice when it releases one. A tick in the
/// loudspeaker means that a hand has taken hold, that a value has snapped, or that a stem is selected. Mute, solo and
/// a change of track have a tone each.
package struct HandFeedback: Sendable {
  /// Signals of hands that have a tone, most important first. One is heard per frame.
  package static let heard: [Signal] = [.solo, .mute, .skip, .snapped, .engaged, .channelSelected]
  /// Signals of these that are ticks.
  package static let ticks: Set<Signal> = [.snapped, .engaged, .channelSelected]
  /// Least seconds between two ticks.
  package static let pause = 0.1
  private var lastTick = -Double.infinity

  /// Makes the state before any sound.
  package init() {}

  /// Returns the signal that the hands LED shows for a frame's events. Returns nil if it shows none. A hand that
  /// changes from one value to another takes hold.
  package static func light(_ events: [GestureEvent]) -> Signal? {
    var light: Signal?
    for event in events {
      switch event {
      case .controlEngaged: return .engaged
      case .controlReleased: light = .released
      default: break
      }
    }
    return light
  }

  /// Returns the signal that is heard for a frame.
  /// - Parameters:
  ///   - commands: commands of held poses.
  ///   - now: seconds of any clock that does not jump.
  /// - Returns: nil without a sound, or for a tick too soon after another one.
  package mutating func signal(_ events: [GestureEvent], _ commands: [GestureCommand], at now: Double) -> Signal? {
    guard let signal = Self.sound(events, commands) else { return nil }
    if Self.ticks.contains(signal) {
      guard now - lastTick >= Self.pause else { return nil }
      lastTick = now
    }
    return signal
  }

  private static func sound(_ events: [GestureEvent], _ commands: [GestureCommand]) -> Signal? {
    var sounds = Set<Signal>()
    for command in commands {
      switch command {
      case .nextTrack, .previousTrack: sounds.insert(.skip)
      case .togglePlay, .songFilter, .muteChannel: break
      }
    }
    for event in events {
      switch event {
      case .soloAsked: sounds.insert(.solo)
      case .muteAsked: sounds.insert(.mute)
      case .controlEngaged: sounds.insert(.engaged)
      case .controlSnapped: sounds.insert(.snapped)
      case .channelSelected: sounds.insert(.channelSelected)
      default: break
      }
    }
    return heard.first { sounds.contains($0) }
  }
}
