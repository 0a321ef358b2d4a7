import GestureFlowAPI
import Library
import Modes
import Sound

/// Events of the deck, the library and the camera.
extension Box {
  /// Publishes an event that does not come from a gesture.
  package func publish(_ type: String, _ value: String) { reporter.publish(type, value) }

  /// Reports a refusal, see `Reporter`.
  package func refuse(_ reason: String, isHeard: Bool = true) { reporter.refuse(reason, isHeard: isHeard) }

  /// Registers for the deck's events.
  func observe() {
    deck.observe(
      track: { [jukebox, reporter] _, title in
        reporter.publish("trackChanged", title)
        reporter.signals.flash(.trackChanged)
        jukebox.trackBegan()
      }, failure: { [log] error in log.notice("skipped \(error)") })
    deck.observeMedia(isGone: { [jukebox] in jukebox.isGone($0) }) { [jukebox, reporter] lost in
      jukebox.lose(lost)
      reporter.publish("mediaLost", "")
    }
    deck.observeEnd { [weak self] in self?.endOfMusic() }
    let mode = LoudnessMode(rawValue: config.configuration.loudness) ?? .track
    guard mode != .off else { return }
    // Called on the deck's own thread.
    deck.observeGain { [jukebox, library = part.library] item in
      guard let track = jukebox.track(of: item),
        let known = try? library.library?.index.loudness(of: track.relative, stick: track.stick)
      else { return .none }
      return TrackGain(mode.loudness(of: known))
    }
  }

  /// Pauses after the last track, with repeat off.
  private func endOfMusic() {
    jukebox.end { [controls, log] in
      controls.change { if $0.values.channel == .track { $0.pause() } }
      log.notice("the last track has ended: press PLAY or run gfctl play to begin again")
    }
  }
}
