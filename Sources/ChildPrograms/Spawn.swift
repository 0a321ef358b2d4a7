import CRealtime
import Glibc

/// Start parameters of a new program.
struct Spawn: Sendable {
  let program: String
  let arguments: [String]
  /// Sources of its standard input, output, error and descriptor 3. `gf_spawn` defines the values.
  let descriptors: [Int32]

  /// Starts it and waits until the kernel has started it. - Returns: 0, or an errno value.
  func start(_ number: inout pid_t) -> Int32 {
    let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    return gf_spawn(&number, program, words + [nil], descriptors)
  }
}
