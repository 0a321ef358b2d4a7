import GestureFlowAPI
import Testing

/// Tests of the rows of the table of commands.
@Suite struct CommandTableTests {
  @Test(arguments: Command.Name.allCases) func `a row has help in sentences`(name: Command.Name) {
    let row = Command.row(of: name)
    #expect(row.help.hasSuffix("."))
    #expect(row.value.isEmpty || row.value.hasSuffix("."))
    #expect(row.more.isEmpty || row.more.hasSuffix("."))
  }

  @Test func `commands of the box are not replayed`() {
    for name in [Command.Name.shutdown, .import, .licenseInstall, .captureStart, .tier, .midiLearn, .test] { #expect(!name.isPlaying) }
    for name in [Command.Name.play, .loop, .tempo, .panic] { #expect(name.isPlaying && !name.isTold) }
    for name in [Command.Name.volume, .speed, .stemPitch, .mode, .home] { #expect(name.isPlaying && name.isTold) }
  }

  @Test func `negative numbers are arguments where the row takes a number`() {
    let taken = Command.Name.allCases.filter { Command.row(of: $0).argument.takesNumber }
    #expect(Set([Command.Name.pitch, .speed, .volume, .seek, .tempo, .effect, .stemVolume, .stemPitch]).isSubset(of: taken))
    #expect(!taken.contains(.range) && !taken.contains(.select) && !taken.contains(.licenseInstall))
  }
}
