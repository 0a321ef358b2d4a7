import GestureFlowAPI
import Gestures
import Panel
import Realtime

/// Immediate feedback to a player, by the hands LED and by sounds. Pure.
///
/// The hands LED goes dark once when a hand takes hold of a control, and twice when it releases one. A tick in the
/// loudspeaker means that a hand has taken hold, that a value has snapped, or that a stem is selected. Mute, solo and
/// a change of track have a tone each.
package struct HandFeedback: Sendable {
  /// Setting of the feedback sounds.
  package enum Tick: String, Sendable, CaseIterable { case off, soft }

  /// The sounds of hands, most important first. One is heard per frame.
  package enum Sound: Sendable, CaseIterable {
    case solo, mute, skip, tick

    /// Notes of the sound: frequencies in Hz, in order, and the length of a note in seconds.
    package var notes: (frequencies: [Double], length: Double) {
      switch self {
      case .solo: ([523.25, 783.99], 0.09)
      case .mute: ([392, 261.63], 0.09)
      case .skip: ([587.33, 587.33], 0.07)
      case .tick: ([1567.98], 0.03)
      }
    }
  }

  /// Loudness of a sound, as a share of `sound.tone-volume`.
  package static let share = 0.3
  /// Seconds between two note starts. `pause`: least seconds between two ticks.
  package static let apart = 0.08
  package static let pause = 0.1
  private var lastTick = -Double.infinity

  /// Makes the state before any sound.
  package init() {}

  /// Returns the LED pattern for a frame's events; nil for none. A hand that changes from one value to another takes
  /// hold.
  package static func light(_ events: [GestureEvent]) -> LEDPattern? {
    var light: LEDPattern?
    for event in events {
      switch event {
      case .controlEngaged: return .engaged
      case .controlReleased: light = .released
      default: break
      }
    }
    return light
  }

  /// Returns the notes of a frame.
  /// - Parameters:
  ///   - commands: commands of held poses.
  ///   - now: seconds of any clock that does not jump.
  /// - Returns: an empty array without a sound, or for a tick too soon after another one.
  package mutating func notes(_ events: [GestureEvent], _ commands: [GestureCommand], at now: Double) -> [BootTone.Note] {
    guard let sound = Self.sound(events, commands) else { return [] }
    if sound == .tick {
      guard now - lastTick >= Self.pause else { return [] }
      lastTick = now
    }
    let (frequencies, length) = sound.notes
    return frequencies.enumerated().map { BootTone.Note(frequency: $1, delay: Double($0) * Self.apart, length: length) }
  }

  private static func sound(_ events: [GestureEvent], _ commands: [GestureCommand]) -> Sound? {
    var sounds = Set<Sound>()
    for command in commands {
      switch command {
      case .nextTrack, .previousTrack: sounds.insert(.skip)
      case .togglePlay, .muteChannel: break
      }
    }
    for event in events {
      switch event {
      case .soloAsked: sounds.insert(.solo)
      case .muteAsked: sounds.insert(.mute)
      case .controlEngaged, .controlSnapped, .channelSelected: sounds.insert(.tick)
      default: break
      }
    }
    return Sound.allCases.first { sounds.contains($0) }
  }
}
