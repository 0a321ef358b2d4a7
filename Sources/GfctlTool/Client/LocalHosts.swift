import GestureFlowAPI
import NIOCore

/// The names by which browsers on the local network find this machine.
package enum LocalHosts {
  /// Its name, and its IPv4 addresses without that of loopback.
  package static var all: [String] {
    let addresses = ((try? System.enumerateDevices()) ?? []).compactMap { $0.address?.ipAddress }
    return [HostName.local] + addresses.filter { $0.contains(".") && !$0.hasPrefix("127.") }
  }
}
