import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Tests of the free space of a disk, with figures that no real disk reports.
@Suite struct FreeSpaceTests {
  private func bytes(blocks: UInt, of size: UInt) -> Int64 {
    var status = statvfs()
    (status.f_bavail, status.f_frsize) = (numericCast(blocks), numericCast(size))
    return FreeSpace.bytes(of: status)
  }

  @Test func `figures that overflow are the largest value`() {
    #expect(bytes(blocks: 25, of: 4096) == 102_400)
    #expect(bytes(blocks: 0, of: 4096) == 0 && bytes(blocks: .max, of: 0) == 0)
    // Half of the range fits a UInt64, and not an Int64.
    for (blocks, size) in [(1 << 51, 4096), (.max, 1), (.max, 4096), (.max, .max)] as [(UInt, UInt)] {
      #expect(bytes(blocks: blocks, of: size) == .max, "\(blocks) blocks of \(size)")
    }
  }

  @Test func `a folder that is missing has no known space`() throws {
    #expect(FreeSpace.bytes("/nowhere/at/all") == nil)
    try Places.withFolder { (folder: URL) throws in
      let free = try #require(FreeSpace.bytes(folder.path))
      #expect(free >= 0)
    }
  }
}
