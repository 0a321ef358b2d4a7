import Foundation

/// The system's words for an errno value.
func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
