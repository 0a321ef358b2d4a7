import Foundation
import Settings
import Supervisor
import Testing

/// Tests of the memory used by repeated reads of a configuration. Each change of a setting reads it again.
@Suite struct ConfigMemoryTests {
  /// The test runs in its own process, because other tests change the memory use.
  @Test func `a document that was read is given back`() async {
    await #expect(processExitsWith: .success) {
      let folder = "[\"/" + String(repeating: "x", count: 1000) + "\"]"
      let text = "[library]\nfolders = [" + Array(repeating: folder, count: 200).joined(separator: ", ") + "]\n"
      func read(_ times: Int) {
        for _ in 0..<times {
          var configuration = Configuration()
          precondition(ConfigFile.apply(text, file: "test", to: &configuration).map(\.key) == ["library.folders"])
        }
      }
      read(20)
      let before = ProcessFigures.memoryMB.now
      read(100)
      let more = ProcessFigures.memoryMB.now - before
      if more < 8 { exit(EXIT_SUCCESS) }
      print("100 readings of 200 kB have cost \(more) MB")
      exit(EXIT_FAILURE)
    }
  }
}
