/// The command line as owners write it, in the form that the parser takes.
package enum CommandLineWords {
  /// Commands whose argument is a number that may be negative, or wrongly is.
  private static let numbers: Set<String> = ["pitch", "speed", "volume", "seek", "stem", "tempo", "effect"]
  /// How owners write a flag's value, and the flag that it is.
  private static let pretty = ["--json=pretty": "--json-pretty", "--json=plain": "--json"]

  /// - Parameter words: without the program's name.
  /// - Returns: with `--json=pretty` as the flag it stands for, and negative numbers behind two dashes: to the parser `-200` would be flags.
  package static func parsed(_ words: [String]) -> [String] {
    guard let first = words.first else { return words }
    // Without a command's name it is `status`.
    if first == "status" || first.hasPrefix("-") { return words.map { pretty[$0] ?? $0 } }
    guard numbers.contains(first) else { return words }
    let end = words.firstIndex(of: "--") ?? words.endIndex
    var front: [String] = []
    var negative: [String] = []
    for word in words[..<end] {
      if word.hasPrefix("-"), Double(word) != nil { negative.append(word) } else { front.append(word) }
    }
    return negative.isEmpty ? words : front + ["--"] + negative + words[end...].dropFirst()
  }
}
