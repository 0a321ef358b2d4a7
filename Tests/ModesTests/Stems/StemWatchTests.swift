import Modes
import Sound
import Testing

/// Tests of the changes between two polls of the stems.
@Suite struct StemWatchTests {
  private let half = Sound.LoopRegion(start: 0, end: 2) ?? .whole
  private let last = Sound.LoopRegion(start: 3, end: 4) ?? .whole

  /// A state in which set 1 plays in the middle of bar 4.
  private var playing: StemState {
    var state = StemState()
    (state.set, state.bar, state.beat, state.isSilent) = (1, 4, 2, false)
    return state
  }

  /// Returns a watch that has seen this state.
  private func watch(_ state: StemState, selected: Int? = nil) -> StemWatch {
    var watch = StemWatch()
    _ = watch.look(state, selected: selected)
    return watch
  }

  @Test func `nothing is reported before the first set`() {
    var watch = StemWatch()
    #expect(watch.look(StemState(), selected: nil).isEmpty)
    #expect(watch.look(playing, selected: nil) == [.set(1), .bar(4), .beat])
    #expect(watch.look(playing, selected: nil).isEmpty)
  }

  @Test func `beats and bars are reported once`() {
    var watch = watch(playing)
    var next = playing
    next.beat = 3
    #expect(watch.look(next, selected: nil) == [.beat])
    (next.bar, next.beat) = (5, 0)
    #expect(watch.look(next, selected: nil) == [.bar(5), .beat])
    // One bar later on the same beat, without a poll in between.
    next.bar = 6
    #expect(watch.look(next, selected: nil) == [.bar(6), .beat])
  }

  @Test func `a paused set has no beats`() {
    var state = playing
    state.isSilent = true
    var watch = watch(state)
    (state.bar, state.beat) = (5, 0)
    #expect(watch.look(state, selected: nil).isEmpty)
    state.isSilent = false
    #expect(watch.look(state, selected: nil) == [.bar(5)], "when it goes on it says where")
  }

  @Test func `a selection is reported when it changes`() {
    var watch = watch(playing, selected: 1)
    #expect(watch.look(playing, selected: 1).isEmpty)
    #expect(watch.look(playing, selected: 2) == [.selected(2)])
    #expect(watch.look(playing, selected: nil).isEmpty)
    #expect(watch.look(playing, selected: 2) == [.selected(2)])
  }

  @Test func `a loop is reported when it is asked for replaced and played`() {
    var watch = watch(playing)
    var state = playing
    state.channels[2].pending = half
    #expect(watch.look(state, selected: nil) == [.pending(channel: 2, half)])
    #expect(watch.look(state, selected: nil).isEmpty)
    state.channels[2].pending = last
    #expect(watch.look(state, selected: nil) == [.pending(channel: 2, last)])
    state.channels[2].pending = nil
    (state.channels[2].loop, state.channels[2].loopAt) = (last, 480_000)
    #expect(watch.look(state, selected: nil) == [.applied(channel: 2, last, frame: 480_000)])
    // The end of a loop waits as well. The loop plays until then.
    state.channels[2].pending = .whole
    #expect(watch.look(state, selected: nil) == [.pending(channel: 2, .whole)])
  }

  @Test func `a withdrawn request is reported`() {
    var state = playing
    (state.channels[1].loop, state.channels[1].loopAt, state.channels[1].pending) = (half, 1000, last)
    var watch = watch(state)
    state.channels[1].pending = nil
    #expect(watch.look(state, selected: nil) == [.dropped(channel: 1, last)], "what plays already was asked for")
    #expect(watch.look(state, selected: nil).isEmpty)
  }

  @Test func `another set has its own loops`() {
    var state = playing
    (state.channels[0].loop, state.channels[0].loopAt, state.channels[0].pending) = (half, 1000, last)
    var watch = watch(state)
    var next = playing
    (next.set, next.bar, next.beat) = (2, 0, 0)
    #expect(
      watch.look(next, selected: nil) == [.dropped(channel: 0, last), .set(2), .bar(0), .beat],
      "what the set before had is not news of this one, but that it will not be played")
    next.channels[0].pending = last
    #expect(watch.look(next, selected: nil) == [.pending(channel: 0, last)])
  }
}
