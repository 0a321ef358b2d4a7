import Camera
import ChildPrograms
import Foundation
import Library

// Starts programs in every way of the service, and prints their leftovers.
// It is a separate process, so that the counts contain nothing else.
//
//     ChildTrap leftovers        starts 200 that end, are killed or are missing: prints `descriptors=N children=N`,
//                                both 0 before
//     ChildTrap sockets FILM     imports a film into its folder and decodes it: prints
//                                `frames=N imported=YES sockets=N`, the network sockets of this process
//     ChildTrap --seed           starts one through Foundation: prints `sockets=N`, which shows that they are counted

/// Returns this process's descriptors and their targets.
func descriptors() -> [String: String] {
  let folder = "/proc/self/fd"
  let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  var all: [String: String] = [:]
  for number in numbers { all[number] = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)") }
  return all
}

/// Returns the number of network sockets, by inodes in kernel tables.
func networkSockets() -> Int {
  var inodes = Set<Substring>()
  for table in ["udp", "udp6", "udplite", "tcp", "tcp6", "raw", "raw6"] {
    let text = (try? String(contentsOfFile: "/proc/self/net/\(table)", encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n").dropFirst() {
      let words = line.split(separator: " ")
      if words.count > 9 { inodes.insert(words[9]) }
    }
  }
  return descriptors().values.count { $0.hasPrefix("socket:[") && inodes.contains($0.dropFirst(8).dropLast()) }
}

func start(_ count: Int) throws {
  for i in 0..<count {
    switch i % 5 {
    case 0: try ChildProgram("/bin/true").finish()
    case 1: _ = try? ChildProgram("/nowhere/none")
    case 2:
      let child = try ChildProgram("/bin/sleep", ["1000"])
      child.kill()
      child.wait()
    case 3: try ChildProgram("/bin/sh", ["-c", "echo word; exit 3"]).finish()
    default: try ChildProgram("/bin/sh", ["-c", "exit 0"], output: .discarded, errors: .discarded).wait()
    }
  }
}

func leftovers() throws {
  // By now the libraries have opened everything that they keep open.
  try start(5)
  let before = descriptors().count
  try start(200)
  let after = descriptors().count
  var facts = siginfo_t()
  // No child runs, and none waits to be reaped: `waitid` finds no child.
  let hasNone = waitid(P_ALL, 0, &facts, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD
  print("descriptors=\(after - before) children=\(hasNone ? "none" : "some")")
}

func sockets(_ path: String) throws {
  let film = try FilmDecoder(path)
  var frame = [UInt8](repeating: 0, count: film.size.width * film.size.height * 3 / 2)
  let count = frame.count
  var frames = 0
  while film.read(into: &frame, count: count) != nil { frames += 1 }
  let result = Importer((path as NSString).deletingLastPathComponent + "/imports").convert(path)
  var isImported = false
  if case .done = result { isImported = true }
  print("frames=\(frames) imported=\(isImported ? "yes" : "\(result)") sockets=\(networkSockets())")
}

func seed() throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/true")
  try process.run()
  process.waitUntilExit()
  print("sockets=\(networkSockets())")
}

let words = CommandLine.arguments.dropFirst()
switch (words.first, words.dropFirst().first) {
case ("leftovers", nil): try leftovers()
case ("sockets", let film?): try sockets(film)
case ("--seed", nil): try seed()
default: exit(2)
}
