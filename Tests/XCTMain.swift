import Testing

/// Runs the suites of Swift Testing.
///
/// With an entry point of our own the package manager does not search for XCTest cases, so it needs no index of the
/// tests, which took a fifth of their build.
@main struct TestProgram {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
