import Foundation
import Licensing
import TestSupport
import Testing

@Suite struct LicenceFuzzTests {
  /// The number of mutations in `GESTUREFLOW_LICENCE_FUZZ`; 100,000 in `make test-long`.
  private let count = Int(ProcessInfo.processInfo.environment["GESTUREFLOW_LICENCE_FUZZ"] ?? "") ?? 2000

  @Test func `mutated files are refused, and none counts that says something else`() throws {
    let licences = try [Maker.licence(), Licence(id: "2", holder: "Zoë \"手\" \\", issued: Maker.date("2026-02-01T00:00:00Z"))]
    let (keys, files) = (try Maker.keys(), try licences.map { try Maker.key().sign($0) })
    var random = SplitMix(1313)
    var (refused, same) = (0, 0)
    for _ in 0..<count {
      let mutated = mutate(files[Int(random.next() % 2)].data, &random)
      do throws(LicenceRefusal) {
        let licence = try LicenceFile(mutated).licence(keys)
        same += 1
        #expect(licences.contains(licence), "only a signed file is read: \(String(decoding: mutated, as: UTF8.self))")
      } catch {
        refused += 1
        #expect(error.description.utf8.count < 1000)
      }
    }
    print("fuzz: \(count) mutated files: \(refused) refused, \(same) unchanged in what they say")
    #expect(refused + same == count && refused > count / 2)
  }

  /// A maker's own program may have signed any content.
  @Test func `mutated payloads that are signed are read in their ranges or refused`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    let (key, keys, payload) = (try Maker.key(), try Maker.keys(), try encoder.encode(Maker.licence()))
    var random = SplitMix(1314)
    var (refused, read) = (0, 0)
    for _ in 0..<count {
      let mutated = mutate(payload, &random)
      do {
        let licence = try key.sign(payload: mutated).licence(keys)
        read += 1
        #expect(licence.fault == nil)
      } catch let error as LicenceRefusal {
        refused += 1
        #expect(error.description.utf8.count < 1000)
      }
    }
    print("fuzz: \(count) signed payloads: \(refused) refused, \(read) read")
    #expect(refused + read == count && refused > count / 4 && read > count / 100)
  }

  /// Changes, removes, doubles, moves or cuts some bytes.
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
        // Another digit is valid content: only the signature reveals it.
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
