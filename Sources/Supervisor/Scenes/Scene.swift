import GestureFlowAPI
import Settings

/// How the box plays at one moment. It has the mode, its music and its values.
package struct Scene: Codable, Sendable, Equatable {
  /// A repeated region of a stem.
  package struct Loop: Codable, Sendable, Equatable {
    /// Number of the channel, from 1.
    package var channel: Int
    package var region: StemLoop

    package init(channel: Int, region: StemLoop) { (self.channel, self.region) = (channel, region) }
  }

  /// Its number, 1...4.
  package var number: Int
  /// Title of the track, set or sound; nil without one.
  package var title: String?
  /// Mode and values, as the state file has them.
  package var state: SavedState
  /// Filter of the song, -1...1. Nil in other modes, and in a file from before scenes had it.
  package var filter: Double?
  /// Tempo of the stem set in beats a minute. Nil in other modes.
  package var tempoBPM: Double?
  /// Loops of the stems.
  package var loops: [Loop] = []

  /// Makes a scene. Of the state it keeps only the mode's music and values.
  package init(number: Int, title: String?, state: SavedState) {
    (self.number, self.title, self.state) = (number, title, state)
    (self.state.elsewhere, self.state.queue, self.state.shuffleSeed, self.state.repeats) = ([], [], nil, .all)
    (self.state.learned, self.state.serial, self.state.position) = (SavedState().learned, 0, 0)
  }

  /// The scene with all values in their ranges. Nil for a number that no scene has.
  var inRange: Scene? {
    guard SceneNumber(number) != nil else { return nil }
    var scene = self
    scene.title = title.map { cleaned($0, limit: 100) }
    scene.state = state.inRange
    scene.filter = filter.flatMap(FilterKnob.init(nearest:))?.value
    scene.tempoBPM = tempoBPM.flatMap(Tempo.init(_:))?.value
    scene.loops = loops.filter { loop in
      StemNumber(loop.channel).flatMap { LoopRequest(channel: $0, region: loop.region) } != nil
    }
    return scene
  }
}
