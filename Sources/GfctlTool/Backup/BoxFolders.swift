import Foundation

/// Places of the box's files.
package struct BoxFolders: Sendable {
  /// State that the box writes.
  package var state: String
  /// Configuration that the owner writes.
  package var configuration: String

  /// - Parameters: see the properties; other folders in tests.
  package init(state: String = "/var/lib/gestureflow", configuration: String = "/etc/gestureflow") {
    (self.state, self.configuration) = (state, configuration)
  }

  var imports: String { state + "/imports" }
}
