import GestureFlowAPI
import GfctlTool
import Testing

/// The output of `gfctl midi learn` while it waits, and its result.
@Suite struct LearnWatcherTests {
  private func midi(_ learning: String?, _ answer: String?) -> MIDIStatus {
    var midi = MIDIStatus(available: true)
    (midi.learning, midi.learnAnswer) = (learning, answer)
    return midi
  }

  @Test func `it says what became of it`() {
    var watch = LearnWatcher("volume")
    let looks = [
      midi("volume", nil), midi("volume", "move another one"), midi("volume", "move another one"),
      midi(nil, "volume is played by cc 7 channel 1; it played speed, which has no control now"),
    ].map { watch.take($0) }
    #expect(
      looks[0] == LearnWatcher.Answer() && looks[1] == LearnWatcher.Answer(text: "move another one") && looks[2] == LearnWatcher.Answer())
    #expect(looks[3].isLearned == true && looks[3].text?.hasSuffix("which has no control now") == true)
  }

  @Test func `a control that was not learned is a failure`() {
    var late = LearnWatcher("volume"), other = LearnWatcher("volume"), gone = LearnWatcher("volume")
    let lateLook = late.take(midi(nil, "volume was not learned: no control moved"))
    let otherLook = other.take(midi("speed", nil))
    let goneLook = gone.take(nil)
    #expect(lateLook.isLearned == false && goneLook.isLearned == false && otherLook.isLearned == false)
    #expect(otherLook.text == "volume was not learned: something else is waited for, or the box was started again")
  }

  @Test func `learned controls are listed`() {
    var status = midi(nil, nil)
    #expect(LearnWatcher.list(nil) == "this box has no MIDI" && LearnWatcher.list(status).hasPrefix("nothing was learned"))
    status.learned = [
      MIDIBinding(parameter: "volume", message: "cc 7 channel 1"), MIDIBinding(parameter: "mute 1", message: "note 36 channel 10"),
    ]
    #expect(LearnWatcher.list(status) == "volume  cc 7 channel 1\nmute 1  note 36 channel 10")
  }
}
