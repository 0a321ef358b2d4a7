import GestureFlowAPI
import Licensing
import Modes
import Notes
import Testing

/// Tests of the instrument's functions in each tier.
@Suite struct InstrumentTierTests {
  private let free = Policy(tier: .free)
  private let pro = Policy(tier: .pro)

  private func refusal(_ policy: Policy, _ command: Command) -> Problem? {
    do throws(Problem) { try policy.check(command) } catch { return error }
    return nil
  }

  @Test func `free has what the product says`() {
    #expect(free.instrument.scales == [.pentatonicMajor] && free.instrument.keys == [.c, .f, .bFlat])
    #expect(free.instrument.waveforms == [.sine] && free.instrument.effects == [.tone, .delay] && free.instrument.sources == 1)
    #expect(pro.instrument == InstrumentLimits() && pro.instrument.locked.isEmpty && pro.instrument.sources == 4)
    let locked = free.instrument.locked
    #expect(locked.count == 11 + 9 + 3 + 2 && locked.contains("blues") && locked.contains("Db") && locked.contains("saw"))
    #expect(!locked.contains("C") && !locked.contains("sine") && !locked.contains("tone"))
  }

  @Test(
    arguments: [
      (Command.scale("blues"), "there is pentatonicMajor"), (.key("D"), "there is C, F, Bb"), (.waveform(.saw), "there is sine"),
      (.effect(.fuzz, 0.1), "there is tone, delay"), (.effect(.reverb, 1), "there is tone, delay"),
    ])
  func `asking for more is refused with what there is`(command: Command, text: String) {
    let problem = refusal(free, command)
    #expect(problem?.status == 409 && problem?.type == Problem.tierLimitType, "\(command)")
    #expect(problem?.detail.contains("tier pro") == true && problem?.detail.hasSuffix(text) == true, "\(problem as Any)")
    #expect(refusal(pro, command) == nil)
  }

  @Test(
    arguments: [
      .scale("pentatonicMajor"), .key("C"), .key("F"), .key("Bb"), .key("A#"), .waveform(.sine), .effect(.tone, 1), .effect(.delay, 1),
      .effect(.fuzz, 0), .sound("any"), .range(NoteSpan(low: 0, high: 127)!), .bend(true), .legato(false),
    ] as [Command])
  func `values within the tier are not held back`(command: Command) { #expect(refusal(free, command) == nil) }

  /// The API repeats these words because it does not import the notes. Both lists must agree.
  @Test func `the words are those of the notes`() {
    #expect(InstrumentRange.scales == Scale.allCases.map(\.rawValue))
    #expect(InstrumentRange.keys.allSatisfy { Key(name: $0) != nil } && Set(InstrumentRange.keys.compactMap { Key(name: $0) }).count == 12)
    #expect(Key.allCases.allSatisfy { InstrumentRange.keys.contains($0.name) })
    #expect(InstrumentArticulation.allCases.map(\.rawValue) == InstrumentSettings.Articulation.allCases.map(\.rawValue))
    #expect(NoteRange(0, InstrumentRange.leastSpan) != nil && NoteRange(0, InstrumentRange.leastSpan - 1) == nil)
    for note in UInt8(0)...127 {
      for key in Key.allCases { #expect(NoteName.note(key.spelling(of: note)) == Int(note)) }
    }
  }
}
