import GestureFlowAPI
import Streams

/// The stem set of mode stems as a source.
package struct StemSource: PlaySource {
  package let id = PlaySourceID.stems
  package let name = "stems"
  package let can: StreamAbilities = [.play, .pause, .next, .previous, .volume, .loop]
  private let controls: Controls
  private let stems: StemStage
  private let checkTier: @Sendable (_ channel: Int) throws(Problem) -> Void

  /// Makes the source.
  /// - Parameters:
  ///   - controls: controls of the box.
  ///   - stems: the stage of mode stems.
  ///   - checkTier: throws for a channel, from 1, that the tier does not include.
  package init(_ controls: Controls, _ stems: StemStage, checkTier: @escaping @Sendable (_ channel: Int) throws(Problem) -> Void) {
    self.controls = controls
    self.stems = stems
    self.checkTier = checkTier
  }

  package func refusal(of ask: SourceAsk) -> Problem {
    switch ask {
    case .seek: .refused("stems run round and round: they have no place to seek; gfctl loop repeats a part of one")
    case .speed: .refused("'speed' belongs to mode player: in mode stems gfctl tempo sets the tempo")
    case .pitch: .refused("'pitch' belongs to mode player: in mode stems gfctl stem pitch sets that of a channel")
    default: ask.belongs(to: .player)
    }
  }

  package func carryOut(_ ask: SourceAsk) throws(Problem) -> String {
    switch ask {
    case .play, .pause, .toggle: return controls.play(ask) ? "playing" : "paused"
    case .skip(let by), .skipFolder(let by): stems.rack.skip(by)
    case .select(let text):
      guard stems.rack.select(text) else { throw .notFound("there is no stem set '\(text)'; gfctl library list shows all") }
    case .volume(let volume): controls.set(volume: volume)
    case .loop(let wish):
      // Check the set first: no tier adds a channel that the set does not have.
      try stems.check(wish.channel - 1)
      try checkTier(wish.channel)
      try stems.loop(wish.channel - 1, wish.region)
      return wish.region.isWhole
        ? "channel \(wish.channel) is played whole from the next bar line on"
        : "channel \(wish.channel) repeats quarters \(wish.region.start) to \(wish.region.end) from the next bar line on"
    case .seek, .speed, .pitch: throw refusal(of: ask)
    }
    return "done"
  }

  package func begin() { controls.begin(.stems) }
  package func end() { controls.hold(.stems) }
  // Does nothing, as for the library.
  package func cut() {}
  package var isSilent: Bool { stems.isSilent }
}
