import Foundation
import GestureFlowAPI
import Realtime

/// The line on a terminal that shows the hands and the music.
public struct LiveLine {
  private let columns: Int

  /// Makes the line; nil when standard error is not a terminal.
  public init?() {
    guard isatty(2) == 1 else { return nil }
    var size = winsize()
    columns = ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 20 ? Int(size.ws_col) : 100
  }

  /// Rewrites the line.
  public func show(_ status: Status) {
    StandardError.write("\r\(Self.text(status).prefix(columns - 1))\u{1B}[K")
  }

  /// Ends the line and starts a new one.
  public func end() { StandardError.write("\n") }

  /// Returns the text of the line, without colours.
  public static func text(_ s: Status) -> String {
    func mark(_ name: String) -> String { s.control.held.contains(name) ? "*" : " " }
    let hands = s.tracker.hands.map { "\($0.handedness == "left" ? "L" : "R")\($0.fingers)" }.joined(separator: " ")
    let state = s.control.paused ? "paused" : s.control.autoPaused ? "waiting for hands" : "playing"
    let bars = Int((s.control.volume * 8).rounded())
    return String(
      format: "speed %.2f%@ pitch %+5.0f%@ volume %@%@ | hands %-6@ | %@ %@ | %2.0f fps %4.1f ms | load %2.0f %% xruns %d", s.control.speed,
      mark("speed"), s.control.pitchCents, mark("pitch"), String(repeating: "#", count: bars) + String(repeating: "-", count: 8 - bars),
      mark("volume"), hands.padding(toLength: 6, withPad: " ", startingAt: 0), time(s.track?.positionSeconds ?? 0), state,
      s.camera.framesPerSecond,
      s.tracker.wholeMs.p50, s.audio.loadP99Percent, s.audio.xruns)
  }

  private static func time(_ seconds: Double) -> String { String(format: "%d:%02d", Int(seconds) / 60, Int(seconds) % 60) }
}
