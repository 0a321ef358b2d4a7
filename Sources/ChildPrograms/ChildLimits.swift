import Glibc

/// Limits for a program that reads files of unknown origin.
///
/// The words stand before the program's own, as `nice` does, and `env` runs them. A file that makes the program take more memory than it may ends that program
/// alone; where the machine or the service has no memory left, the kernel ends the program before this one.
public enum ChildLimits {
  /// Address space of a program that reads sound, in bytes.
  public static let sound = 1 << 30
  /// Address space of a program that decodes frames, in bytes: a film in 4K takes 0.7 GB of it.
  public static let frames = 2 << 30

  /// The words before the program's name.
  /// - Parameter addressSpace: the most bytes of address space that it may have.
  public static func words(addressSpace: Int) -> [String] {
    // More than this process may have itself would be refused, and the program with it.
    var own = rlimit()
    let most =
      getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &own) == 0 ? min(UInt64(addressSpace), UInt64(own.rlim_max)) : UInt64(addressSpace)
    return ["choom", "-n", "1000", "--", "prlimit", "--as=\(most)", "--"]
  }
}
