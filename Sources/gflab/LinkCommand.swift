import ArgumentParser
import Foundation
import Link
import Realtime

struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Shares a tempo by Ableton Link, and tells what the session says of each tenth of a second.",
    discussion:
      "A line: the moment in seconds of the machine's monotonic clock, beats a minute, the beat in its bar of four, others in the session.")

  @Option(help: "Tempo of a session of its own.") var tempo = 120.0
  @Option(help: "How long.") var seconds = 10.0
  @Option(help: "Changes the tempo of all to this, as soon as somebody else is there.") var change: Double?

  func run() throws {
    let link = try AbletonLink(tempo: tempo)
    defer { link.close() }
    var due = (Clock.seconds * 10).rounded(.up) / 10
    let end = due + seconds
    var change = change
    while due < end {
      Clock.sleep(until: Int64(due * 1e9) - 50_000_000)
      let look = link.look(at: due)
      let beat = look.beat - (look.beat / AbletonLink.bar).rounded(.down) * AbletonLink.bar
      FileHandle.standardOutput.write(Data(String(format: "%.1f %.4f %.6f %d\n", due, look.tempo, beat, look.peers).utf8))
      if let wish = change, look.peers > 0 {
        link.set(tempo: wish, at: Clock.seconds)
        change = nil
      }
      due = ((due + 0.1) * 10).rounded() / 10
    }
  }
}
