import Foundation

// Checks the rules of the audio thread while it plays, with traps set.
// The traps count any allocation and any lock of a thread. This is a program of its own, because it replaces malloc.
//
//     TrapCheck live [BLOCKS]       the engine and the sinks in every mode; LiveCheck has its other options
//     TrapCheck stretch [BLOCKS]    a playhead, 2,000 blocks of each way by default
//     TrapCheck stem [BLOCKS]       stems, likewise
//     TrapCheck synth [BLOCKS]      the synthesizer, likewise
//     TrapCheck stretch|stem|synth --seed     shows that the traps work

let words = Array(CommandLine.arguments.dropFirst())
let options = Array(words.dropFirst())
let isSeeded = options.contains("--seed")
let blocks = isSeeded ? 50 : options.first.flatMap { Int($0) } ?? 2000
switch words.first {
case "live": try LiveCheck.run(options)
case "stretch": exit(StretchCheck.run(blocks, isSeeded: isSeeded) ? 0 : 1)
case "stem": exit(StemCheck.run(blocks, isSeeded: isSeeded) ? 0 : 1)
case "synth": exit(SynthCheck.run(blocks, isSeeded: isSeeded) ? 0 : 1)
default:
  FileHandle.standardError.write(Data("TrapCheck: the check is not known: begin with live, stretch, stem or synth\n".utf8))
  exit(2)
}
