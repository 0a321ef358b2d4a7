/// A value of a TOML text.
package enum TOMLValue: Equatable, Sendable {
  case flag(Bool)
  case whole(Int)
  /// A number, which may be infinite or NaN. TOML has words for both.
  case number(Double)
  case text(String)
  /// A date or time as written, without further checks.
  case date(String)
  case list([TOMLValue])
  case table(TOMLTable)
}

/// A table of a TOML text: keys with their values and lines.
package struct TOMLTable: Equatable, Sendable {
  /// A value and its line.
  package struct Item: Equatable, Sendable {
    /// Line of the key, or of the first header that names it. Lines count from 1.
    package var line: Int
    package var value: TOMLValue

    package init(line: Int, value: TOMLValue) {
      self.line = line
      self.value = value
    }
  }

  package var items: [String: Item]

  package init(items: [String: Item]) { self.items = items }

  package subscript(key: String) -> TOMLValue? { items[key]?.value }
}

/// The reason why a text is not valid TOML. It has the place and the remedy.
package struct TOMLFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// Line, from 1.
  package var line: Int
  /// Column in letters, from 1.
  package var column: Int?
  /// Key with the names of its tables, such as `camera.rate`. Nil outside a key's value.
  package var key: String?
  package var text: String

  package init(line: Int = 0, column: Int? = nil, key: String? = nil, text: String) {
    (self.line, self.column, self.key, self.text) = (line, column, key, text)
  }

  package var description: String { column.map { "column \($0): \(text)" } ?? text }
}
