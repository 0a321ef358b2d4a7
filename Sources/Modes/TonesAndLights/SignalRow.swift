import GestureFlowAPI
import Panel

extension Signal {
  /// A group of events. Of `mode`, `tier`, `setting`, `scene`, `frame` and `place` only the newest event is worth a
  /// tone.
  package enum Group: String, Sendable, CaseIterable {
    case start, refusal, mode, tier, setting, scene, hands, music, device, stick, frame, place, test
  }

  /// A light: one LED and its pattern.
  package struct Light: Sendable, Equatable {
    package var led: LED
    package var pattern: LEDPattern
    /// Whether it is shown once. Otherwise it lasts as long as the state, and `PanelView` shows it.
    package var isFlash: Bool
  }

  /// Everything about one event.
  package struct Row: Sendable {
    package var group: Group
    /// The event, in words for an owner.
    package var event: String
    /// Empty for an event without a tone.
    package var tone: [ToneNote]
    package var light: Light?
    /// Reason and remedy, for an event that begins a problem.
    package var problem: Failure?

    /// Seconds until the tone has faded.
    package var seconds: Double { tone.map { $0.delay + $0.length }.max() ?? 0 }
  }

  /// Loudness of a tone as a share of `sound.tone-volume`. Sounds that answer a hand or a press are quieter.
  package var share: Double {
    switch row.group {
    case .hands, .place: 0.3
    case .mode, .tier, .setting, .scene: 0.6
    default: 1
    }
  }

  /// Returns the signal for the result of the boot.
  package static func ofBoot(_ state: Status.State) -> Signal {
    switch state {
    case .healthy: .ready
    case .degraded, .starting: .incomplete
    case .failed, .stopping: .needsHelp
    }
  }
}
