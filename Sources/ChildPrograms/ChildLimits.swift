import Glibc

/// Limits for a program that reads files of unknown origin.
///
/// The words stand before the program's own, as with `nice`, and `env` runs them. A file that makes the program exceed
/// its memory ends that program alone. When the machine or the service has no memory left, the kernel ends the program
/// before this one.
public enum ChildLimits {
  /// Address space of a program that reads sound, in bytes.
  public static let sound = 1 << 30
  /// Address space of a program that decodes frames, in bytes. A film in 4K takes 0.7 GB of it.
  public static let frames = 2 << 30

  /// Returns the words before the program's name.
  /// - Parameter addressSpace: the most bytes of address space that it may have.
  public static func words(addressSpace: Int) -> [String] {
    // Stay within this process's own limit. The kernel would refuse more, and the program would not start.
    var own = rlimit()
    let most =
      getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &own) == 0 ? min(UInt64(addressSpace), UInt64(own.rlim_max)) : UInt64(addressSpace)
    return ["choom", "-n", "1000", "--", "prlimit", "--as=\(most)", "--"]
  }
}
