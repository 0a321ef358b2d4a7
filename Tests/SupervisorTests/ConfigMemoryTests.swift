import Supervisor
import Testing

/// What reading a configuration costs when it is done again and again, as with every change of a setting.
@Suite struct ConfigMemoryTests {
  /// TOMLKit keeps the document unless it is emptied: 60 MB in this test, in a process of its own because others' memory comes and goes.
  @Test func readingAConfigurationCostsNoMemoryForEver() async {
    await #expect(processExitsWith: .success) {
      let folder = "\"/" + String(repeating: "x", count: 1000) + "\""
      let text = "[library]\nfolders = [" + Array(repeating: folder, count: 200).joined(separator: ", ") + "]\n"
      func read(_ times: Int) {
        for _ in 0..<times {
          var configuration = Configuration()
          precondition(ConfigFile.apply(text, file: "test", to: &configuration).isEmpty && configuration.folders.count == 200)
        }
      }
      read(50)
      let before = ProcessFigures.memoryMB.now
      read(300)
      let more = ProcessFigures.memoryMB.now - before
      precondition(more < 20, "300 readings of 200 kB have cost \(more) MB")
    }
  }
}
