import GestureFlowAPI
import ExternalSources

/// The stem set of mode stems as a source.
package struct StemSource: PlaySource {
  package let id = PlaySourceID.stems
  package let name = "stems"
  package let can: StreamAbilities = [.play, .pause, .next, .previous, .volume, .loop]
  private let controls: ControlLoop
  private let stems: StemController
  private let checkTier: @Sendable (_ channel: Int) throws(Problem) -> Void

  /// Makes the source.
  /// - Parameters:
  ///   - controls: controls of the box.
  ///   - stems: the controller of mode stems.
  ///   - checkTier: throws for a channel, from 1, that the tier does not include.
  package init(_ controls: ControlLoop, _ stems: StemController, checkTier: @escaping @Sendable (_ channel: Int) throws(Problem) -> Void) {
    self.controls = controls
    self.stems = stems
    self.checkTier = checkTier
  }

  package func refusal(of command: Command.Name) -> Problem {
    switch command {
    case .seek: .refused("stems play in a loop, so seek has no effect: run gfctl loop to repeat a part of one")
    case .speed: .refused("'speed' belongs to mode player: run gfctl tempo instead")
    case .pitch: .refused("'pitch' belongs to mode player: run gfctl stem NUMBER pitch instead")
    default: command.belongs(to: .player)
    }
  }

  package func carryOut(_ command: Command) throws(Problem) -> String {
    switch command {
    case .play, .pause, .toggle: return controls.play(command) ? "playing" : "paused"
    case .next, .nextFolder: stems.selector.skip(1)
    case .prev, .prevFolder: stems.selector.skip(-1)
    case .select(let text):
      guard stems.selector.select(text) else { throw .notFound("the stem set '\(text)' does not exist: run gfctl library list") }
    case .volume(let volume): controls.change { $0.set(volume: volume) }
    case .loop(let request):
      let (channel, region) = (request.channel, request.region)
      // Check the set first: no tier adds a channel that the set does not have.
      try stems.check(channel.index)
      try checkTier(channel.number)
      try stems.loop(channel.index, region)
      return region.isWhole
        ? "channel \(channel.number) is played whole from the next bar line on"
        : "channel \(channel.number) repeats quarters \(region.start) to \(region.end) from the next bar line on"
    default: throw refusal(of: command.name)
    }
    return "done"
  }

  package func begin() { controls.change { $0.begin(.stems) } }
  package func end() { controls.change { $0.hold(.stems) } }
  // Does nothing, as for the library.
  package func cut() {}
  package var isSilent: Bool { stems.isSilent }
}
