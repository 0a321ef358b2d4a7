import GestureFlowAPI
import Gestures
import Modes
import Panel
import Supervisor
import Testing

/// Tests of the hands LED and of the sounds that confirm actions of hands.
@Suite struct HandFeedbackTests {
  private func frequencies(_ events: [GestureEvent], _ commands: [GestureCommand] = []) -> [Double] {
    var feedback = HandFeedback()
    return feedback.signal(events, commands, at: 1)?.row.tone.map(\.frequency) ?? []
  }

  @Test func `the LED is dark once at taking hold and twice at letting go`() {
    #expect(HandFeedback.light([.controlEngaged(.pitch)]) == .engaged && HandFeedback.light([.controlReleased(.loop)]) == .released)
    #expect(HandFeedback.light([.controlReleased(.level), .controlEngaged(.roll)]) == .engaged, "it holds the other value")
    #expect(HandFeedback.light([.handsPresent, .channelSelected(1), .controlSnapped(.speed)]) == nil)
  }

  @Test func `taking hold, snapping in and selecting tick, and letting go does not`() {
    for (event, signal) in [
      (GestureEvent.controlEngaged(.speed), Signal.engaged), (.controlSnapped(.pitch), .snapped), (.channelSelected(3), .channelSelected),
    ] {
      #expect(frequencies([event]) == signal.row.tone.map(\.frequency) && signal.row.tone.count == 1, "\(event)")
    }
    for event in [GestureEvent.controlReleased(.speed), .handsPresent, .fingerCount(hand: 1, .left, 3)] {
      #expect(frequencies([event]).isEmpty, "\(event)")
    }
  }

  @Test func `mute, solo and another track have tones of their own, one a frame`() {
    let mute = frequencies([.muteAsked(channel: 0)])
    // Two thumbs request the mute again, which cancels it, and then the solo.
    let solo = frequencies([.muteAsked(channel: 0), .soloAsked(channel: 0)])
    let skip = frequencies([.controlReleased(.volume)], [.nextTrack])
    let all = [mute, solo, skip, Signal.engaged.row.tone.map(\.frequency)]
    #expect(Set(all).count == 4 && all.allSatisfy { !$0.isEmpty })
    #expect(frequencies([], [.previousTrack]) == skip && frequencies([], [.togglePlay]).isEmpty)
    #expect(frequencies([.controlEngaged(.level), .soloAsked(channel: 1)]) == solo)
  }

  @Test func `ticks keep apart, and a tone is never left out for one`() {
    var feedback = HandFeedback()
    let times = [1.0, 1.03, 1.09, 1.11, 1.2, 1.22]
    let ticks = times.map { feedback.signal([.controlSnapped(.pitch)], [], at: $0) == nil ? 0 : 1 }
    #expect(ticks == [1, 0, 0, 1, 0, 1])
    #expect(feedback.signal([.muteAsked(channel: 0)], [], at: 1.23) == .mute)
  }

  /// A feedback sound has at most two notes. It is short and quieter than other tones.
  @Test(arguments: HandFeedback.heard) func `a sound is short`(signal: Signal) {
    let tone = signal.row.tone
    #expect((1...2).contains(tone.count) && tone.allSatisfy { $0.length <= 0.1 && (200...2000).contains($0.frequency) })
    #expect((0...0.5).contains(signal.share) && signal.row.group == .hands)
  }
}
