import CSpawn
import Glibc

/// What a new program begins with.
struct Spawn: Sendable {
  let program: String
  let arguments: [String]
  /// What its standard input, output and error and its descriptor 3 are copies of, as `gf_spawn` takes it.
  let descriptors: [Int32]

  /// Starts it, and waits until the kernel has taken it. - Returns: 0, or an errno value.
  func start(_ number: inout pid_t) -> Int32 {
    let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    return gf_spawn(&number, program, words + [nil], descriptors)
  }
}
