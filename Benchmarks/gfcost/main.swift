import Foundation

// Runs a given number of units of one feature of the box and nothing else. A machine that counts instructions can so
// measure the cost of a unit: lab/pi-cost.sh runs each feature twice.
//   gfcost list             a line for each feature: its name, kind, unit, the units of both runs, and a description,
//                           between tabs
//   gfcost FEATURE UNITS    runs it; exit code 1 and a sentence when the work done is not the work to be counted
let arguments = Array(CommandLine.arguments.dropFirst())

func fail(_ text: String, _ code: Int32) -> Never {
  FileHandle.standardError.write(Data("gfcost: \(text)\n".utf8))
  exit(code)
}

if arguments == ["list"] {
  for f in Feature.all { print([f.name, f.kind.rawValue, f.unit, "\(f.runs.0)", "\(f.runs.1)", f.about].joined(separator: "\t")) }
  exit(0)
}
guard arguments.count == 2, let units = Int(arguments[1]), (1...100_000).contains(units) else {
  fail("usage: gfcost list | FEATURE UNITS (1 to 100000)", 64)
}
guard let feature = Feature.all.first(where: { $0.name == arguments[0] }) else {
  fail("there is no feature \(arguments[0]); there are \(Feature.all.map(\.name).joined(separator: ", "))", 64)
}
do {
  let work = try feature.make()
  for i in 0..<units { try work.unit(i) }
  try work.check()
} catch { fail("\(feature.name): \(error)", 1) }
