import ArgumentParser
import Foundation
import GestureFlowAPI
import Link
import Realtime

struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Shares a tempo by Ableton Link, and reports the session every tenth of a second.",
    discussion:
      "A line: the moment in seconds of the machine's monotonic clock, beats a minute, the beat in its bar, others in the session.")

  @Option(help: "Tempo of a session of its own.") var tempo = 120.0
  @Option(help: "Time signature of the bars.") var metre = Metre.common
  @Option(help: "How long.") var seconds = 10.0
  @Option(help: "Changes the tempo of all to this, as soon as another member joins.") var change: Double?
  @Option(help: "Alone in the session: sets this many tempi, each between two of its beats, and reports how many were lost.")
  var tempi: Int?

  func validate() throws {
    if let tempi, tempi < 1 { throw ValidationError("--tempi takes 1 or more, not \(tempi)") }
    guard (0..<1e7).contains(seconds) else { throw ValidationError("--seconds takes a positive number, not \(seconds)") }
    for (name, bpm) in [("tempo", tempo), ("change", change ?? tempo)] where !AbletonLink.tempi.contains(bpm) {
      throw ValidationError("--\(name) takes 20 to 999 beats a minute, not \(bpm)")
    }
  }

  func run() throws {
    let link = try AbletonLink(tempo: tempo)
    defer { link.close() }
    if let tempi { return lose(tempi, link) }
    var due = (Clock.seconds * 10).rounded(.up) / 10
    let end = due + seconds
    var change = change
    while due < end {
      Clock.sleep(until: Int64(due * 1e9) - 50_000_000)
      let look = link.look(at: due, bar: metre.quarters)
      let beat = look.beat - (look.beat / look.bar).rounded(.down) * look.bar
      FileHandle.standardOutput.write(Data(String(format: "%.1f %.4f %.6f %d\n", due, look.tempo, beat, look.peers).utf8))
      if let bpm = change, look.peers > 0 {
        link.set(tempo: bpm, at: Clock.seconds)
        change = nil
      }
      due = ((due + 0.1) * 10).rounded() / 10
    }
  }

  /// Sets tempi right after beats, and counts the lost ones.
  /// Each tempo is polled for a millisecond. A beat is set as soon as the tempo seems to be another one,
  /// because the box's thread would then set the beat again.
  private func lose(_ tempi: Int, _ link: AbletonLink) {
    var (lost, last) = (0, tempo)
    for number in 0..<tempi {
      last = 100 + Double(number % 50) + (number % 2 == 0 ? 0 : 30)
      link.lay(beat: Double(number % 7), at: Clock.seconds, bar: metre.quarters)
      link.set(tempo: last, at: Clock.seconds)
      let end = Clock.seconds + 0.001
      var isLost = false
      repeat { isLost = link.look(at: Clock.seconds, bar: metre.quarters).tempo != last } while !isLost && Clock.seconds < end
      link.lay(beat: 2, at: Clock.seconds, bar: metre.quarters)
      lost += isLost ? 1 : 0
    }
    // The tempo shown by then is the session's: not the one set here.
    Clock.sleep(until: Int64((Clock.seconds + 1.5) * 1e9))
    print("\(lost) of \(tempi) lost; the last was \(last), and the session has \(link.look(at: Clock.seconds, bar: metre.quarters).tempo)")
  }
}

extension Metre: ExpressibleByArgument {}
