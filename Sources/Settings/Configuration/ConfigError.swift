/// A mistake in a configuration or sound file. It says where, what, and what is allowed.
package struct ConfigError: Sendable, Equatable, CustomStringConvertible {
  package var file: String
  package var line: Int?
  package var key: String?
  package var text: String

  package init(file: String, line: Int? = nil, key: String? = nil, text: String) {
    self.file = file
    self.line = line
    self.key = key
    self.text = text
  }

  package var description: String {
    var place = file
    if let line { place += ":\(line)" }
    return key.map { "\(place): \($0): \(text)" } ?? "\(place): \(text)"
  }
}
