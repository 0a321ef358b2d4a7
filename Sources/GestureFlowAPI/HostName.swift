/// The name of this machine on its local network.
package enum HostName {
  /// The name that mDNS publishes, such as `gestureflow-1a2b.local`. It has the host name's first label in small
  /// letters.
  package static var local: String {
    let label = KernelFile.text("/proc/sys/kernel/hostname")?.lowercased().prefix { $0 != "." && !$0.isNewline } ?? ""
    return "\(label.isEmpty ? "localhost" : label).local"
  }
}
