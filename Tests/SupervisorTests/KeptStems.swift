import Sound
import Testing

/// The first built-in stem set, computed once for all tests of a process. Computing it takes a second. In a suite with
/// this trait a box that loads the set finds its clips in memory (`BuiltinClips`).
struct KeptStems: SuiteTrait, TestScoping {
  /// A port that is never rendered. It holds the set that was handed to it.
  private static let kept = Result<StemPort, any Error> {
    let port = StemPort()
    let loader = try StemLoader(port)
    defer { loader.stop() }
    try loader.loadNow(StemSet(.evening))
    return port
  }

  func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
    _ = try Self.kept.get()
    try await function()
  }
}

extension Trait where Self == KeptStems {
  /// Keeps the first built-in stem set in memory.
  static var keptStems: Self { KeptStems() }
}
