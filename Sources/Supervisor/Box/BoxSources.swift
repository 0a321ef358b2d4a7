import GestureFlowAPI
import Realtime

/// Whatever plays, by one way: what it can is asked of the source, and of nobody else.
extension Box {
  /// Someone else's music as it is now, in whichever mode.
  package var streamStatus: StreamStatus { stream.status(at: Clock.seconds) }

  /// A held gesture goes the way of the buttons. What is refused is told as theirs.
  func ask(_ command: Command) {
    let source = modes.now.source
    do throws(Problem) { _ = try source.ask(command) } catch {
      if source.id.channel == .stream { stream.refuse(command.name, error, at: Clock.seconds) }
      refuse(error.detail)
    }
  }

  /// Looks at someone else's music, and makes known what happened there. - Parameter now: seconds of `Clock`.
  func lookAtStream(at now: Double) {
    for news in stream.look(at: now) {
      switch news {
      case .changed(let source): note("streamChanged", source)
      case .title(let title):
        note("trackChanged", title)
        flash(.flash, on: .track)
      case .volume(let volume): controls.set(volume: Volume(nearest: volume))
      case .began: controls.play()
      case .refused(let refusal): refuse(refusal.reason)
      case .beside(let player):
        log.notice("\(player) plays beside mode \(controls.values.mode.rawValue): pause it at the player, or go to it: gfctl mode stream")
      case .unheeding(let player):
        note("streamUnheeding", player)
        let failure = StreamPart.failure(unheeding: [player])
        log.notice("\(failure.reason): \(failure.remedy)")
      }
    }
  }
}
