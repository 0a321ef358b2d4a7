import Foundation

/// How many more files and connections this process may open. The kernel's limit is one for all: sticks, the index, the camera and clients.
enum Descriptors {
  /// So many are kept for the box itself: clients get none of them.
  static let reserve = 64

  /// True if a new client would take one of the reserve.
  ///
  /// The kernel gives the lowest free number, so a number near the limit means that nearly all below it are taken.
  static var areScarce: Bool {
    let probe = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard probe >= 0 else { return true }
    defer { close(probe) }
    return Int(probe) >= limit - reserve
  }

  /// The most descriptors that this process may have.
  static var limit: Int {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return 1024 }
    return Int(clamping: limits.rlim_cur)
  }
}
