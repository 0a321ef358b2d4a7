import GestureFlowAPI
import Gestures
import Panel
import Realtime

/// Tells a player at once that hands have done something: by the hands LED and by sounds. Pure.
///
/// The hands LED is dark once when a hand takes hold and twice when it lets go. In the loudspeaker a tick says that a hand has taken hold, that a value has snapped in, or that a stem is selected; mute, solo and
/// another track have a tone of their own each.
package struct HandFeedback: Sendable {
  /// How the hands sound.
  package enum Tick: String, Sendable, CaseIterable { case off, soft }

  /// The sounds of hands, the most important first: one is heard of a frame.
  package enum Sound: Sendable, CaseIterable {
    case solo, mute, skip, tick

    /// Frequencies in Hz of its notes, one after the other, and seconds until a note has died away.
    package var notes: (frequencies: [Double], length: Double) {
      switch self {
      case .solo: ([523.25, 783.99], 0.09)
      case .mute: ([392, 261.63], 0.09)
      case .skip: ([587.33, 587.33], 0.07)
      case .tick: ([1567.98], 0.03)
      }
    }
  }

  /// How loud a sound is, as a share of `sound.tone-volume`.
  package static let share = 0.3
  /// From one note's begin to the next one's, and from one tick to the next at least, in seconds.
  package static let apart = 0.08
  package static let pause = 0.1
  private var lastTick = -Double.infinity

  /// Nothing has happened yet.
  package init() {}

  /// The pattern that the hands LED shows once for a frame's events; nil for none. A hand that goes over from one value to another takes hold.
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

  /// The notes of a frame. - Parameters:
  ///   - commands: of held poses.
  ///   - now: seconds of any clock that does not jump.
  /// - Returns: none when nothing is to be heard, and none for a tick that comes too soon after another one.
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
