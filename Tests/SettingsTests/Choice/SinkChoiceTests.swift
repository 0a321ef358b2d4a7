import GestureFlowAPI
import Settings
import Testing

/// Tests of the choice of the sink by the owner's settings.
@Suite struct SinkChoiceTests {
  @Test(
    arguments: [
      ("alsa", .alsa(nil)), ("alsa:", .alsa(nil)), ("alsa:DAC", .alsa("DAC")), ("alsa:hw:CARD=DAC,DEV=0", .alsa("hw:CARD=DAC,DEV=0")),
      ("wav:/tmp/a:b.wav", .wav("/tmp/a:b.wav")), ("fifo:/tmp/p", .fifo("/tmp/p")), ("null", .null),
    ] as [(String, SinkChoice)])
  func `names of sinks are understood`(text: String, choice: SinkChoice) throws {
    #expect(try SinkChoice(text) == choice)
  }

  @Test(arguments: ["", ":", "wav", "wav:", "fifo", "fifo:", "loud", "ALSA", " null"])
  func `an error is named with the valid values`(text: String) {
    let error = #expect(throws: Failure.self) { _ = try SinkChoice(text) }
    #expect(error?.description == "--sink \(text): it takes alsa[:ID], wav:PATH, fifo:PATH or null")
  }
}
