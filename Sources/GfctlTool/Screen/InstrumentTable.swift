import Foundation
import GestureFlowAPI

/// The instrument as text of the status screen.
enum InstrumentTable {
  /// Returns the settings, the sound and the sources.
  static func lines(_ i: InstrumentStatus) -> [String] {
    let names = [i.zones.first?.name, i.zones.last?.name].compactMap { $0 }.map(Terminal.plain).joined(separator: " to ")
    let bend = i.bend ? "   bend" : ""
    let layout =
      "\(Terminal.plain(i.scale)) in \(Terminal.plain(i.key))   \(i.zones.count) notes \(names)   \(i.articulation.rawValue)\(bend)"
    let effects = InstrumentEffect.allCases.filter { i.effects[$0] > 0 }
      .map { "\($0.rawValue) \(StatusScreen.format(i.effects[$0] * 100, 0)) %" }
    let sound = (["\(Terminal.plain(i.sound))", i.waveform.rawValue] + effects).joined(separator: "   ")
    let place = i.sounds.firstIndex(of: i.sound).map { "   \($0 + 1)/\(i.sounds.count)" } ?? ""
    let latency = i.noteLatencyMs.map { "   note after \(StatusScreen.format($0.p50, 1)) ms" } ?? ""
    let voices = "\(i.voices) voice\(i.voices == 1 ? "" : "s")   peak \(StatusScreen.format(i.peakDB, 0)) dB\(latency)"
    return [layout, sound + place, voices] + i.sources.map(source)
  }

  private static func source(_ s: InstrumentSource) -> String {
    let id = Terminal.plain(s.id)
    guard let name = s.name else { return "\(id)   silent" }
    let bend = s.bendCents == 0 ? "" : String(format: "   bend %+.0f cents", s.bendCents)
    return "\(id)   \(Terminal.plain(name))   velocity \(s.velocity)   expression \(StatusScreen.format(s.expression * 100, 0)) %\(bend)"
  }
}

/// MIDI as text of the status screen.
enum MIDITable {
  /// Returns the port, the incoming clock, the connections and the learned bindings.
  static func lines(_ m: MIDIStatus) -> [String] {
    guard m.available else { return ["off: \(Terminal.plain(m.problem ?? "there is no sequencer"))"] }
    let clock = m.clockBPM.map { "   clock \(StatusScreen.format($0, 1)) BPM\(m.clockRunning ? "" : ", stopped")" } ?? ""
    let latency = m.noteLatencyMs.map { "   note after \(StatusScreen.format($0.p50, 1)) ms" } ?? ""
    let first = "\(Terminal.plain(m.client)): \(Terminal.plain(m.port))   \(m.sent) sent   \(m.received) received\(clock)\(latency)"
    let problem = m.problem.map { [Terminal.plain($0)] } ?? []
    let learned = m.learned.map { "\(Terminal.plain($0.message))   plays \(Terminal.plain($0.parameter))" }
    let learning = m.learning.map { ["a knob or key is waited for: it will play \(Terminal.plain($0))"] } ?? []
    return [first] + problem + m.ports.filter(\.connected).map { "\(Terminal.plain($0.client)): \(Terminal.plain($0.name))   connected" }
      + learned + learning
  }
}
