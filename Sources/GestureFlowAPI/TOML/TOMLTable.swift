/// A value of a TOML text.
package enum TOMLValue: Equatable, Sendable {
  case flag(Bool)
  case whole(Int)
  /// May be infinite, or not a number at all: TOML has words for both.
  case number(Double)
  case text(String)
  /// A date or a time, as it is written. It is not looked at more closely.
  case date(String)
  case list([TOMLValue])
  case table(TOMLTable)
}

/// A table of a TOML text: its keys with their values and lines.
package struct TOMLTable: Equatable, Sendable {
  /// A value, and where it stands.
  package struct Item: Equatable, Sendable {
    /// The line of the key, or of the first head that names it; from 1.
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

/// Why a text cannot be read as TOML: where, and how to mend it.
package struct TOMLFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// From 1.
  package var line: Int
  /// In letters, from 1.
  package var column: Int
  /// With the names of the tables around it, `camera.rate`; nil outside a key's value.
  package var key: String?
  package var text: String

  package var description: String { "column \(column): \(text)" }
}
