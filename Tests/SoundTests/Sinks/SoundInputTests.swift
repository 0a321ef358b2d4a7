import GestureFlowAPI
import Sound
import Testing

/// Tests of the choice of a card that records.
@Suite struct SoundInputTests {
  @Test(arguments: ["hw:CARD=B", "hw:CARD=B,DEV=1", "plughw:CARD=B", "hdmi:CARD=B,DEV=0"])
  func `the card that plays is tried first`(device: String) {
    #expect(ALSAInput.inOrderOfTrial(["A", "B", "C"], beside: device) == ["B", "A", "C"])
  }

  @Test(arguments: ["hw:1,0", "", "null", "hw:CARD=D"]) func `without it the kernel's order holds`(device: String) {
    #expect(ALSAInput.inOrderOfTrial(["A", "B"], beside: device) == ["A", "B"])
  }

  @Test func `a machine without an input has the remedy`() {
    for cards in [[], ["no such card"]] {
      let failure = #expect(throws: Failure.self) { _ = try ALSAInput(beside: "hw:CARD=A", cards: cards) }
      #expect(failure?.description.hasPrefix("no sound card records: plug one in") == true)
    }
  }
}
