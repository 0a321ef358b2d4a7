import Foundation
import Licences
import TestSupport
import Testing

@Suite struct LicenceFuzzTests {
  /// As many as `GESTUREFLOW_LICENCE_FUZZ` says; 100,000 in `make test-long`.
  @Test func mutatedLicencesAreReadOrRefusedAndNoneCountsThatSaysSomethingElse() throws {
    let count = Int(ProcessInfo.processInfo.environment["GESTUREFLOW_LICENCE_FUZZ"] ?? "") ?? 2000
    let seeds = try [Maker.signed(), Maker.signed { ($0.holder, $0.serial, $0.expires) = ("Zoë \"手\" \\", "*", nil) }]
    let box = LicenceJudge.Circumstances(
      keys: try Maker.keys(), serial: "10000000abcdef01", now: try Maker.date("2027-01-01T00:00:00Z").seconds)
    var random = SplitMix(1313)
    var (refused, read, same) = (0, 0, 0)
    for _ in 0..<count {
      let seed = seeds[Int(random.next() % 2)]
      let mutated = mutate(seed.file, &random)
      do throws(LicenceFault) {
        let licence = try LicenceReader.read(mutated)
        read += 1
        guard LicenceJudge.problem(of: licence, box) == nil else { continue }
        same += 1
        #expect(seeds.contains(licence), "only what was signed counts: \(String(decoding: mutated, as: UTF8.self))")
      } catch {
        refused += 1
        #expect(error.description.utf8.count < 1000)
      }
    }
    print("fuzz: \(count) mutated licences: \(refused) refused, \(read) read, \(same) of them unchanged in what they say")
    #expect(refused + read == count && refused > count / 2)
  }

  /// Some bytes are changed, left out, doubled, moved or cut.
  private func mutate(_ data: Data, _ random: inout SplitMix) -> Data {
    var bytes = Array(data)
    func place() -> Int { Int(random.next() % UInt64(max(1, bytes.count))) }
    for _ in 0...random.next() % 3 where !bytes.isEmpty {
      let (a, length) = (place(), Int(random.next() % 40))
      let part = Array(bytes[a..<min(a + length, bytes.count)])
      switch random.next() % 9 {
      case 0: bytes[a] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[a] ^= 1 << UInt8(random.next() % 8)
      case 2: bytes.removeSubrange(a..<a + part.count)
      case 3: bytes.insert(contentsOf: part, at: place())
      case 4: bytes = Array(bytes[..<a])
      case 5: bytes.insert(contentsOf: Array("\",:[]{}\\u0001e".utf8).shuffled(by: &random), at: a)
      case 6, 7:
        // Another digit is read, and only its signature tells.
        if let digit = bytes[a...].firstIndex(where: { (0x30...0x39).contains($0) }) { bytes[digit] = 0x30 + UInt8(random.next() % 10) }
      default: bytes.insert(contentsOf: [UInt8](repeating: bytes[a], count: length * 50), at: a)
      }
    }
    return Data(bytes)
  }
}

extension Array {
  fileprivate func shuffled(by random: inout SplitMix) -> [Element] {
    var all = self
    for index in all.indices { all.swapAt(index, Int(random.next() % UInt64(all.count))) }
    return all
  }
}
