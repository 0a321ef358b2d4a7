import Foundation
import GestureFlowAPI
import Library
import Supervisor
import Synchronization
import TestSupport
import Testing

/// The library as a component. Opening its index may take long, and no other component waits for it.
@Suite struct LibraryPartTests {
  /// Records the thread on which a step ran.
  private final class Seen: Sendable {
    private let number = Mutex<pthread_t?>(nil)
    func set(_ thread: pthread_t) { number.withLock { $0 = thread } }
    var thread: pthread_t? { number.withLock { $0 } }
  }
  private final class Tries: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    var number: Int { count.load(ordering: .relaxed) }
  }

  /// An index that opens late. It disappears when the component releases it.
  private final class Late: Sendable {
    private struct Held {
      weak var index: LibraryIndex?
      var wasMade = false
    }
    private let held = Mutex(Held())
    func set(_ index: LibraryIndex) { held.withLock { $0 = Held(index: index, wasMade: true) } }
    var isGone: Bool { held.withLock { $0.wasMade && $0.index == nil } }
  }

  private func made(indexPath: String? = nil, _ open: @escaping LibraryPart.Opener) -> LibraryPart {
    var settings = MusicLibrary.Settings()
    settings.mountRoot = "/nowhere"
    return LibraryPart(settings, indexPath: indexPath, isWanted: true, open: open) { _, _ in }
  }

  @Test func `a slow index does not hold up the supervisor`() throws {
    let gate = DispatchSemaphore(value: 0)
    let seen = Seen()
    let part = made { path throws(Failure) in
      seen.set(pthread_self())
      gate.wait()
      return try LibraryIndex(path)
    }
    // The call returns although the index is not open. On the supervisor's thread it would block forever.
    try part.start()
    #expect(part.condition == .starting && part.library == nil && part.status == nil)
    #expect(waitUntil { seen.thread != nil })
    #expect(seen.thread != pthread_self())
    gate.signal()
    #expect(waitUntil { part.condition == .running && part.library != nil })
    part.stop()
    #expect(part.library == nil)
  }

  @Test func `an index that cannot be opened is the parts failure and is tried again`() throws {
    let counter = Tries()
    let part = made { path throws(Failure) in
      if counter.next() == 1 { throw Failure("the index cannot be opened", remedy: "check space") }
      return try LibraryIndex(path)
    }
    try part.start()
    #expect(waitUntil { part.condition == .failed(Failure("the index cannot be opened", remedy: "check space")) })
    part.stop()
    try part.start()
    #expect(waitUntil { part.condition == .running })
    part.stop()
  }

  /// A worn card has become read-only. Music of the sticks still plays, and the owner gets a report.
  @Test func `without a file the index is in memory and a problem is reported`() throws {
    let part = made(indexPath: "/state/library.sqlite") { path throws(Failure) in
      guard path == nil else { throw Failure("the index cannot be opened", remedy: "check space") }
      return try LibraryIndex(nil)
    }
    try part.start()
    #expect(waitUntil { part.condition != .starting })
    #expect(
      part.condition == .degraded(Failure("the index cannot be opened, so it is in memory until the next start", remedy: "check space"))
    )
    #expect(part.library != nil && part.status != nil)
    part.stop()
    // The same on a real disk.
    let real = made(indexPath: "/proc/none/library.sqlite") { path throws(Failure) in try LibraryIndex(path) }
    try real.start()
    #expect(waitUntil { real.library != nil })
    guard case .degraded = real.condition else {
      Issue.record("\(real.condition)")
      return
    }
    real.stop()
  }

  @Test func `an index that opens after the stop is not used`() throws {
    let gate = DispatchSemaphore(value: 0)
    let counter = Tries()
    let late = Late()
    let part = made { path throws(Failure) in
      guard counter.next() == 1 else { return try LibraryIndex(path) }
      gate.wait()
      let index = try LibraryIndex(path)
      late.set(index)
      return index
    }
    try part.start()
    #expect(waitUntil { counter.number == 1 })
    part.stop()
    try part.start()
    #expect(waitUntil { part.library != nil })
    let library = part.library
    gate.signal()
    #expect(waitUntil { late.isGone }, "the part keeps the index that came too late")
    #expect(part.library === library)
    part.stop()
  }
}
