import Foundation
import GestureFlowAPI
import Licensing
import LicensingDoubles
import Synchronization
import TestSupport
import Testing

private final class Counter: Sendable {
  private let count = Mutex(0)

  /// Increments the counter.
  /// - Returns: its value before.
  func advance() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}

/// The installed licence survives power cuts and full disks.
@Suite struct LicenceStoreTests {
  @Test func `a power cut at any step leaves the old one`() throws {
    try LicenceBench.with { bench in
      let (old, new) = (try bench.signed("old"), try bench.signed("new"))
      for step in 0..<9 {
        let state = bench.root.path + "/state-\(step)"
        try bench.store(state).install(old)
        // From this call on no write reaches the disk.
        let count = Counter()
        let cut: @Sendable () -> Bool = {
          let at = count.advance()
          if at >= step { errno = EIO }
          return at >= step
        }
        var calls = AtomicFile.Calls()
        calls.write = { cut() ? -1 : Glibc.write($0, $1.baseAddress, $1.count) }
        calls.sync = { cut() ? -1 : fsync($0) }
        calls.rename = { cut() ? -1 : Glibc.rename($0, $1) }
        try? bench.store(state, calls: calls).install(new)
        let there = try bench.store(state).installed()
        let ids = there.compactMap { try? $0.content.get().id }
        #expect(ids.count == there.count && [["old"], ["old", "old"], ["new", "old"]].contains(ids), "step \(step): \(ids)")
        #expect(step < 8 || ids == ["new", "old"], "without a cut both are there")
      }
    }
  }

  @Test func `a half written one costs nothing but itself`() throws {
    try LicenceBench.with { bench in
      let store = try bench.store()
      try store.install(try bench.signed("first"))
      try store.install(try bench.signed("second"))
      let path = try #require(store.path)
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      for length in [0, 1, whole.count / 2, whole.count - 3] {
        try whole.prefix(length).write(to: URL(fileURLWithPath: path))
        let controller = try bench.controller()
        #expect(controller.hasLicence && controller.status.id == "first", "\(length)")
        #expect(bench.takeNotices().contains { $0.contains(path) && $0.contains("is not valid") })
      }
      // The damaged file does not replace the good one.
      try store.install(try bench.signed("third"))
      #expect(try bench.ids() == ["third", "first"])
    }
  }

  /// A stick is full of files named like licences. They are more names than the box examines.
  @Test func `the usual name is found whatever else is there`() throws {
    try LicenceBench.with { bench in
      for number in 0..<LicenceStore.mostFiles + 4 { try bench.put(Data(), as: "a\(number).licence") }
      let stick = try bench.put(try bench.signed("mine").data, as: LicenceStore.stickName)
      for number in 0..<LicenceStore.mostNames { _ = close(open("\(stick.root)/\(number)", O_CREAT | O_WRONLY, 0o600)) }
      let found = try bench.store().onStick(stick.root, label: "s")
      #expect(try found.first?.content.get().id == "mine" && found.count <= LicenceStore.mostFiles)
      #expect(found.count { $0.path.hasSuffix("/" + LicenceStore.stickName) } == 1)
    }
  }

  @Test func `without a folder nothing is kept and that is said`() throws {
    try LicenceBench.with { bench in
      let licence = try bench.signed("a")
      let nowhere = LicenceStore(stateFolder: nil, keys: .none)
      let error = #expect(throws: FileError.self) { try nowhere.install(licence) }
      #expect(error?.description.contains("--state-dir") == true && nowhere.installed().isEmpty)
      // A file exists in place of the folder.
      try Data().write(to: URL(fileURLWithPath: bench.state))
      let controller = try bench.controller()
      let text = bench.text(licence)
      let problem = LicenceBench.refusal { () throws(Problem) in try controller.install(text) }
      #expect(problem?.status == 500 && problem?.detail.contains("was not installed") == true && !controller.hasLicence)
    }
  }

  @Test func `the serial is the firmwares`() throws {
    try Places.withFolder { folder in
      let (tree, info) = (folder.path + "/serial-number", folder.path + "/cpuinfo")
      func read() -> String? { BoxSerial.read(deviceTree: tree, cpuinfo: info) }
      func put(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
      #expect(read() == nil)
      try put("processor\t: 0\nSerial\t\t: 00000000deadbeef\nModel\t: Raspberry Pi 4\n", info)
      #expect(read() == "00000000deadbeef")
      try put("10000000abcdef01\0", tree)
      #expect(read() == "10000000abcdef01")
      for nothing in ["", "\0", "0000000000000000\0", "two words\0", String(repeating: "a", count: 65)] {
        try put(nothing, tree)
        #expect(read() == "00000000deadbeef", "'\(nothing)'")
      }
      try put("Serial : 0000000000000000\n", info)
      #expect(read() == nil)
    }
  }
}
