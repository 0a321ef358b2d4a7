import Litmus

// LitmusStress [ROUNDS]: runs each shape that many rounds (100,000 by default).
// It ends with 0 if nothing forbidden happened. Also for an emulated processor:
// `qemu-aarch64 -L SYSROOT LitmusStress 20000`.
let rounds = CommandLine.arguments.dropFirst().first.map { Int($0) } ?? 100_000
guard let rounds, (1...10_000_000).contains(rounds) else { fatalError("LitmusStress [ROUNDS]: 1 to 10,000,000 rounds of each shape") }
var isGood = true
for shape in Shape.all {
  let outcome = try shape.run(rounds)
  print("\(shape.name): \(rounds) rounds, overtaken in \(outcome.overtaken), \(outcome.fault.map { "WRONG: \($0)" } ?? "nothing wrong")")
  if outcome.fault != nil { isGood = false }
}
if !isGood { fatalError("a structure's orders are too weak on this processor") }
