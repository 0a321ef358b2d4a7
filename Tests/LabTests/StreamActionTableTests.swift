import GestureFlowAPI
import Lab
import SyntheticHands
import Testing

/// Tests of the table of `make demo MODE=stream`. It lists the requests and their results.
@Suite struct StreamActionTableTests {
  private static let begin = 5.0

  /// Returns the row of a report that is written by hand. It has 30 frames per second. `volumes` gives the volume
  /// from each second of the script on.
  private func answer(
    _ ask: ScriptedStreamAction.Ask, _ events: [(Double, String, String)] = [], volumes: [(from: Double, volume: Double)] = []
  )
    throws -> StreamActionTable.Row
  {
    let controls = (0..<120).map { i in
      let time = Double(i) / 30
      return ControlSample(
        t: Self.begin + time, speed: 1, pitchCents: 0, volume: volumes.last { $0.from <= time }?.volume ?? 0.8)
    }
    let told = events.map { Event(atSeconds: Self.begin + $0.0, type: $0.1, value: $0.2) }
    return try #require(StreamActionTable([ScriptedStreamAction(from: 1, to: 2, ask: ask)], controls: controls, events: told).rows.first)
  }

  @Test func `clients that come and go are seen at the player`() throws {
    let paused = try answer(.away, [(0.1, "streamChanged", "mpv playing"), (1.8, "streamChanged", "mpv paused")])
    #expect(paused.isDone && paused.happened.map { abs($0 - 1.8) < 1e-6 } == true && paused.detail == "mpv paused")
    #expect(try !answer(.away, [(0.1, "streamChanged", "mpv playing")]).isDone)
    #expect(try !answer(.away, []).isDone && !answer(.away, [(3.5, "streamChanged", "mpv paused")]).isDone, "too late")
    let back = try answer(.away, [(1.8, "streamChanged", "mpv paused"), (2.6, "streamChanged", "mpv playing")])
    #expect(back.isDone && back.detail == "mpv paused", "who comes back soon after has had the pause")
    let already = try answer(.back, [(0.1, "streamChanged", "mpv playing")])
    #expect(already.isDone && already.happened == nil && already.detail == "mpv playing already")
  }

  @Test func `a volume goes as far as it was asked for`() throws {
    #expect(try answer(.lift(sizes: -0.8), volumes: [(1.2, 0.42)]).isDone)
    #expect(try !answer(.lift(sizes: -0.8), volumes: [(1.2, 0.78)]).isDone, "hardly at all")
    #expect(try !answer(.lift(sizes: -0.8), volumes: [(1.2, 0.9)]).isDone, "the other way")
    #expect(try answer(.times(0.5), volumes: [(1.2, 0.41)]).isDone && !answer(.times(0.5)).isDone)
    #expect(try answer(.times(1.5), volumes: [(0, 1)]).isDone, "it is as loud as can be")
  }

  @Test func `a refusal and a title are events`() throws {
    #expect(try answer(.speed, [(1.5, "refused", "'speed' cannot be changed: …")]).isDone)
    #expect(try !answer(.speed, [(1.5, "refused", "'pitch' cannot be changed: …")]).isDone)
    #expect(try answer(.next, [(1.5, "trackChanged", "Stream 2")]).isDone && !answer(.next, [(0.2, "trackChanged", "Stream 1")]).isDone)
  }

  /// The box may report a lower volume of an external player wrongly.
  @Test func `the players own volume is looked at`() {
    #expect(StreamActionTable.volumes(box: 0.4, player: 0.41).areSame && !StreamActionTable.volumes(box: 0.4, player: 0.8).areSame)
    #expect(!StreamActionTable.volumes(box: 0.4, player: nil).areSame)
    #expect(StreamActionTable.volumes(box: 0.4, player: 0.8).text == "the player's volume is 0.80, the box's 0.40")
  }

  @Test func `the summary counts what is missing`() {
    let asks = [ScriptedStreamAction(from: 1, to: 2, ask: .speed), ScriptedStreamAction(from: 2, to: 3, ask: .next)]
    let table = StreamActionTable(asks, controls: [], events: [])
    #expect(!table.isComplete && table.summary == "2 actions were requested: 0 happened, 2 did not happen")
    #expect(table.text.split(separator: "\n").count == 3 && table.text.contains("MISSING: no frame was processed"))
    #expect(StreamActionTable([], controls: [], events: []).isComplete)
  }
}
