/// Converts the command line from the owner's form to the parser's form.
package enum CommandLineWords {
  /// Forms in which owners write a flag's value, and the actual flag.
  private static let pretty = ["--json=pretty": "--json-pretty", "--json=plain": "--json"]

  /// Converts the words of a command line.
  /// - Parameter words: without the program's name.
  /// - Returns: the words with `--json=pretty` as its actual flag, and negative numbers after two dashes. Otherwise
  ///   the parser would read `-200` as flags.
  package static func parsed(_ words: [String]) -> [String] {
    guard let first = words.first else { return words }
    // Without a command the default is `status`.
    if first == "status" || first.hasPrefix("-") { return words.map { pretty[$0] ?? $0 } }
    guard TableCommands.takingNumbers.contains(first) else { return words }
    let end = words.firstIndex(of: "--") ?? words.endIndex
    var front: [String] = []
    var negative: [String] = []
    for word in words[..<end] {
      if word.hasPrefix("-"), Double(word) != nil { negative.append(word) } else { front.append(word) }
    }
    return negative.isEmpty ? words : front + ["--"] + negative + words[end...].dropFirst()
  }
}
