import GestureFlowAPI
import Modes
import Realtime

/// Access to the playing source. Only the source itself decides what it can do.
extension Box {
  /// Status of mode stream now, in any mode.
  package var streamStatus: StreamStatus { stream.status(at: Clock.seconds) }

  /// Sends the command of a held gesture to the source. A refusal is reported in the same way as for a button.
  func ask(_ command: Command) {
    let source = modes.now.source
    let work: @Sendable () -> Void = { [self] in
      do throws(Problem) { _ = try source.ask(command) } catch {
        if source.id.channel == .stream { stream.refuse(command.name, error, at: Clock.seconds) }
        refuse(error.detail)
      }
    }
    if command.name.mayBlock { beside(command.row.domain, work) } else { work() }
  }
}

extension Reporter {
  /// Polls the stream sources and reports their events.
  /// - Parameter now: seconds of `Clock`.
  func look(at stream: StreamController, now: Double) {
    let controls = signals.controls
    for event in stream.look(at: now) {
      switch event {
      case .changed(let source): publish("streamChanged", source)
      case .title(let title):
        publish("trackChanged", title)
        signals.flash(.trackChanged)
      case .volume(let volume): controls.change { $0.set(volume: Volume(nearest: volume)) }
      case .began: controls.change { $0.play() }
      case .refused(let refusal): refuse(refusal.reason)
      case .beside(let player):
        log.notice("\(player) plays beside mode \(controls.values.mode.rawValue): pause it at the player, or run gfctl mode stream")
      case .unheeding(let player):
        publish("streamUnheeding", player)
        let failure = StreamPart.failure(unheeding: [player])
        log.notice("\(failure.reason): \(failure.remedy)")
      }
    }
  }
}
