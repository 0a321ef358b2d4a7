import GestureFlowAPI
import Gestures

extension Event {
  /// Creates the clients' event for an event of a gesture.
  package init(_ event: GestureEvent, at seconds: Double) {
    self.init(atSeconds: seconds.rounded(digits: 4), type: event.type)
    switch event {
    case .handAppeared(let id, let side), .handDisappeared(let id, let side):
      hand = id
      handedness = side.rawValue
    case .handsPresent, .handsAbsent: break
    case .fingerCount(let id, let side, let count):
      hand = id
      handedness = side.rawValue
      value = String(count)
    case .gestureBegan(let id, let side, let gesture), .gestureEnded(let id, let side, let gesture),
      .gestureHeld(let id, let side, let gesture):
      hand = id
      handedness = side.rawValue
      value = gesture.rawValue
    case .home(let id, let side):
      hand = id
      handedness = side.rawValue
    case .handsSwitched(let isOn): value = isOn ? "on" : "off"
    case .controlEngaged(let control), .controlReleased(let control), .controlSnapped(let control): value = control.rawValue
    case .channelSelected(let channel), .muteAsked(let channel), .soloAsked(let channel): value = String(channel + 1)
    case .loopAsked(let channel, let start, let end): value = "\(channel + 1) \(start) \(end)"
    }
  }
}
