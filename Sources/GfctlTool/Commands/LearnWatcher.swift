import Foundation
import GestureFlowAPI

/// Texts about the learning of a MIDI parameter.
package struct LearnWatcher {
  /// The text of the end, and whether the parameter was learned. Nil while the box waits.
  package struct Answer: Equatable {
    package var text: String?
    package var isLearned: Bool?

    /// - Parameters: see the properties.
    package init(text: String? = nil, isLearned: Bool? = nil) {
      self.text = text
      self.isLearned = isLearned
    }
  }

  private let parameter: String
  private var reported: String?

  /// - Parameter parameter: one of `MIDIParameter.words`.
  package init(_ parameter: String) { self.parameter = parameter }

  /// Processes the current status of the box; nil without MIDI.
  package mutating func take(_ midi: MIDIStatus?) -> Answer {
    let answer = midi?.learnAnswer
    var result = Answer()
    if let answer, answer != reported { result.text = answer }
    reported = answer
    guard midi?.learning != parameter else { return result }
    result.isLearned = answer?.hasPrefix("\(parameter) is played by ") ?? false
    if answer == nil { result.text = "\(parameter) was not learned: something else is waited for, or the box was started again" }
    return result
  }

  /// Returns a line for each parameter with its knob or key.
  package static func list(_ midi: MIDIStatus?) -> String {
    guard let midi else { return "this box has no MIDI" }
    if midi.learned.isEmpty { return "nothing was learned: gfctl midi learn volume, and move a knob" }
    let width = midi.learned.map(\.parameter.count).max() ?? 0
    return midi.learned.map {
      Terminal.plain($0.parameter).padding(toLength: width + 2, withPad: " ", startingAt: 0) + Terminal.plain($0.message)
    }.joined(separator: "\n")
  }
}
