import GestureFlowAPI
import Modes
import Settings
import Supervisor

/// The guided start in a demo. It has a line for each step, at the moment of the step.
///
/// Sentences come from `Sentences`; events, tones and lights come from `Signal`.
package struct GuidedStart {
  private struct Step {
    /// Name of the sentence.
    var sentence: String
    /// Tone and light of the step; nil for those of the boot.
    var signal: Signal?
    /// Whether the tone sounds. A hand that is seen well at once has a light alone.
    var hasTone = true
    /// Returns words about the hands at the step; nil before it.
    var hands: (Status) -> [String]?
  }

  private let steps: [Step]
  private let language: VoiceLanguage
  private var next = 0

  /// Whether every step has had its line.
  package var isOver: Bool { next == steps.count }

  private init(_ steps: [Step], _ language: VoiceLanguage) { (self.steps, self.language) = (steps, language) }

  /// Returns a new box's tour, for a performer of mode player.
  /// - Parameter language: of the sentences.
  package static func tour(_ language: VoiceLanguage) -> GuidedStart {
    let names = Sentences.tour
    let steps = [
      Step(sentence: names[0]) { _ in [] },
      Step(sentence: names[1], signal: .wellPlaced, hasTone: false) { status in
        status.framing?.isGood == true ? status.tracker.hands.map(\.handedness) : nil
      },
      Step(sentence: names[2], signal: .engaged) { status in status.control.held.isEmpty ? nil : status.control.held },
      // The hands are gone, and the music waits. The button MODE would call the next mode.
      Step(sentence: names[3], signal: .stemsMode) { status in status.control.autoPaused ? [] : nil },
    ]
    return GuidedStart(steps, language)
  }

  /// Returns the call of a mode. Its sentence says that all is well, so it waits for a healthy box.
  /// - Parameter language: of the sentence.
  package static func call(of mode: Mode, _ language: VoiceLanguage) -> GuidedStart {
    let signal = mode.facts.signal
    return GuidedStart([Step(sentence: signal.rawValue, signal: signal) { status in status.state == .healthy ? [] : nil }], language)
  }

  /// Looks at the box.
  /// - Returns: the line of the next step; nil before its moment.
  package mutating func line(_ status: Status) -> String? {
    guard !isOver, status.state != .starting else { return nil }
    let step = steps[next]
    guard let hands = step.hands(status) else { return nil }
    next += 1
    let row = (step.signal ?? Signal.ofBoot(status.state)).row
    let words = [
      Sentences.text(step.sentence, language) ?? "",
      row.event + (hands.isEmpty ? "" : " (\(hands.joined(separator: ", ")))"),
      step.hasTone ? SignalPage.words(row.tone) : "",
      row.light.map { SignalPage.words($0) } ?? "",
    ]
    return "guide \(next)/\(steps.count): " + words.filter { !$0.isEmpty }.joined(separator: " | ")
  }
}
