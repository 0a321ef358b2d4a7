import Panel
import Testing

/// Tests of the kernel's full queue, by its two interfaces.
@Suite struct EdgeQueueTests {
  private struct Gone: Error {}

  /// A queue of limited size that returns 16 edges at a time.
  private final class Kernel {
    var waiting: [Int]
    var readings = 0

    init(_ count: Int) { waiting = Array(0..<count) }

    func read() throws(Gone) -> [Int] {
      readings += 1
      if waiting.isEmpty { throw Gone() }
      defer { waiting.removeFirst(min(waiting.count, EdgeQueue.most)) }
      return Array(waiting.prefix(EdgeQueue.most))
    }
  }

  @Test(arguments: [1, 15, 16, 17, 32, 80]) func `the second interface is read to its end and lacks nothing`(count: Int) throws {
    let kernel = Kernel(count)
    let (edges, mayLack) = try EdgeQueue.dropsOldest.drain {
      !kernel.waiting.isEmpty
    } read: { () throws(Gone) in
      try kernel.read()
    }
    #expect(edges == Array(0..<count) && kernel.waiting.isEmpty)
    #expect(!mayLack, "exactly 16 edges are not a full queue of several buttons")
  }

  @Test(arguments: [(1, false), (15, false), (16, true)]) func `the first interface lacks what comes after 16`(count: Int, lacks: Bool)
    throws
  {
    let kernel = Kernel(count)
    let (edges, mayLack) = try EdgeQueue.dropsNewest.drain {
      true
    } read: { () throws(Gone) in
      try kernel.read()
    }
    #expect(edges.count == count && kernel.readings == 1 && mayLack == lacks)
  }

  /// A read of an empty queue would block until the next press.
  /// It would also delay the LEDs.
  @Test func `nothing is read that does not wait`() throws {
    let kernel = Kernel(16)
    _ = try EdgeQueue.dropsOldest.drain {
      !kernel.waiting.isEmpty
    } read: { () throws(Gone) in
      try kernel.read()
    }
    #expect(kernel.readings == 1)
  }

  @Test func `a line that never falls silent holds nothing up`() throws {
    var readings = 0
    let (edges, _) = try EdgeQueue.dropsOldest.drain {
      true
    } read: { () throws(Gone) in
      readings += 1
      return Array(repeating: 0, count: EdgeQueue.most)
    }
    #expect(readings == EdgeQueue.mostReadings && edges.count == readings * EdgeQueue.most)
  }

  @Test func `a failure in the middle is reported`() {
    let kernel = Kernel(16)
    #expect(throws: Gone.self) {
      try EdgeQueue.dropsOldest.drain {
        true
      } read: { () throws(Gone) in
        try kernel.read()
      }
    }
  }
}
