import Foundation

// Does so many units of one feature of the box and nothing else, so that a machine that counts instructions can say what a unit costs: lab/pi-cost.sh runs each twice.
//   gfcost list             a line for each feature: its name, kind, unit, the units of both runs, and what it is, between tabs
//   gfcost FEATURE UNITS    does it; exit code 1 and a sentence when what was done is not what was to be counted
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
