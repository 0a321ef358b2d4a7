/// Converts the command line from the owner's form to the parser's form.
package enum CommandLineWords {
  /// Forms in which owners write a flag's value, and the actual flag.
  private static let pretty = ["--json=pretty": "--json-pretty", "--json=plain": "--json"]

  /// Beginnings of the options of gfctl itself. The last one is what scripts of shells ask for completions.
  private static let own = ["-h", "--help", "--version", "--generate-completion-script", "--experimental-dump-help", "---completion"]

  /// Converts the words of a command line.
  /// - Parameter words: without the program's name.
  /// - Returns: the words with `--json=pretty` as its actual flag, and negative numbers after two dashes. Otherwise
  ///   the parser would read `-200` as flags.
  package static func parsed(_ words: [String]) -> [String] {
    guard let first = words.first else { return ["status"] }
    // Without a command the default is `status`.
    if first.hasPrefix("-"), !own.contains(where: first.hasPrefix) { return parsed(["status"] + words) }
    if first == "status" { return words.map { pretty[$0] ?? $0 } }
    guard TableCommands.takingNumbers.contains(first) else { return words }
    let end = words.firstIndex(of: "--") ?? words.endIndex
    var front: [String] = []
    var negative: [String] = []
    for word in words[..<end] {
      if isNegative(word) { negative.append(word) } else { front.append(word) }
    }
    return negative.isEmpty ? words : front + ["--"] + negative + words[end...].dropFirst()
  }

  /// Whether a word is a negative number as people type it. Examples are `-5`, `-5%` and `-1:30`.
  private static func isNegative(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return second.isASCII && (second.isNumber || second == ".") || Double(word) != nil
  }
}
