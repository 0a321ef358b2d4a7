import GestureFlowAPI
import Gestures
import Perception
import Testing

/// Requests of hands to the stems, as clients see them. There, channels count from 1.
@Suite struct StemEventNamesTests {
  @Test(arguments: [
    (GestureEvent.channelSelected(0), "channelSelected", "1"), (.loopAsked(channel: 3, start: 1, end: 4), "loopAsked", "4 1 4"),
    (.muteAsked(channel: 1), "muteAsked", "2"), (.soloAsked(channel: 2), "soloAsked", "3"),
    (.controlEngaged(.level), "controlEngaged", "level"),
    (.controlReleased(.loop), "controlReleased", "loop"),
  ])
  func `channels count from one`(event: GestureEvent, type: String, value: String) {
    let told = Event(event, at: 1.5)
    #expect(told.type == type && told.value == value && told.hand == nil && told.atSeconds == 1.5)
  }

  @Test func `events of fists have names`() {
    #expect(Event(.handsSwitched(isOn: false), at: 1) == Event(atSeconds: 1, type: "hands", value: "off"))
    #expect(Event(.handsSwitched(isOn: true), at: 1).value == "on")
    #expect(Event(.home(hand: 3, .right), at: 1) == Event(atSeconds: 1, type: "home", hand: 3, handedness: "right"))
    #expect(Event(.controlSnapped(.pitch), at: 1) == Event(atSeconds: 1, type: "controlSnapped", value: "pitch"))
    #expect(EventKind.happenings.isSuperset(of: ["hands", "home", "controlSnapped"]))
  }
}
