import GestureFlowAPI
import Perception
import Realtime

/// Reports what happens in the box. Clients get events, the owner gets notices, and the person in front gets signals.
package struct Reporter: Sendable {
  let hub: EventHub
  let clock: EventClock
  let log: BootLog
  package let signals: Signals
  /// Keeps the events of a run for its report.
  let tracker: TrackerPart

  /// Publishes an event that does not come from a gesture.
  /// - Parameter frame: the output frame at which it began, if that is known.
  func publish(_ type: String, _ value: String, frame: Int64? = nil) {
    publish(Event(atSeconds: clock.now, type: type, value: value, frame: frame))
  }

  /// Publishes an event to subscribers, and keeps it for the report.
  func publish(_ event: Event) {
    tracker.pipeline?.remember(event)
    hub.publish(event)
  }
}
