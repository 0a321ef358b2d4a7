/// How long each step of the end may take, in seconds. docs/design/deadlines.md has the table.
package enum Deadlines {
  /// The service manager's watchdog bites after this (`WatchdogSec`).
  package static let watchdog = 10.0
  /// From one look of the feeder to the next.
  package static let tick = watchdog / 8

  /// Between two looks at the parts, which take 0.1 s: then the supervision stands still, and that is told.
  package static let standstill = 60.0
  /// A start went well when the box was ready for so long, even if a part is still beginning.
  package static let settled = 60.0

  /// The music fades.
  package static let fade = 0.3
  /// A player of another program gets its volume back.
  package static let lastWord = StreamStage.lastWord
  /// A capture is made whole.
  package static let capture = 2.0
  /// A part ends within a second, and this many are stopped one after the other.
  package static let parts = 12.0
  /// The state and the licences' time reach the disk: three fsyncs a file, at the 4.5 s of a bad card.
  package static let files = 27.0
  /// The machine's shutdown sends its signal, after the PLAY button's hold. A slow card has to give `systemctl` first.
  package static let shutdown = 15.0

  /// All steps of the end.
  package static var stop: Double { fade + lastWord + capture + parts + files }
  /// From the begin of the end to the machine's signal; the feeder goes on for as long.
  package static var whole: Double { stop + shutdown }

  /// The manager's wait that each look of the feeder asks for (`EXTEND_TIMEOUT_USEC`).
  package static let extended = 5.0
  /// It kills what has not ended so long after its signal without asking for more (`TimeoutStopSec`).
  package static let manager = 15.0
}
