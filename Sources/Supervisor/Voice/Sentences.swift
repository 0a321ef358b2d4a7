import GestureFlowAPI
import Modes
import Settings

/// Sentences that the box speaks. They are problems with their remedies, modes, and the tour.
package enum Sentences {
  /// Names of the sentences of the tour, in order.
  package static let tour = ["tour1", "tour2", "tour3", "tour4"]
  /// Name of the sentence for a problem without one of its own.
  package static let other = "other"
  /// Name of the problem that stems cannot be read.
  package static let stems = "stems"

  /// Name of the sentence before a code.
  package static let code = "code"

  /// Returns the name of the sentence for a problem.
  package static func name(of problem: PartStatus) -> String {
    if ProblemName(rawValue: problem.name)?.hasCauses == true {
      for signal in Signal.allCases {
        if let failure = signal.row.problem, problem.reason?.hasPrefix(failure.reason) == true { return signal.rawValue }
      }
      return other
    }
    return names.contains(problem.name) ? problem.name : other
  }

  /// Returns the name of the sentence for an event. Returns nil if it has none.
  package static func name(of signal: Signal) -> String? {
    let name = signal == .cameraLost ? ProblemName.camera.rawValue : signal.rawValue
    return names.contains(name) ? name : nil
  }

  /// Names of all sentences.
  private static let names = Set(all(.en).split(separator: "\n").map { String($0.prefix { $0 != " " }) })

  /// Returns a sentence in a language; nil for an unknown name. A digit is its own sentence.
  package static func text(_ name: String, _ language: VoiceLanguage) -> String? {
    if name.count == 1, name.first?.isWholeNumber == true { return name }
    let begin = name + " = "
    for line in all(language).split(separator: "\n") where line.hasPrefix(begin) { return String(line.dropFirst(begin.count)) }
    return nil
  }

  /// Returns all sentences of a language, a line each: `name = sentence`.
  package static func all(_ language: VoiceLanguage) -> String {
    switch language {
    case .en: English.sentences
    case .de: German.sentences
    case .es: Spanish.sentences
    case .fr: French.sentences
    case .it: Italian.sentences
    }
  }
}
