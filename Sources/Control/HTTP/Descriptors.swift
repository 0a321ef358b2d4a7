import Foundation

/// Number of files and connections that this process may still open. The kernel has one limit for all: sticks, the
/// index, the camera and clients.
enum Descriptors {
  /// Number of descriptors reserved for the box. Clients do not get them.
  static let reserve = 64

  /// Whether a new client would take a descriptor of the reserve.
  ///
  /// The kernel assigns the lowest free number. A number near the limit means that nearly all lower ones are taken.
  static var areScarce: Bool {
    let probe = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard probe >= 0 else { return true }
    defer { close(probe) }
    return Int(probe) >= limit - reserve
  }

  /// Greatest number of descriptors of this process.
  static var limit: Int {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return 1024 }
    return Int(clamping: limits.rlim_cur)
  }
}
