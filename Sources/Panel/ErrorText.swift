import Foundation

/// Returns the system's text of an errno value.
func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
