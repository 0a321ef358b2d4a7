import Modes

/// Time limits for the steps of a shutdown, in seconds. docs/design/deadlines.md has the table.
package enum Deadlines {
  /// Timeout of the service manager's watchdog (`WatchdogSec`).
  package static let watchdog = 10.0
  /// Time between two polls of the feeder.
  package static let tick = watchdog / 8

  /// Longest time between two polls of the parts. A poll normally comes every 0.1 s. After it the supervision stands
  /// still, and the box reports that.
  package static let standstill = 60.0
  /// Time of readiness after which a start was good. A part may still be starting then.
  package static let settled = 60.0

  /// Fade of the music.
  package static let fade = 0.3
  /// Restoring the volume of another program's player.
  package static let lastWord = StreamController.lastWord
  /// Completing a capture.
  package static let capture = 2.0
  /// Stopping the parts, one after the other; each stops within a second.
  package static let parts = 12.0
  /// Writing the state and the licences' time to disk. It allows two states of two fsyncs each, and two fsyncs of
  /// other programs, at the 4.5 s of a bad card.
  package static let files = 27.0
  /// Wait for the signal of the machine's shutdown. It begins after the PLAY button's hold. A slow card must load
  /// `systemctl` first.
  package static let shutdown = 15.0

  /// All steps of the end.
  package static var stop: Double { fade + lastWord + capture + parts + files }
  /// Time from the start of the end to the machine's signal. The feeder continues for this time.
  package static var whole: Double { stop + shutdown }

  /// Time that each poll of the feeder requests from the manager (`EXTEND_TIMEOUT_USEC`).
  package static let extended = 5.0
  /// Time after its signal until the manager kills the process (`TimeoutStopSec`). A request for more time extends
  /// it.
  package static let manager = 15.0
}
